import { expect, test } from "vitest";
import { planSchema } from "#shared/contract/campaigns/campaigns.ts";
import type { DraftBody } from "#shared/contract/campaigns/drafts.ts";
import {
  changedFields,
  type PlannedWith,
} from "../../../../../../renderer/features/campaigns/wizard/changed-fields.ts";

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
