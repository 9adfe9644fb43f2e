/** Whom a change reaches, said no more exactly than it is known. */
import { expect, test } from "vitest";
import type { Copy, DnsUse } from "#contract/network-words.ts";
import type { ProfileSurvey } from "../../../../main/features/dns/parts.ts";
import { radiusOfDeletion, radiusOfProfile } from "../../../../main/features/dns/radius.ts";
import { reachOf } from "../../../../main/features/profiles/reach.ts";

const complete: Copy = { state: "complete", asOf: 5, unique: 30, promised: 30 };

function survey(copy: Copy, isWhole = true): ProfileSurvey {
  const profile = (id: string, name: string, count: number): ProfileSurvey["profiles"][number] => ({
    id,
    name,
    count,
    endpoints: reachOf(count, copy),
    told: undefined,
  });
  const profiles = [profile("901", "Trackers", 1200), profile("902", "Meters", 1), profile("903", "Vending", 0)];
  return { profiles, copy, isWhole, reachOf: (count) => reachOf(count, copy) };
}

const uses = (dns: string): DnsUse => ({ stand: { state: "uses", dns }, source: "this-computer", asOf: 1 });
const none: DnsUse = { stand: { state: "none" }, source: "person", asOf: 1 };

test("a deletion reaches the profiles that are known to use it, and all their endpoints", () => {
  const known = new Map([
    ["901", uses("4")],
    ["902", uses("4")],
    ["903", none],
  ]);
  const radius = radiusOfDeletion("4", survey(complete), known);
  expect(radius.profiles.map(({ id }) => id)).toEqual(["901", "902"]);
  expect(radius).toMatchObject({
    endpoints: { exactness: "exact", count: 1201, sentence: "1,201 endpoints" },
    unknownProfiles: 0,
    allProfilesKnown: true,
    sentence:
      'DNS configuration 4 is used by the service profiles "Trackers" (901) and "Meters" (902): 1,201 endpoints.',
  });
});

test("profiles of which nothing is known are counted and said, never taken for none", () => {
  const radius = radiusOfDeletion("4", survey(complete, false), new Map([["901", uses("3")]]));
  expect(radius).toMatchObject({ profiles: [], unknownProfiles: 2, allProfilesKnown: false });
  expect(radius.sentence).toBe(
    "No service profile is known to use DNS configuration 4. Which configuration is used by 2 others is not known. " +
      "There may be profiles that are not known here.",
  );
});

test("an incomplete copy gives at least so many, no copy gives no number", () => {
  const partial = radiusOfProfile("901", survey({ state: "partial", asOf: 5, unique: 9, promised: 30 }), new Map());
  expect(partial.endpoints).toEqual({ exactness: "at-least", count: 1200, sentence: "at least 1,200 endpoints" });
  const never = radiusOfProfile("901", survey({ state: "never" }), new Map());
  expect(never.endpoints).toEqual({ exactness: "unknown", sentence: "an unknown number of endpoints" });
  expect(never.copy).toEqual({ state: "never" });
});

test("a profile that is not known here can be reached all the same", () => {
  const radius = radiusOfProfile("77", survey(complete), new Map());
  expect(radius.profiles).toMatchObject([{ id: "77", use: { stand: { state: "unknown" } }, endpoints: { count: 0 } }]);
});

test("devices that are connected keep the former servers: every change of a profile says so", () => {
  expect(radiusOfProfile("901", survey(complete), new Map()).note).toContain("until they connect again");
});
