import { codedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { senderProblem } from "#shared/rules/sender-number.ts";
import { expect, test } from "vitest";
import {
  changeFromTemplate,
  copyOf,
  listsOnCards,
  previewQueryOf,
  isSamePreviewQuery,
  withAudience,
  withList,
  withoutInputs,
  wordingOf,
  changedFields,
  type PlannedWith,
} from "../../../../../../renderer/features/campaigns/wizard/draft-body.ts";
import { issueOf, issuesOf } from "../../../../../../renderer/features/campaigns/wizard/draft-issues.ts";
import { planSchema } from "#shared/contract/campaigns/campaigns.ts";
import type { DraftBody } from "#shared/contract/campaigns/drafts.ts";

const complete = {
  name: "May",
  from: "4911",
  text: "GO",
  audience: [{ op: "add" as const, source: { filter: "" } }],
};
const gate = { on: "delivered" as const, share: 0.9, withinMinutes: 30 };

test("lists the missing fields of an empty draft by step, and none of a complete one", () => {
  expect(issuesOf(complete)).toEqual([]);
  expect(issuesOf({}).map(({ step, field }) => `${step} ${field}`)).toEqual([
    "audience audience",
    "text name",
    "text from",
    "text text",
  ]);
});

test("rejects an audience that only removes", () => {
  expect(issueOf({ ...complete, audience: [{ op: "remove", source: { filter: "" } }] }, "audience")).toBe(
    t(($) => $.planning.problems.audience),
  );
});

test("accepts a sender of at most 15 digits in any notation", () => {
  for (const from of [" 4911 ", "+49 157 000 1122"]) expect(issueOf({ ...complete, from }, "from")).toBeUndefined();
  for (const from of ["-4911", "1234567890123456", "Acme"]) {
    expect(issueOf({ ...complete, from }, "from")).toBe(formatText(senderProblem(from) ?? codedText("internal")));
  }
});

test("reports invalid input with its field, in the step of the field", () => {
  const input = { rate: "abc", "expect.withinMinutes": "soon", list: "7000", watchHours: " " };
  expect(issuesOf({ ...complete, invalidInput: input }).map(({ step, message }) => `${step}: ${message}`)).toEqual([
    `safety: ${t(($) => $.planning.problems.value, { input: "abc", field: t(($) => $.planning.fields.rate) })}`,
    `text: ${t(($) => $.planning.problems.value, { input: "soon", field: t(($) => $.planning.fields.replyWithin) })}`,
    `audience: ${t(($) => $.planning.problems.pastedList)}`,
  ]);
});

test("reports an incomplete time in its field and in the list of issues", () => {
  const input = { "schedule.at": "2031-04" };
  const message = t(($) => $.planning.problems.time, { field: t(($) => $.planning.fields.startTime) });
  expect(issuesOf({ ...complete, invalidInput: input })).toEqual([{ step: "safety", field: "schedule.at", message }]);
  expect(issueOf({ ...complete, invalidInput: input }, "schedule.at")).toBe(message);
});

test("requires the expected reply or the delivery checks that a gate depends on", () => {
  const wavePlan = { canary: { size: { count: 5 }, over: [], gate: { ...gate, on: "expected-reply" as const } } };
  expect(issueOf({ ...complete, rollout: wavePlan }, "rollout")).toBe(t(($) => $.planning.problems.gateReply));
  expect(issuesOf({ ...complete, rollout: wavePlan, expect: { pattern: "OK", withinMinutes: 5 } })).toEqual([]);
  expect(
    issueOf(
      { ...complete, rollout: { waves: { size: { share: 0.1 }, pauseMinutes: 0, gate } }, watchHours: 0 },
      "watchHours",
    ),
  ).toBe(t(($) => $.planning.problems.gateTracking));
});

test("requires an end after the start, and quiet hours shorter than a day", () => {
  const schedule = { zone: "UTC", missed: { rule: "ask" as const }, at: 2000, expiresAt: 1000 };
  expect(issueOf({ ...complete, schedule }, "schedule.expiresAt")).toBe(t(($) => $.planning.problems.endBeforeStart));
  const quiet = { fromMinute: 60, untilMinute: 60 };
  expect(issueOf({ ...complete, schedule: { ...schedule, expiresAt: 3000, quiet } }, "schedule.quiet")).toBeDefined();
});

test("removes the inputs of a path and of all paths below it", () => {
  const input = { "rollout.canary.size": "x", "rollout.canary.gate.share": "y", "rollout.waves.size": "z" };
  expect(withoutInputs(input, "rollout.canary")).toEqual({ "rollout.waves.size": "z" });
  expect(withoutInputs(undefined, "rate")).toEqual({});
});

test("treats white space as no text", () => {
  expect(wordingOf({ text: " \n" })).toBeUndefined();
  expect(wordingOf({ text: "GO" })).toEqual({ text: "GO", bindings: {} });
});

test("needs a new preview for another connection, audience or text, but not for another name", () => {
  const same = (body: object, connection?: string): boolean =>
    isSamePreviewQuery(
      previewQueryOf({ body: complete, connection: undefined }),
      previewQueryOf({ body: { ...complete, ...body }, connection }),
    );
  expect(same({ name: "June" })).toBe(true);
  expect([same({}, "Acme"), same({ text: "STOP" }), same({ audience: [] }), same({ bindings: {} })]).toEqual(
    Array.from({ length: 4 }, () => false),
  );
});

test("names a draft after its first file, and never after pasted text", () => {
  const list = { columns: ["a"], rows: 2, head: [], createdAt: 1, id: 1, name: "Meters May.v2.xlsx", column: "a" };
  expect(withList({}, list, undefined).name).toBe("Meters May.v2");
  expect(withList({ name: "Night" }, list, undefined).name).toBe("Night");
  expect(withList({}, { ...list, name: "Pasted list" }, { field: "list", text: "" }).name).toBeUndefined();
});

test("a list whose column was selected before has no open issue", () => {
  const list = { columns: ["a", "b"], rows: 2, head: [], createdAt: 1, id: 1, name: "x.csv" };
  expect(withList({}, list, undefined, "b")).toEqual({
    name: "x",
    audience: [{ op: "add", source: { list: { id: 1, by: "b" } } }],
    invalidInput: {},
  });
});

test("shows a card for each list without a selected column, even after another list was added", () => {
  const open = { columns: ["a", "b"], rows: 2, head: [], createdAt: 1 };
  const first = withList({}, { ...open, id: 1, name: "first.csv" }, undefined);
  const second = withList(first, { ...open, id: 2, name: "second.csv", column: "a" }, undefined);
  const third = withList(second, { ...open, id: 3, name: "third.csv" }, undefined);
  expect(listsOnCards(second, 2)).toEqual([1, 2]);
  expect(listsOnCards(third, undefined)).toEqual([1, 3]);
  // The list whose column was just selected stays; a removed one does not.
  const updated = withAudience(
    third,
    third.audience?.flatMap(({ op, source }) => {
      if (!("list" in source) || source.list.id === 3) return [];
      return [{ op, source: source.list.id === 1 ? { list: { id: 1, by: "b" } } : source }];
    }) ?? [],
  );
  expect(listsOnCards(updated, 1)).toEqual([1]);
});

test("another template replaces the defaults of the former one, and keeps the values that were set", () => {
  const template = { name: "x", folder: "", notes: "", updatedAt: 1 };
  const variables = [
    { name: "pin", description: "", standard: "0000" },
    { name: "mode", description: "", standard: "slow" },
  ];
  const reset = { ...template, id: 1, text: "RESET {{pin}} {{mode}}", variables };
  const clear = { ...template, id: 2, text: "CLR {{pin}}", variables: [{ name: "pin", description: "" }] };
  const set = { bindings: { mode: { value: "fast" } } };
  const first = changeFromTemplate(reset, set);
  expect(first.bindings).toEqual({ pin: { default: "0000" }, mode: { value: "fast" } });
  expect(changeFromTemplate(clear, first)).toEqual({ template: 2, text: "CLR {{pin}}", ...set });
});

const body: DraftBody = {
  name: " May ",
  from: "4911",
  text: "GO {{pin}}",
  bindings: { pin: { column: "PIN" } },
  audience: [{ op: "add", source: { list: { id: 1, by: "SIM" } } }],
  stopRule: { consecutive: 5 },
  rollout: {
    canary: { size: { count: 20 }, over: ["tags"], gate: { on: "delivered", share: 0.9, withinMinutes: 30 } },
  },
  template: 3,
};

/** As the core returns it: parsed by the contract, with all defaults. */
function frozen(written: DraftBody): PlannedWith {
  const { connection: _none, ...planned } = planSchema.parse({ ...written, name: written.name?.trim() });
  return planned;
}

test("finds no change in an unchanged draft, regardless of defaults and key order", () => {
  expect(changedFields(body, frozen(body), undefined)).toEqual([]);
  expect(
    changedFields({ ...body, watchHours: 24, concurrency: 16, whenNotListed: "send" }, frozen(body), undefined),
  ).toEqual([]);
});

test("lists every changed field", () => {
  const change: DraftBody = {
    ...body,
    text: "STOP",
    rate: 5,
    stopRule: { consecutive: 6 },
    audience: [{ op: "add", source: { list: { id: 1 } } }],
    schedule: { zone: "UTC", missed: { rule: "ask" } },
  };
  expect(changedFields(change, frozen(body), undefined)).toEqual([
    "text",
    "audience",
    "speed",
    "pauseRules",
    "schedule",
  ]);
});

test("compares a long list of ids with the body that this window has frozen", () => {
  const long: DraftBody = { ...body, audience: [{ op: "add", source: { ids: ["1", "2"] } }] };
  const { audience: _left, ...planned } = frozen(long);
  expect(changedFields(long, planned, long)).toEqual([]);
  // Without that body the audience counts as changed: freezing again is safer than sending to a different audience.
  expect(changedFields(long, planned, undefined)).toEqual(["audience"]);
});

test("compares everything that the plan stores with the plan, not with the body that this window has frozen", () => {
  const edited = frozen({ ...body, text: "STOP", audience: [{ op: "add", source: { filter: "" } }] });
  expect(changedFields(body, edited, body)).toEqual(["text", "audience"]);
});

test("a copy without the lists asks for the variables that had their values there", () => {
  const bindings = { pin: { default: "0000" }, site: { value: "7" } };
  const planned = frozen({ ...complete, text: "RESET {{pin}} {{site}}", bindings });
  const followUp = copyOf(planned, "May (no reply)", { campaignId: "3", part: "silent" });
  expect(followUp).toMatchObject({
    audience: [{ source: { campaign: { campaignId: "3", part: "silent" } } }],
    bindings: { site: { value: "7" } },
  });
  expect(followUp.bindings).not.toHaveProperty("pin");
  expect(copyOf(planned, "May (copy)", { campaignId: "3", part: "all" }).bindings).toEqual(bindings);
});
