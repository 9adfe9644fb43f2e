import { expect, test } from "vitest";
import { planSchema } from "#contract/campaigns.ts";
import type { DraftBody } from "#contract/drafts.ts";
import { changedFields, type PlannedWith } from "../../../../../renderer/features/campaign-wizard/changed-fields.ts";

const body: DraftBody = {
  name: " May ",
  from: "4911",
  text: "GO {{pin}}",
  bindings: { pin: { column: "PIN" } },
  audience: [{ op: "add", source: { list: { id: 1, by: "SIM" } } }],
  stopRule: { consecutive: 5 },
  rings: { canary: { size: { count: 20 }, over: ["tags"], gate: { on: "delivered", share: 0.9, withinMinutes: 30 } } },
  template: 3,
};

/** As the core answers it: parsed by the treaty, with every default filled in. */
function frozen(written: DraftBody): PlannedWith {
  const { connection: _none, ...planned } = planSchema.parse({ ...written, name: written.name?.trim() });
  return planned;
}

test("what was frozen and not touched is the same, defaults and order of fields aside", () => {
  expect(changedFields(body, frozen(body), undefined)).toEqual([]);
  expect(
    changedFields({ ...body, watchHours: 24, concurrency: 16, whenNotListed: "send" }, frozen(body), undefined),
  ).toEqual([]);
});

test("every change is named", () => {
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

test("a long list of ids that the campaign does not keep is compared with what this window has frozen", () => {
  const long: DraftBody = { ...body, audience: [{ op: "add", source: { ids: ["1", "2"] } }] };
  const { audience: _left, ...planned } = frozen(long);
  expect(changedFields(long, planned, long)).toEqual([]);
  // Nobody knows any more: it is frozen anew rather than sent to somebody else.
  expect(changedFields(long, planned, undefined)).toEqual(["audience"]);
});
