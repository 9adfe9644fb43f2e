/** Service profiles out of three sources. */
import { expect, test } from "vitest";
import { type FromEndpoints, knownProfiles } from "../../../../main/features/profiles/known-profiles.ts";
import type { KeptProfiles, ProfileChangeRow } from "../../../../main/features/profiles/queries.ts";

const nothing: KeptProfiles = { reading: undefined, listed: [], details: [], changes: [] };
const noEndpoints: FromEndpoints = { profiles: [], copy: { state: "never" } };
const json = (record: object): string => JSON.stringify(record);

function change(given: Partial<ProfileChangeRow>): ProfileChangeRow {
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
    ...given,
  };
}

test("each profile is there once and says every source that knows it", () => {
  const kept: KeptProfiles = {
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
  const found = knownProfiles(kept, { profiles, copy: { state: "complete", asOf: 40 } });
  expect(found.map(({ id, name, sources, count }) => [id, name, sources.map(({ from }) => from), count])).toEqual([
    ["904", "Alarms", ["service"], 0],
    ["905", "New", ["this-computer"], 0],
    ["901", "Trackers", ["service", "endpoints"], 16],
    ["903", undefined, ["endpoints"], 2],
  ]);
  expect(found.find(({ id }) => id === "901")).toMatchObject({
    usedCount: { count: 16, asOf: 50 },
    switches: { allowed_3g: true },
    callback: { stand: { state: "unknown" } },
    told: undefined,
  });
});

test("one that a newer list is without is known neither from its detail nor from its creation", () => {
  const kept: KeptProfiles = {
    ...nothing,
    reading: { state: "read", as_of: 200 },
    details: [{ id: "905", state: "read", record: json({ id: 905, name: "New" }), as_of: 150 }],
    changes: [change({})],
  };
  expect(knownProfiles(kept, noEndpoints)).toEqual([]);
  const older: KeptProfiles = { ...kept, reading: { state: "read", as_of: 90 } };
  expect(knownProfiles(older, noEndpoints).map(({ id }) => id)).toEqual(["905"]);
});

test("a list that was asked for before the creation had ended does not make the profile gone", () => {
  const kept: KeptProfiles = { ...nothing, reading: { state: "read", as_of: 150 }, changes: [change({ ended: 160 })] };
  expect(knownProfiles(kept, noEndpoints).map(({ id }) => id)).toEqual(["905"]);
});

test("without a list of the service it is known from endpoints and from here, and the latter is gone with nothing", () => {
  const kept: KeptProfiles = { ...nothing, reading: { state: "not-offered", as_of: 500 }, changes: [change({})] };
  const [found] = knownProfiles(kept, noEndpoints);
  expect(found).toMatchObject({
    id: "905",
    sources: [{ from: "this-computer", asOf: 100 }],
    endpoints: { exactness: "unknown" },
    callback: { stand: { state: "uses", callback: "21" }, source: "this-computer", asOf: 100 },
  });
});

test("one whose DNS was changed from here is known from here", () => {
  expect(knownProfiles(nothing, noEndpoints, [{ id: "77", name: undefined, at: 5 }])).toMatchObject([
    { id: "77", sources: [{ from: "this-computer", asOf: 5 }] },
  ]);
});

const detail = (record: object, as_of: number): KeptProfiles["details"][number] => ({
  id: "901",
  state: "read",
  record: json({ id: 901, name: "Trackers", ...record }),
  as_of,
});
const setTo = (callback: string, given: Partial<ProfileChangeRow> = {}): ProfileChangeRow =>
  change({ kind: "callback", profile: "901", name: null, after: json({ state: "uses", callback }), ...given });

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
] as const)("the callback is known from %s", (_what, details, changes, stand) => {
  const [found] = knownProfiles({ ...nothing, details, changes }, noEndpoints);
  expect(found?.callback.stand).toEqual(stand);
});

test("a record that tells the DNS configuration is believed, in whichever form", () => {
  const told = (dns: unknown): unknown =>
    knownProfiles({ ...nothing, details: [detail({ dns }, 50)] }, noEndpoints)[0]?.told;
  expect([told({ id: 4 }), told("4"), told(null), told({ id: null }), told({})]).toEqual([
    { stand: { state: "uses", dns: "4" }, asOf: 50 },
    { stand: { state: "uses", dns: "4" }, asOf: 50 },
    { stand: { state: "none" }, asOf: 50 },
    { stand: { state: "none" }, asOf: 50 },
    undefined,
  ]);
});
