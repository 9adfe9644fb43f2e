import { resolve } from "node:path";
import { expect, test } from "vitest";
import { parseSource } from "../../../main/cli/features/campaigns/audience.ts";
import { t } from "../../../main/cli/text.ts";
import { describePlan, planInput, type PlanOptions } from "../../../main/cli/features/campaigns/plan.ts";

const basic = { name: "reboot", sender: "4911", text: "REBOOT" } as const;
const message = { name: "reboot", from: "4911", text: "REBOOT" } as const;
const plan = (options: Partial<PlanOptions>): ReturnType<typeof planInput> =>
  planInput({ ...basic, ...options }, "Europe/Berlin");

test("resolves a CSV file to an absolute path", () => {
  expect(plan({ csv: "a.csv", keyColumn: "iccid" })).toEqual({
    ...message,
    audience: [{ source: { csv: { file: resolve("a.csv"), by: "iccid" } } }],
  });
});

test("includes the outage limit in the stop rule", () => {
  expect(plan({ filter: "", outageLimit: 120 })).toMatchObject({ stopRule: { outageLimitMinutes: 120 } });
});

test("treats an empty filter as all cached endpoints", () => {
  expect(plan({ filter: "" })).toEqual({ ...message, audience: [{ source: { filter: "" } }] });
});

test("applies sources in the order typed, and binds variables", () => {
  const options = {
    add: [
      { op: "add" as const, source: parseSource("filter:tags:north*"), order: 1 },
      { op: "add" as const, source: parseSource("ids:70001, 70002"), order: 3 },
    ],
    remove: [{ op: "remove" as const, source: parseSource("campaign:7:accepted"), order: 2 }],
    var: [["word", { value: "a=b" }] as const],
    varFrom: [["pin", { column: "PIN code" }] as const],
  };
  expect(plan(options)).toEqual({
    ...message,
    audience: [
      { op: "add", source: { filter: "tags:north*" } },
      { op: "remove", source: { campaign: { campaignId: "7", part: "accepted" } } },
      { op: "add", source: { ids: ["70001", "70002"] } },
    ],
    bindings: { word: { value: "a=b" }, pin: { column: "PIN code" } },
  });
});

test.each(["nope", "view:x", "campaign:7:everybody", "audience:", "ids", "ids: ,", "csv:"])(
  "rejects %s as a source",
  (text) => {
    expect(() => parseSource(text)).toThrow();
  },
);

test("reads times without an offset in the named zone", () => {
  const { schedule } = plan({
    csv: "a.csv",
    at: "2031-01-02T09:00",
    timeZone: "Asia/Tokyo",
    sendBefore: "2031-01-02T10:00",
  });
  expect(schedule).toEqual({ zone: "Asia/Tokyo", at: Date.UTC(2031, 0, 2), expiresAt: Date.UTC(2031, 0, 2, 1) });
});

test("uses the time zone of this computer for quiet hours without a zone", () => {
  const quiet = { fromMinute: 1200, untilMinute: 420 };
  expect(plan({ csv: "a.csv", quietHours: quiet }).schedule).toEqual({ zone: "Europe/Berlin", quiet });
});

test.each([
  ["no audience", {}, t(($) => $.cli.campaigns.audience.missing)],
  ["two audiences", { csv: "a.csv", filter: "id:1" }, t(($) => $.cli.campaigns.audience.csvOrFilter)],
  ["a column without a CSV", { filter: "id:1", keyColumn: "iccid" }, t(($) => $.cli.campaigns.audience.byNeedsCsv)],
  [
    "a missed-start rule without a start time",
    { csv: "a.csv", ifMissed: { rule: "ask" } },
    t(($) => $.cli.campaigns.plan.missedNeedsAt),
  ],
  [
    "an end before the start",
    { csv: "a.csv", at: "2031-01-02", sendBefore: "2031-01-01" },
    t(($) => $.cli.campaigns.plan.expiresBeforeAt),
  ],
] as const)("%s is invalid usage", (_case, options, sentence) => {
  expect(() => plan(options)).toThrow(sentence);
});

test("prints the note about the audience before the next command", () => {
  const answer = { campaignId: "7", planned: 2, excluded: [], excludedByReason: {}, segments: 2, segmentsExact: true };
  const text = describePlan({ ...answer, note: "The local copy of the endpoints is not complete." });
  expect(text).toContain(
    `\n${t(($) => $.cli.program.note, { note: "The local copy of the endpoints is not complete." })}\n${t(($) => $.cli.campaigns.plan.notSentYet, { campaign: "7", confirm: "" })}`,
  );
  expect(describePlan(answer)).not.toContain(t(($) => $.cli.program.note, { note: "" }).trim());
});

test("counts all exclusions and their reasons, although the answer lists only the first ones", () => {
  const excluded = Array.from({ length: 12 }, (_, index) => {
    const place = { row: index + 2, source: 0, sourceRow: index + 2 };
    return { ...place, identifier: "x", reason: "unresolved" };
  });
  const answer = {
    campaignId: "7",
    planned: 5000,
    excluded,
    excludedByReason: { disabled: 2999, unresolved: 1 },
    segments: 2000,
    segmentsExact: true,
  };
  expect(describePlan(answer)).toContain(
    t(($) => $.cli.campaigns.plan.result, {
      campaign: "7",
      planned: "2,000",
      excluded: "3,000",
      segments: t(($) => $.common.segmentCount, { count: 2000 }),
    }),
  );
  expect(describePlan(answer)).toContain(
    t(($) => $.cli.campaigns.plan.moreExcluded, {
      count: 2990,
      reasons: "disabled 2,999, unresolved 1",
      campaign: "7",
    }),
  );
  expect(describePlan(answer)).toContain(" --confirm 2000\n");
});

test("reports that all recipients are excluded, without a command to send", () => {
  const emptyPlan = {
    campaignId: "22",
    planned: 14,
    segments: 0,
    segmentsExact: true,
    excluded: [],
    excludedByReason: { unresolved: 14 },
  };
  const text = describePlan(emptyPlan);
  expect(text).toContain("14");
  expect(text).toContain(t(($) => $.cli.campaigns.plan.allExcluded, { campaign: "22" }));
  expect(text).not.toContain("campaign run");
});
