import { expect, test } from "vitest";
import { findChoice, labelOf, labelsOf } from "../../../main/cli/choices.ts";
import { choice, choicesOr, type Value } from "../../../main/cli/define-command.ts";
import { createFakeClock } from "../../fakes/fake-clock.ts";
import { t } from "../../../main/cli/text.ts";
import { auditOutcomeSchema } from "#shared/contract/audit/audit-schemas.ts";
import { campaignPartSchema, outcomeSchema, replySchema } from "#shared/contract/campaigns/campaign-schemas.ts";
import { driftKindSchema } from "#shared/contract/campaigns/planning.ts";
import { quotaRowStateSchema } from "#shared/contract/quotas/quota-changes.ts";
import { quotaGroupSchema } from "#shared/contract/quotas/quota-overview.ts";

const values = ["accepted", "refused", "moved"] as const;

/** The values that an option reads from these texts. */
function parse<T>({ parse: parser, standard }: Value<T>, ...texts: readonly string[]): unknown {
  let value: unknown = standard?.[0];
  for (const text of texts) value = parser?.(text, value as never, createFakeClock());
  return value;
}

const outcome = choice("<outcome>", "", values);
const states = choicesOr<(typeof values)[number]>(["accepted"], "<state...>", "", values);

test("maps a label to the value of the contract", () => {
  expect(parse(outcome, "rejected")).toBe("refused");
  expect(parse(outcome)).toBeUndefined();
});

test("collects several labels, which replace the default", () => {
  expect(parse(states, "rejected", "changed-elsewhere", "accepted")).toEqual(["refused", "moved", "accepted"]);
  expect(parse(states)).toEqual(["accepted"]);
});

test("rejects the value of the contract where its label differs", () => {
  expect(() => parse(outcome, "refused")).toThrow(
    t(($) => $.cli.program.badChoice, { choices: "accepted, rejected, changed-elsewhere" }),
  );
  expect(findChoice(values, "moved")).toBeUndefined();
});

test.each([
  auditOutcomeSchema,
  campaignPartSchema,
  driftKindSchema,
  outcomeSchema,
  quotaGroupSchema,
  quotaRowStateSchema,
  replySchema,
])("option %# has distinct labels", ({ options }) => {
  expect(new Set(options.map((value: string) => labelOf(value))).size).toBe(options.length);
  expect(labelsOf(options)).not.toMatch(/refused|moved|unsettled/);
});
