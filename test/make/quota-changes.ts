/** Changes of the quotas of twelve endpoints, as a person makes them. */
import { expect } from "vitest";
import type { QuotaOperation } from "#contract/quota-words.ts";
import type { QuotaCore } from "./quota-core.ts";
import { farAway as expiresAt } from "./quota-stand.ts";

export const ids: readonly string[] = Array.from({ length: 12 }, (_, index) => String(70_001 + index));
export const add5: QuotaOperation = { op: "add", volume: 5, whereNone: "set", expiresAt };

type Source = Parameters<QuotaCore["quotas"]["plan"]>[0]["source"];

/** Plans for the twelve, or others, and waits until the old values are read. */
export async function plan(
  core: QuotaCore,
  operation: QuotaOperation,
  source: Source = { ids: [...ids] },
): Promise<number> {
  const confirmZero = operation.op === "delete";
  const { change } = await core.quotas.plan({ kind: "data", operation, source, confirmZero });
  expect((await core.rest(change)).state).toBe("planned");
  return change;
}

/** The same, sent to its end. */
export async function run(core: QuotaCore, operation: QuotaOperation): Promise<number> {
  const change = await plan(core, operation);
  await core.quotas.start({ change });
  await core.rest(change);
  return change;
}
