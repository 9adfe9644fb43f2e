import { expect, test } from "vitest";
import type { DnsAssignment } from "#shared/contract/network/network-schemas.ts";
import type { DnsChangeRow } from "../../../../../main/features/network/dns/queries.ts";
import { isSame, useOf } from "../../../../../main/features/network/dns/assignments.ts";

const three: DnsAssignment = { state: "uses", dns: "3" };
const four: DnsAssignment = { state: "uses", dns: "4" };
const none: DnsAssignment = { state: "none" };
const unknown: DnsAssignment = { state: "unknown" };

function row(changes: Partial<DnsChangeRow>): DnsChangeRow {
  return {
    change: 1,
    kind: "attached",
    state: "done",
    code: null,
    message: null,
    at: 100,
    ended: 110,
    profile: "901",
    profile_name: null,
    before: JSON.stringify(unknown),
    after: JSON.stringify(four),
    undo_of: null,
    undone_by: null,
    ...changes,
  };
}

test("is unknown, not none, without a report or a change", () => {
  expect(useOf(undefined, undefined)).toEqual({ assignment: unknown });
});

test("uses a local change until the service reports something newer", () => {
  const here = { assignment: four, source: "this-computer", asOf: 100 };
  expect(useOf(undefined, row({}))).toEqual(here);
  expect(useOf({ assignment: three, asOf: 99 }, row({}))).toEqual(here);
  expect(useOf({ assignment: none, asOf: 111 }, row({}))).toEqual({ assignment: none, source: "service", asOf: 111 });
});

test.each([100, 105, 110])("ignores a reading that began (at %i) before the change had ended", (asOf) => {
  const here = { assignment: four, source: "this-computer", asOf: 100 };
  expect(useOf({ assignment: three, asOf }, row({}))).toEqual(here);
  expect(useOf({ assignment: four, asOf }, row({ state: "unknown" })).assignment).toEqual(unknown);
});

test("ignores readings while the request is in flight", () => {
  const sent = row({ state: "unknown", ended: null });
  expect(useOf({ assignment: four, asOf: 9_999_999 }, sent)).toMatchObject({
    assignment: unknown,
    lost: { requested: four },
  });
});

test("keeps a lost change that readings do not show unconfirmed for two minutes", () => {
  const lost = row({ state: "unknown" });
  expect(useOf({ assignment: three, asOf: 120_109 }, lost).assignment).toEqual(unknown);
  expect(useOf({ assignment: three, asOf: 120_110 }, lost)).toEqual({
    assignment: three,
    source: "service",
    asOf: 120_110,
  });
});

test("marks an assignment recorded by an operator as such", () => {
  expect(useOf(undefined, row({ kind: "told", after: JSON.stringify(none) }))).toEqual({
    assignment: none,
    source: "person",
    asOf: 100,
  });
});

test("is unknown with the requested assignment after a lost answer, until the service reports", () => {
  const lost = row({ state: "unknown" });
  expect(useOf({ assignment: three, asOf: 50 }, lost)).toEqual({
    assignment: unknown,
    lost: { change: 1, requested: four, at: 100 },
  });
  expect(useOf({ assignment: four, asOf: 150 }, lost)).toEqual({ assignment: four, source: "service", asOf: 150 });
});

test("treats unknown as equal to nothing, not even to unknown", () => {
  expect([
    isSame(four, { state: "uses", dns: "4" }),
    isSame(none, none),
    isSame(unknown, unknown),
    isSame(three, four),
  ]).toEqual([true, true, false, false]);
});
