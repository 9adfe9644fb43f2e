import { expect, test } from "vitest";
import type { DnsAssignment } from "#shared/contract/network/network-schemas.ts";
import { type AssignmentChange, dnsUse } from "../../../../../main/features/network/dns/dns-changes.ts";
import { isSame } from "../../../../../main/features/network/profiles/profile-changes.ts";

const three: DnsAssignment = { state: "uses", dns: "3" };
const four: DnsAssignment = { state: "uses", dns: "4" };
const none: DnsAssignment = { state: "none" };
const unknown: DnsAssignment = { state: "unknown" };

function row(changes: Partial<AssignmentChange>): AssignmentChange {
  return {
    change: 1,
    kind: "attached",
    state: "applied",
    at: 100,
    endedAt: 110,
    profile: "901",
    profileName: undefined,
    before: unknown,
    after: four,
    request: { after: four },
    ...changes,
  };
}

test("is unknown, not none, without a report or a change", () => {
  expect(dnsUse(undefined, undefined)).toEqual({ assignment: unknown });
});

test("uses a local change until the service reports something newer", () => {
  const here = { assignment: four, source: "this-computer", asOf: 100 };
  expect(dnsUse(undefined, row({}))).toEqual(here);
  expect(dnsUse({ assignment: three, asOf: 99 }, row({}))).toEqual(here);
  expect(dnsUse({ assignment: none, asOf: 111 }, row({}))).toEqual({ assignment: none, source: "service", asOf: 111 });
});

test.each([100, 105, 110])("ignores a reading that began (at %i) before the change had ended", (asOf) => {
  const here = { assignment: four, source: "this-computer", asOf: 100 };
  expect(dnsUse({ assignment: three, asOf }, row({}))).toEqual(here);
  expect(dnsUse({ assignment: four, asOf }, row({ state: "unknown" })).assignment).toEqual(unknown);
});

test.each(["sending", "unknown"] as const)("ignores readings while the change is %s", (state) => {
  expect(dnsUse({ assignment: four, asOf: 9_999_999 }, row({ state }))).toEqual({
    assignment: unknown,
    lost: { change: 1, requested: four, at: 100 },
  });
});

test("marks an assignment recorded by an operator as such", () => {
  expect(dnsUse(undefined, row({ kind: "recorded", after: none }))).toEqual({
    assignment: none,
    source: "person",
    asOf: 100,
  });
});

test("treats unknown as equal to nothing, not even to unknown", () => {
  expect([
    isSame(four, { state: "uses", dns: "4" }),
    isSame(none, none),
    isSame(unknown, unknown),
    isSame(three, four),
  ]).toEqual([true, true, false, false]);
});
