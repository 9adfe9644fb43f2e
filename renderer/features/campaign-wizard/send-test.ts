/** One test message: whatever comes of it is a result, not an exception. */
import type { Expect } from "#contract/campaign-words.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import type { TestResult } from "./test-rows.tsx";

export interface TestMessage {
  readonly connection?: string;
  readonly endpoint: string;
  readonly from: string;
  readonly text: string;
  readonly expect: Expect | undefined;
  readonly evenIfSuppressed: boolean;
}

export async function sendTest({ expect, ...message }: TestMessage): Promise<TestResult> {
  try {
    const { outcome, message: said } = await fleet.sms.send({
      ...message,
      ...(expect === undefined ? {} : { expect }),
    });
    return { outcome, message: said };
  } catch (error) {
    const { code, message: said } = failureOf(error);
    return { outcome: "not-sent", message: said, ...(code === "confirmation-needed" ? { asks: true as const } : {}) };
  }
}
