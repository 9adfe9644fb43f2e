import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { t } from "../../../main/cli/text.ts";
import {
  parseMissed,
  parsePositiveRate,
  parseQuiet,
  parseRate,
  parseSnapshot,
  parseWhole,
  parseZone,
  findChoice,
  labelOf,
  labelsOf,
  instantOf,
  skippedTo,
} from "../../../main/cli/option-values.ts";
import { Command } from "commander";
import { z } from "zod";
import type { CliContext } from "../../../main/cli/context.ts";
import { addCommands, choice, choicesOr, defineCommand } from "../../../main/cli/define-command.ts";
import { createProgress } from "../../../main/cli/progress.ts";
import { createFakeClock } from "../../fakes/fake-clock.ts";
import { createFakeTerminal } from "../../fakes/fake-terminal.ts";
import { auditOutcomeSchema } from "#shared/contract/audit/audit-schemas.ts";
import { campaignPartSchema, outcomeSchema, replySchema } from "#shared/contract/campaigns/campaign-schemas.ts";
import { driftKindSchema } from "#shared/contract/campaigns/planning.ts";
import { quotaRowStateSchema } from "#shared/contract/quotas/quota-changes.ts";
import { quotaGroupSchema } from "#shared/contract/quotas/quota-overview.ts";

describe("rate", () => {
  test.each([
    ["5/s", 5],
    ["300/min", 5],
    ["18000/h", 5],
    ["0.5", 0.5],
    ["none", 0],
    ["0", 0],
  ])("parses %s as %d per second", (text, rate) => {
    expect(parseRate(text)).toBe(rate);
  });

  test.each(["", "fast", "-5/s", "5/week", "5//s", "1e3", "5 /s", "Infinity"])("rejects %j", (text) => {
    expect(() => parseRate(text)).toThrow(t(($) => $.cli.program.badRate));
  });

  test("rejects zero where something must be sent", () => {
    expect(() => parsePositiveRate("0/s")).toThrow(t(($) => $.cli.program.zeroRate));
  });
});

describe("quiet hours", () => {
  test("may span midnight", () => {
    expect(parseQuiet("20:00-07:30")).toEqual({ fromMinute: 1200, untilMinute: 450 });
  });

  test("round-trip through their text", () => {
    const minute = fc.integer({ min: 0, max: 1439 });
    const clock = (at: number): string =>
      `${String(Math.floor(at / 60)).padStart(2, "0")}:${String(at % 60).padStart(2, "0")}`;
    fc.assert(
      fc.property(minute, minute, (fromMinute, untilMinute) => {
        fc.pre(fromMinute !== untilMinute);
        expect(parseQuiet(`${clock(fromMinute)}-${clock(untilMinute)}`)).toEqual({ fromMinute, untilMinute });
      }),
    );
  });

  test.each(["20:00", "24:00-07:00", "20:60-07:00", "07:00-07:00", "20-7", "20:00-07:00-08:00"])(
    "reject %j",
    (text) => {
      expect(() => parseQuiet(text)).toThrow(t(($) => $.cli.program.badQuietHours));
    },
  );
});

describe("missed-start rule", () => {
  test.each([
    ["run:30", { rule: "run", lateMinutes: 30 }],
    ["run", { rule: "run", lateMinutes: 15 }],
    ["ask", { rule: "ask" }],
    ["skip", { rule: "skip" }],
  ])("parses %s", (text, rule) => {
    expect(parseMissed(text)).toEqual(rule);
  });

  test.each(["later", "run:", "run:-5", "ask:15"])("rejects %j", (text) => {
    expect(() => parseMissed(text)).toThrow(t(($) => $.cli.program.badMissed));
  });
});

test("accepts a time zone that this computer knows", () => {
  expect(parseZone("Europe/Berlin")).toBe("Europe/Berlin");
  expect(() => parseZone("Europe/Atlantis")).toThrow(t(($) => $.cli.program.badZone, { text: "Europe/Atlantis" }));
});

test("rejects a whole number outside its bounds, and names the bounds", () => {
  const parse = parseWhole("The concurrency", 1, 512);
  expect(parse("64")).toBe(64);
  for (const text of ["0", "513", "1.5", "abc", ""])
    expect(() => parse(text)).toThrow(
      t(($) => $.cli.program.wholeNumberBetween, { name: "The concurrency", min: 1, max: 512 }),
    );
});

test("accepts the id of a snapshot or a date", () => {
  expect(parseSnapshot("12")).toEqual({ snapshot: 12 });
  expect(parseSnapshot("2031-04-02")).toEqual({ at: Date.UTC(2031, 3, 2) });
  expect(() => parseSnapshot("yesterday")).toThrow(t(($) => $.cli.program.badSnapshot));
});

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
    globals: () => ({ dataDir: "", keychain: "memory", hasKeychainOption: false, output: "table", verbose: false }),
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

const isoOf = (text: string, zone: string): string | undefined => {
  const instant = instantOf(text, zone);
  return instant === undefined ? undefined : new Date(instant).toISOString();
};

test.each([
  ["2031-04-02T09:15:00Z", "Europe/Berlin", "2031-04-02T09:15:00.000Z"],
  ["2031-04-02T09:15:00+02:00", "UTC", "2031-04-02T07:15:00.000Z"],
  ["2031-04-02T09:15:00.250-0530", "UTC", "2031-04-02T14:45:00.250Z"],
  ["2031-04-02T09:15", "Europe/Berlin", "2031-04-02T07:15:00.000Z"],
  ["2031-01-02 09:15", "Europe/Berlin", "2031-01-02T08:15:00.000Z"],
  ["2031-04-02", "Asia/Kolkata", "2031-04-01T18:30:00.000Z"],
])("reads %s in %s as %s", (text, zone, expected) => {
  expect(isoOf(text, zone)).toBe(expected);
});

test("reads a skipped local time as the moment of the change", () => {
  expect(isoOf("2031-03-30T02:30", "Europe/Berlin")).toBe("2031-03-30T01:00:00.000Z");
});

test("reads a repeated local time as the first of the two", () => {
  expect(isoOf("2031-10-26T02:30", "Europe/Berlin")).toBe("2031-10-26T00:30:00.000Z");
});

test.each(["", "tomorrow", "2031-02-30", "2031-13-01", "2031-04-02T25:00", "02.04.2031", "2031-04-02T09"])(
  "rejects %j",
  (text) => {
    expect(instantOf(text, "UTC")).toBeUndefined();
  },
);

test("round-trips every instant through its ISO text", () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date("1990-01-01T00:00:00Z"), max: new Date("2090-01-01T00:00:00Z"), noInvalidDate: true }),
      (date) => {
        expect(instantOf(date.toISOString(), "America/New_York")).toBe(date.getTime());
      },
    ),
  );
});

test.each([
  ["2031-03-30T02:30", "Europe/Berlin", "03:00"],
  ["2031-03-30T03:00", "Europe/Berlin", undefined],
  ["2031-10-26T02:30", "Europe/Berlin", undefined],
  ["2031-03-30T02:30:00+01:00", "Europe/Berlin", undefined],
  ["2031-03-30T02:30", "UTC", undefined],
])("%s in %s is skipped to %s", (text, zone, time) => {
  expect(skippedTo(text, zone)).toBe(time);
});
