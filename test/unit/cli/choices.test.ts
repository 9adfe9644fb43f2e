import { Command } from "commander";
import { expect, test } from "vitest";
import { z } from "zod";
import { findChoice, labelOf, labelsOf } from "../../../main/cli/choices.ts";
import type { CliContext } from "../../../main/cli/context.ts";
import { addCommands, choice, choicesOr, defineCommand } from "../../../main/cli/define-command.ts";
import { createProgress } from "../../../main/cli/progress.ts";
import { createFakeClock } from "../../fakes/fake-clock.ts";
import { createFakeTerminal } from "../../fakes/fake-terminal.ts";
import { t } from "../../../main/cli/text.ts";
import { auditOutcomeSchema } from "#shared/contract/audit/audit-schemas.ts";
import { campaignPartSchema, outcomeSchema, replySchema } from "#shared/contract/campaigns/campaign-schemas.ts";
import { driftKindSchema } from "#shared/contract/campaigns/planning.ts";
import { quotaRowStateSchema } from "#shared/contract/quotas/quota-changes.ts";
import { quotaGroupSchema } from "#shared/contract/quotas/quota-overview.ts";

const values = ["accepted", "refused", "moved"] as const;

const outcome = choice("<outcome>", "", values);
const states = choicesOr<(typeof values)[number]>(["accepted"], "<state...>", "", values);

/** The options that a command receives from these arguments. */
async function parse(...args: readonly string[]): Promise<unknown> {
  let received: unknown;
  const probe = defineCommand({
    path: "probe",
    summary: "",
    options: { outcome, states },
    examples: [],
    core: "none",
    run: ({ options }) => {
      received = options;
      return Promise.resolve(undefined);
    },
    json: z.undefined(),
  });
  const terminal = createFakeTerminal();
  const clock = createFakeClock();
  const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
  const context: CliContext = {
    terminal,
    clock,
    environment: { platform: "linux", home: "/home/ada", variables: {} },
    progress: createProgress(terminal, clock),
    program: () => program,
    globals: () => ({ dataDir: "", keychain: "memory", output: "table", verbose: false }),
    scope: () => ({}),
    withCore: () => Promise.reject(new Error("The command works without the core.")),
    endWith: () => undefined,
    fail: () => undefined,
  };
  addCommands(program, context, {}, [probe]);
  await program.parseAsync(["probe", ...args], { from: "user" });
  return received;
}

test("maps a label to the value of the contract", async () => {
  expect(await parse("--outcome", "rejected")).toMatchObject({ outcome: "refused" });
  expect(await parse()).toEqual({ states: ["accepted"] });
});

test("collects several labels, which replace the default", async () => {
  expect(await parse("--states", "rejected", "changed-elsewhere", "--states", "accepted")).toMatchObject({
    states: ["refused", "moved", "accepted"],
  });
});

test("rejects the value of the contract where its label differs", async () => {
  await expect(parse("--outcome", "refused")).rejects.toThrow(
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
