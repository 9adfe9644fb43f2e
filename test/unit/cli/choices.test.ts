import { Command } from "commander";
import { expect, test } from "vitest";
import { choiceOption, findChoice, labelOf, labelsOf } from "../../../main/cli/choices.ts";
import { t } from "../../../main/cli/text.ts";
import { auditOutcomeSchema } from "#shared/contract/audit/audit-schemas.ts";
import { campaignPartSchema, outcomeSchema, replySchema } from "#shared/contract/campaigns/campaign-schemas.ts";
import { driftKindSchema } from "#shared/contract/campaigns/planning.ts";
import { quotaRowStateSchema } from "#shared/contract/quotas/quota-changes.ts";
import { quotaGroupSchema } from "#shared/contract/quotas/quota-overview.ts";

const values = ["accepted", "refused", "moved"] as const;

function parse(flags: string, args: readonly string[], initial?: readonly string[]): unknown {
  const option = choiceOption(flags, "", values);
  if (initial !== undefined) option.default(initial);
  const command = new Command()
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .addOption(option);
  return command.parse(args, { from: "user" }).opts();
}

test("maps a label to the value of the contract", () => {
  expect(parse("--outcome <outcome>", ["--outcome", "rejected"])).toEqual({ outcome: "refused" });
  expect(parse("--outcome <outcome>", [])).toEqual({});
});

test("collects several labels, which replace the default", () => {
  const args = ["--state", "rejected", "changed-elsewhere", "--state", "accepted"];
  expect(parse("--state <state...>", args, ["accepted"])).toEqual({ state: ["refused", "moved", "accepted"] });
  expect(parse("--state <state...>", [], ["accepted"])).toEqual({ state: ["accepted"] });
});

test("rejects the value of the contract where its label differs", () => {
  expect(() => parse("--outcome <outcome>", ["--outcome", "refused"])).toThrow(
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
