/** What a profile uses, as far as is known. */
import { expect, test } from "vitest";
import type { DnsStand } from "#contract/network-words.ts";
import type { DnsChangeRow } from "../../../../main/features/dns/queries.ts";
import { isSame, useOf } from "../../../../main/features/dns/stands.ts";

const three: DnsStand = { state: "uses", dns: "3" };
const four: DnsStand = { state: "uses", dns: "4" };
const none: DnsStand = { state: "none" };
const unknown: DnsStand = { state: "unknown" };

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

test("of whom nobody said anything nothing is known, and that is not none", () => {
  expect(useOf(undefined, undefined)).toEqual({ stand: unknown });
});

test("what was done here counts until the service tells something newer", () => {
  const here = { stand: four, source: "this-computer", asOf: 100 };
  expect(useOf(undefined, row({}))).toEqual(here);
  expect(useOf({ stand: three, asOf: 99 }, row({}))).toEqual(here);
  expect(useOf({ stand: none, asOf: 111 }, row({}))).toEqual({ stand: none, source: "service", asOf: 111 });
});

test.each([100, 105, 110])("a reading that began (at %i) before the change had ended proves nothing", (asOf) => {
  const here = { stand: four, source: "this-computer", asOf: 100 };
  expect(useOf({ stand: three, asOf }, row({}))).toEqual(here);
  expect(useOf({ stand: four, asOf }, row({ state: "unknown" })).stand).toEqual(unknown);
});

test("while the request is on its way no reading tells what stands after it", () => {
  const sent = row({ state: "unknown", ended: null });
  expect(useOf({ stand: four, asOf: 9_999_999 }, sent)).toMatchObject({ stand: unknown, lost: { wanted: four } });
});

test("a lost change that reading does not show may still happen, until two minutes have gone", () => {
  const lost = row({ state: "unknown" });
  expect(useOf({ stand: three, asOf: 120_109 }, lost).stand).toEqual(unknown);
  expect(useOf({ stand: three, asOf: 120_110 }, lost)).toEqual({ stand: three, source: "service", asOf: 120_110 });
});

test("what a person said is told as such", () => {
  expect(useOf(undefined, row({ kind: "told", after: JSON.stringify(none) }))).toEqual({
    stand: none,
    source: "person",
    asOf: 100,
  });
});

test("a lost answer leaves it unknown, with what was wanted, until the service tells", () => {
  const lost = row({ state: "unknown" });
  expect(useOf({ stand: three, asOf: 50 }, lost)).toEqual({
    stand: unknown,
    lost: { change: 1, wanted: four, at: 100 },
  });
  expect(useOf({ stand: four, asOf: 150 }, lost)).toEqual({ stand: four, source: "service", asOf: 150 });
});

test("unknown is like nothing, not even like unknown", () => {
  expect([
    isSame(four, { state: "uses", dns: "4" }),
    isSame(none, none),
    isSame(unknown, unknown),
    isSame(three, four),
  ]).toEqual([true, true, false, false]);
});
