import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import type { CacheState, DnsUse } from "#shared/contract/network/network-schemas.ts";
import { impactOfDeletion, impactOfProfile, type Inventory } from "../../../../../main/features/network/dns/impact.ts";
import { joinTexts } from "#shared/texts/join-texts.ts";
import { endpointCountOf } from "../../../../../main/features/network/profiles/inventory.ts";

const complete: CacheState = { state: "complete", asOf: 5, unique: 30, promised: 30 };

function inventory(cache: CacheState, isWhole = true, uses: Inventory["uses"] = new Map()): Inventory {
  const profile = (id: string, name: string, count: number): Inventory["profiles"][number] => ({
    id,
    name,
    count,
    endpoints: endpointCountOf(count, cache),
  });
  const profiles = [profile("901", "Trackers", 1200), profile("902", "Meters", 1), profile("903", "Vending", 0)];
  return { profiles, cache, isWhole, uses, endpointCountOf: (count) => endpointCountOf(count, cache) };
}

const uses = (dns: string): DnsUse => ({ assignment: { state: "uses", dns }, source: "this-computer", asOf: 1 });
const none: DnsUse = { assignment: { state: "none" }, source: "person", asOf: 1 };

test("includes the profiles known to use a deleted configuration, and all their endpoints", () => {
  const usageByProfile = new Map([
    ["901", uses("4")],
    ["902", uses("4")],
    ["903", none],
  ]);
  const impact = impactOfDeletion("4", inventory(complete, true, usageByProfile));
  expect(impact.profiles.map(({ id }) => id)).toEqual(["901", "902"]);
  expect(impact).toMatchObject({
    endpoints: { exactness: "exact", count: 1201, sentence: codedText("endpoint-count-exact", { count: 1201 }) },
    unknownProfiles: 0,
    hasAllProfiles: true,
    sentence: codedText("dns-delete-impact", {
      dns: "4",
      count: 2,
      profiles: '"Trackers" (901) and "Meters" (902)',
      endpoints: codedText("endpoint-count-exact", { count: 1201 }),
    }),
  });
});

test("counts and reports profiles with an unknown configuration, and never treats them as none", () => {
  const impact = impactOfDeletion("4", inventory(complete, false, new Map([["901", uses("3")]])));
  expect(impact).toMatchObject({ profiles: [], unknownProfiles: 2, hasAllProfiles: false });
  expect(impact.sentence).toEqual(
    joinTexts(
      codedText("dns-delete-impact-none", { dns: "4" }),
      codedText("other-profiles-unknown", { count: 2 }),
      codedText("profiles-may-be-missing"),
    ),
  );
});

test("gives a minimum for an incomplete cache, and no number without a cache", () => {
  const partial = impactOfProfile("901", inventory({ state: "partial", asOf: 5, unique: 9, promised: 30 }));
  expect(partial.endpoints).toEqual({
    exactness: "at-least",
    count: 1200,
    sentence: codedText("endpoint-count-at-least", { count: 1200 }),
  });
  const impactWithoutCache = impactOfProfile("901", inventory({ state: "never" }));
  expect(impactWithoutCache.endpoints).toEqual({ exactness: "unknown", sentence: codedText("endpoint-count-unknown") });
  expect(impactWithoutCache.cache).toEqual({ state: "never" });
});

test("covers a profile that is not known here", () => {
  const impact = impactOfProfile("77", inventory(complete));
  expect(impact.profiles).toMatchObject([
    { id: "77", use: { assignment: { state: "unknown" } }, endpoints: { count: 0 } },
  ]);
});

test("notes for every change of a profile that connected devices keep the former servers", () => {
  expect(impactOfProfile("901", inventory(complete)).note).toEqual(codedText("profile-impact-note"));
});
