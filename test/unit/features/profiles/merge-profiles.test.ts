/** Service profiles out of three sources. */
import { expect, test } from "vitest";
import { type FromEndpoints, mergeProfiles } from "../../../../main/features/profiles/merge-profiles.ts";
import type { CachedProfiles, ProfileChangeRow } from "../../../../main/features/profiles/queries.ts";

const nothing: CachedProfiles = { reading: undefined, listed: [], details: [], changes: [] };
const noEndpoints: FromEndpoints = { profiles: [], copy: { state: "never" } };
const json = (record: object): string => JSON.stringify(record);

function change(overrides: Partial<ProfileChangeRow>): ProfileChangeRow {
  return {
    change: 1,
    kind: "create",
    state: "done",
    at: 100,
    ended: 100,
    settled_at: null,
    profile: "905",
    name: "New",
    known: "[]",
    before: null,
    after: json({ name: "New", dns: "4", callback: "21" }),
    ...overrides,
  };
}

test("each profile is there once and says every source that knows it", () => {
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
  const merged = mergeProfiles(stored, { profiles, copy: { state: "complete", asOf: 40 } });
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

test("one that a newer list is without is known neither from its detail nor from its creation", () => {
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

test("a list that was asked for before the creation had ended does not make the profile gone", () => {
  const stored: CachedProfiles = {
    ...nothing,
    reading: { state: "read", as_of: 150 },
    changes: [change({ ended: 160 })],
  };
  expect(mergeProfiles(stored, noEndpoints).map(({ id }) => id)).toEqual(["905"]);
});

test("without a list of the service it is known from endpoints and from here, and the latter is gone with nothing", () => {
  const stored: CachedProfiles = { ...nothing, reading: { state: "not-offered", as_of: 500 }, changes: [change({})] };
  const [profile] = mergeProfiles(stored, noEndpoints);
  expect(profile).toMatchObject({
    id: "905",
    sources: [{ from: "this-computer", asOf: 100 }],
    endpoints: { exactness: "unknown" },
    callback: { assignment: { state: "uses", callback: "21" }, source: "this-computer", asOf: 100 },
  });
});

test("one whose DNS was changed from here is known from here", () => {
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
const setTo = (callback: string, overrides: Partial<ProfileChangeRow> = {}): ProfileChangeRow =>
  change({ kind: "callback", profile: "901", name: null, after: json({ state: "uses", callback }), ...overrides });

test.each([
  [
    "a detail that names one",
    [detail({ api_callback: { id: 21, url: "https://a.example" } }, 50)],
    [],
    { state: "uses", callback: "21", url: "https://a.example" },
  ],
  ["a detail that says null", [detail({ api_callback: null }, 50)], [], { state: "none" }],
  ["a detail that says id null", [detail({ api_callback: { id: null } }, 50)], [], { state: "none" }],
  ["a detail without the field", [detail({}, 50)], [], { state: "unknown" }],
  [
    "something newer done here",
    [detail({ api_callback: { id: 21 } }, 50)],
    [setTo("22")],
    { state: "uses", callback: "22" },
  ],
  [
    "a detail that is newer still",
    [detail({ api_callback: { id: 23 } }, 150)],
    [setTo("22")],
    { state: "uses", callback: "23" },
  ],
  ["a newer detail that tells nothing", [detail({}, 150)], [setTo("22")], { state: "uses", callback: "22" }],
  [
    "a lost answer",
    [detail({ api_callback: { id: 21 } }, 50)],
    [setTo("22", { state: "unknown" })],
    { state: "unknown" },
  ],
  [
    "a detail that was asked for before the change had ended",
    [detail({ api_callback: { id: 21 } }, 150)],
    [setTo("22", { ended: 160 })],
    { state: "uses", callback: "22" },
  ],
  [
    "a lost answer and a detail that does not show it yet",
    [detail({ api_callback: { id: 21 } }, 150)],
    [setTo("22", { state: "unknown" })],
    { state: "unknown" },
  ],
  [
    "a lost answer and a detail that shows it",
    [detail({ api_callback: { id: 22 } }, 150)],
    [setTo("22", { state: "unknown" })],
    { state: "uses", callback: "22" },
  ],
] as const)("the callback is known from %s", (_what, details, changes, assignment) => {
  const [profile] = mergeProfiles({ ...nothing, details, changes }, noEndpoints);
  expect(profile?.callback.assignment).toEqual(assignment);
});

test("a record that tells the DNS configuration is believed, in whichever form", () => {
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
