/** Whom a change reaches, said no more exactly than it is known. Pure. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { DnsUse, Radius, TouchedProfile } from "#contract/network-words.ts";
import { joinTexts } from "#shared/texts/join-texts.ts";
import type { ProfileSurvey, SurveyedProfile } from "./parts.ts";

export type Uses = ReadonlyMap<string, DnsUse>;

/** Specification, "DNS configuration". */
const note = codedText("profile-impact-note");
const deletionNote = codedText("dns-delete-note");

/** Of the deletion of a configuration: the profiles that are known to use it. */
export function radiusOfDeletion(dns: string, survey: ProfileSurvey, uses: Uses): Radius {
  const touched = usersOf(dns, survey, uses);
  const unknown = unknownProfiles(survey, uses);
  const known =
    touched.length === 0
      ? codedText("dns-delete-impact-none", { dns })
      : codedText("dns-delete-impact", {
          dns,
          count: touched.length,
          profiles: namesOf(touched),
          endpoints: sum(touched, survey).sentence,
        });
  return radius(touched, survey, unknown, joinTexts(known, ...doubts(unknown, survey)), deletionNote);
}

/** Of a change at one profile, whether it is known or not. */
export function radiusOfProfile(id: string, survey: ProfileSurvey, uses: Uses): Radius {
  const found = survey.profiles.find((one) => one.id === id);
  const touched = touch(found ?? stranger(id, survey), uses);
  const text = codedText("profile-impact", { profile: namesOf([touched]), endpoints: touched.endpoints.sentence });
  const isUnknown = touched.use.stand.state === "unknown";
  return radius([touched], survey, isUnknown ? 1 : 0, text, note);
}

export function usersOf(dns: string, { profiles }: ProfileSurvey, uses: Uses): TouchedProfile[] {
  return profiles
    .map((profile) => touch(profile, uses))
    .filter(({ use: { stand } }) => stand.state === "uses" && stand.dns === dns);
}

/** Those it was attached to with an answer that was lost. */
export function perhapsUsersOf(dns: string, { profiles }: ProfileSurvey, uses: Uses): TouchedProfile[] {
  return profiles
    .map((profile) => touch(profile, uses))
    .filter(({ use: { lost } }) => lost?.wanted.state === "uses" && lost.wanted.dns === dns);
}

export function unknownProfiles({ profiles }: ProfileSurvey, uses: Uses): number {
  return profiles.filter(({ id }) => (uses.get(id)?.stand.state ?? "unknown") === "unknown").length;
}

/** "Trackers" (901) and "Meters" (902) */
export function namesOf(profiles: readonly Pick<TouchedProfile, "id" | "name">[]): string {
  const names = profiles.map(({ id, name }) => (name === undefined ? id : `"${name}" (${id})`));
  return new Intl.ListFormat("en-GB").format(names);
}

/** Why a list of users may be incomplete. */
export function doubts(unknown: number, { isWhole }: Pick<ProfileSurvey, "isWhole">): CodedText[] {
  return [
    ...(unknown === 0 ? [] : [codedText("other-profiles-unknown", { count: unknown })]),
    ...(isWhole ? [] : [codedText("profiles-may-be-missing")]),
  ];
}

function radius(
  touched: readonly TouchedProfile[],
  survey: ProfileSurvey,
  unknown: number,
  sentence: CodedText,
  what: CodedText,
): Radius {
  return {
    profiles: [...touched],
    unknownProfiles: unknown,
    allProfilesKnown: survey.isWhole,
    endpoints: sum(touched, survey),
    copy: survey.copy,
    sentence,
    note: what,
  };
}

function sum(touched: readonly TouchedProfile[], survey: ProfileSurvey): Radius["endpoints"] {
  const ids = new Set(touched.map(({ id }) => id));
  const counts = survey.profiles.filter(({ id }) => ids.has(id)).map(({ count }) => count);
  return survey.reachOf(counts.reduce((total, count) => total + count, 0));
}

function touch({ id, name, endpoints, usedCount }: SurveyedProfile, uses: Uses): TouchedProfile {
  return {
    id,
    ...(name === undefined ? {} : { name }),
    use: uses.get(id) ?? { stand: { state: "unknown" } },
    endpoints,
    ...(usedCount === undefined ? {} : { usedCount }),
  };
}

function stranger(id: string, survey: ProfileSurvey): SurveyedProfile {
  return { id, count: 0, endpoints: survey.reachOf(0), told: undefined };
}
