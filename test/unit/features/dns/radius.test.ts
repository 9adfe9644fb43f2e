/** Whom a change reaches, said no more exactly than it is known. */
import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import type { Copy, DnsUse } from "#contract/network-words.ts";
import type { ProfileSurvey } from "../../../../main/features/dns/parts.ts";
import { radiusOfDeletion, radiusOfProfile } from "../../../../main/features/dns/radius.ts";
import { joinTexts } from "#shared/texts/join-texts.ts";
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
    endpoints: { exactness: "exact", count: 1201, sentence: codedText("reach-exact", { count: 1201 }) },
    unknownProfiles: 0,
    allProfilesKnown: true,
    sentence: codedText("dns-delete-impact", {
      dns: "4",
      count: 2,
      profiles: '"Trackers" (901) and "Meters" (902)',
      endpoints: codedText("reach-exact", { count: 1201 }),
    }),
  });
});

test("profiles of which nothing is known are counted and said, never taken for none", () => {
  const radius = radiusOfDeletion("4", survey(complete, false), new Map([["901", uses("3")]]));
  expect(radius).toMatchObject({ profiles: [], unknownProfiles: 2, allProfilesKnown: false });
  expect(radius.sentence).toEqual(
    joinTexts(
      codedText("dns-delete-impact-none", { dns: "4" }),
      codedText("other-profiles-unknown", { count: 2 }),
      codedText("profiles-may-be-missing"),
    ),
  );
});

test("an incomplete copy gives at least so many, no copy gives no number", () => {
  const partial = radiusOfProfile("901", survey({ state: "partial", asOf: 5, unique: 9, promised: 30 }), new Map());
  expect(partial.endpoints).toEqual({
    exactness: "at-least",
    count: 1200,
    sentence: codedText("reach-at-least", { count: 1200 }),
  });
  const never = radiusOfProfile("901", survey({ state: "never" }), new Map());
  expect(never.endpoints).toEqual({ exactness: "unknown", sentence: codedText("reach-unknown") });
  expect(never.copy).toEqual({ state: "never" });
});

test("a profile that is not known here can be reached all the same", () => {
  const radius = radiusOfProfile("77", survey(complete), new Map());
  expect(radius.profiles).toMatchObject([{ id: "77", use: { stand: { state: "unknown" } }, endpoints: { count: 0 } }]);
});

test("devices that are connected keep the former servers: every change of a profile says so", () => {
  expect(radiusOfProfile("901", survey(complete), new Map()).note).toEqual(codedText("profile-impact-note"));
});
