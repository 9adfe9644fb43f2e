/** Sends one test message; every outcome, including a failure, is a result and never an exception. */
import { formatText } from "#shared/texts/text.ts";
import type { Expect } from "#shared/contract/campaigns/campaign-schemas.ts";
import { failureOf, fleet } from "../../../lib/fleet.ts";
import { nextConfirmation, type SmsConfirmation } from "../../../lib/sms-confirmation.ts";
import type { TestResult } from "./test-rows.tsx";

export interface TestMessage {
  readonly connection?: string;
  readonly endpoint: string;
  readonly from: string;
  readonly text: string;
  readonly expect: Expect | undefined;
  readonly confirmed: SmsConfirmation;
}

export async function sendTest({ expect, confirmed, ...message }: TestMessage): Promise<TestResult> {
  try {
    const {
      outcome,
      message: responseText,
      smsId,
    } = await fleet.sms.send({
      ...message,
      ...confirmed,
      expect,
    });
    return { outcome, message: responseText && formatText(responseText), smsId };
  } catch (error) {
    const failure = failureOf(error);
    const confirmation = nextConfirmation(failure, confirmed);
    return {
      outcome: "not-sent",
      message: formatText(failure.text),
      confirmation,
    };
  }
}
