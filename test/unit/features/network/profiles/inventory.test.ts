import { expect, test } from "vitest";
import {
  type CachedProfiles,
  type FromEndpoints,
  mergeProfiles,
} from "../../../../../main/features/network/profiles/inventory.ts";
import type { Change } from "../../../../../main/core/journal/change.ts";

const nothing: CachedProfiles = { reading: undefined, listed: [], details: [], changes: [] };
const noEndpoints: FromEndpoints = { profiles: [], cache: { state: "never" } };
const json = (record: object): string => JSON.stringify(record);

function change(overrides: Partial<Change>): Change {
  return {
    change: 1,
    resource: "profile",
    action: "create",
    state: "applied",
    at: 100,
    endedAt: 100,
    subject: "905",
    name: "New",
    request: { name: "New", dns: "4", callback: "21" },
    work: "change 1",
    ...overrides,
  };
}

test("lists each profile once with every source that has it", () => {
  const stored: CachedProfiles = {
    ...nothing,
    reading: { state: "read", as_of: 50 },
    listed: [
      { id: "901", record: json({ id: 901, name: "Trackers", used_count: "16", allowed_3g: 1 }) },
      { id: "904", record: json({ id: 904, name: "Alarms" }) },
    ],
    changes: [change({})],
  };
  const profiles = [
    { id: "901", name: "Trackers (old)", count: 16 },
    { id: "903", name: undefined, count: 2 },
  ];
  const merged = mergeProfiles(stored, { profiles, cache: { state: "complete", asOf: 40 } });
  expect(merged.map(({ id, name, sources, count }) => [id, name, sources.map(({ from }) => from), count])).toEqual([
    ["904", "Alarms", ["service"], 0],
    ["905", "New", ["this-computer"], 0],
    ["901", "Trackers", ["service", "endpoints"], 16],
    ["903", undefined, ["endpoints"], 2],
  ]);
  expect(merged.find(({ id }) => id === "901")).toMatchObject({
    usedCount: { count: 16, asOf: 50 },
    switches: { allowed_3g: true },
    callback: { assignment: { state: "unknown" } },
    reported: undefined,
  });
});

test("ignores the detail and the creation of a profile that a newer list does not have", () => {
  const stored: CachedProfiles = {
    ...nothing,
    reading: { state: "read", as_of: 200 },
    details: [{ id: "905", state: "read", record: json({ id: 905, name: "New" }), as_of: 150 }],
    changes: [change({})],
  };
  expect(mergeProfiles(stored, noEndpoints)).toEqual([]);
  const older: CachedProfiles = { ...stored, reading: { state: "read", as_of: 90 } };
  expect(mergeProfiles(older, noEndpoints).map(({ id }) => id)).toEqual(["905"]);
});

test("keeps a created profile when the list was requested before the creation had ended", () => {
  const stored: CachedProfiles = {
    ...nothing,
    reading: { state: "read", as_of: 150 },
    changes: [change({ endedAt: 160 })],
  };
  expect(mergeProfiles(stored, noEndpoints).map(({ id }) => id)).toEqual(["905"]);
});

test("uses endpoints and local creations where the service has no list", () => {
  const stored: CachedProfiles = { ...nothing, reading: { state: "not-offered", as_of: 500 }, changes: [change({})] };
  const [profile] = mergeProfiles(stored, noEndpoints);
  expect(profile).toMatchObject({
    id: "905",
    sources: [{ from: "this-computer", asOf: 100 }],
    endpoints: { exactness: "unknown" },
    callback: { assignment: { state: "uses", callback: "21" }, source: "this-computer", asOf: 100 },
  });
});

test("lists a profile whose DNS configuration was changed here as a local one", () => {
  expect(mergeProfiles(nothing, noEndpoints, [{ id: "77", name: undefined, at: 5 }])).toMatchObject([
    { id: "77", sources: [{ from: "this-computer", asOf: 5 }] },
  ]);
});

const detail = (record: object, as_of: number): CachedProfiles["details"][number] => ({
  id: "901",
  state: "read",
  record: json({ id: 901, name: "Trackers", ...record }),
  as_of,
});
const setTo = (callback: string, overrides: Partial<Change> = {}): Change =>
  change({
    resource: "profile-callback",
    action: "set",
    subject: "901",
    name: undefined,
    request: { after: { state: "uses", callback } },
    ...overrides,
  });

test.each([
  [
    "a detail with a callback",
    [detail({ api_callback: { id: 21, url: "https://a.example" } }, 50)],
    [],
    { state: "uses", callback: "21", url: "https://a.example" },
  ],
  ["a detail with null", [detail({ api_callback: null }, 50)], [], { state: "none" }],
  ["a detail with the id null", [detail({ api_callback: { id: null } }, 50)], [], { state: "none" }],
  ["a detail without the field", [detail({}, 50)], [], { state: "unknown" }],
  [
    "a newer local change",
    [detail({ api_callback: { id: 21 } }, 50)],
    [setTo("22")],
    { state: "uses", callback: "22" },
  ],
  [
    "a detail newer than the local change",
    [detail({ api_callback: { id: 23 } }, 150)],
    [setTo("22")],
    { state: "uses", callback: "23" },
  ],
  ["a newer detail without the field", [detail({}, 150)], [setTo("22")], { state: "uses", callback: "22" }],
  [
    "a lost answer",
    [detail({ api_callback: { id: 21 } }, 50)],
    [setTo("22", { state: "unknown" })],
    { state: "unknown" },
  ],
  [
    "a detail that was requested before the change had ended",
    [detail({ api_callback: { id: 21 } }, 150)],
    [setTo("22", { endedAt: 160 })],
    { state: "uses", callback: "22" },
  ],
  [
    "a lost answer and a detail that does not show the change yet",
    [detail({ api_callback: { id: 21 } }, 150)],
    [setTo("22", { state: "unknown" })],
    { state: "unknown" },
  ],
] as const)("derives the callback from %s", (_what, details, changes, assignment) => {
  const [profile] = mergeProfiles({ ...nothing, details, changes }, noEndpoints);
  expect(profile?.callback.assignment).toEqual(assignment);
});

test("uses the DNS configuration of a record in every form", () => {
  const reportedFor = (dns: unknown): unknown =>
    mergeProfiles({ ...nothing, details: [detail({ dns }, 50)] }, noEndpoints)[0]?.reported;
  expect([
    reportedFor({ id: 4 }),
    reportedFor("4"),
    reportedFor(null),
    reportedFor({ id: null }),
    reportedFor({}),
  ]).toEqual([
    { assignment: { state: "uses", dns: "4" }, asOf: 50 },
    { assignment: { state: "uses", dns: "4" }, asOf: 50 },
    { assignment: { state: "none" }, asOf: 50 },
    { assignment: { state: "none" }, asOf: 50 },
    undefined,
  ]);
});
