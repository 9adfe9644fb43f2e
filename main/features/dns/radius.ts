/** Whom a change reaches, said no more exactly than it is known. Pure. */
import type { DnsUse, Radius, TouchedProfile } from "#contract/network-words.ts";
import type { ProfileSurvey, SurveyedProfile } from "./parts.ts";

export type Uses = ReadonlyMap<string, DnsUse>;

/** Specification, "DNS configuration". */
const note =
  "The change is applied to every new connection of a device at once. Devices that are connected now keep the former name servers " +
  "until they connect again.";

const deletionNote =
  "The service refuses to delete a configuration that a service profile uses: detach it from every profile first.";

/** Of the deletion of a configuration: the profiles that are known to use it. */
export function radiusOfDeletion(dns: string, survey: ProfileSurvey, uses: Uses): Radius {
  const touched = usersOf(dns, survey, uses);
  const unknown = unknownProfiles(survey, uses);
  const known =
    touched.length === 0
      ? `No service profile is known to use DNS configuration ${dns}.`
      : `DNS configuration ${dns} is used by ${listOf(touched)}: ${sum(touched, survey).sentence}.`;
  return radius(touched, survey, unknown, [known, ...doubts(unknown, survey)].join(" "), deletionNote);
}

/** Of a change at one profile, whether it is known or not. */
export function radiusOfProfile(id: string, survey: ProfileSurvey, uses: Uses): Radius {
  const found = survey.profiles.find((one) => one.id === id);
  const touched = touch(found ?? stranger(id, survey), uses);
  const words = `The change reaches ${listOf([touched])}: ${touched.endpoints.sentence}.`;
  const isUnknown = touched.use.stand.state === "unknown";
  return radius([touched], survey, isUnknown ? 1 : 0, words, note);
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

/** "the service profiles "Trackers" (901) and "Meters" (902)" */
export function listOf(profiles: readonly Pick<TouchedProfile, "id" | "name">[]): string {
  const names = profiles.map(({ id, name }) => (name === undefined ? id : `"${name}" (${id})`));
  const list = new Intl.ListFormat("en-GB").format(names);
  return `the service profile${profiles.length === 1 ? "" : "s"} ${list}`;
}

/** What keeps a list of users from being the whole truth. */
export function doubts(unknown: number, { isWhole }: Pick<ProfileSurvey, "isWhole">): string[] {
  return [
    ...(unknown === 0
      ? []
      : [`Which configuration is used by ${unknown} other${unknown === 1 ? "" : "s"} is not known.`]),
    ...(isWhole ? [] : ["There may be profiles that are not known here."]),
  ];
}

function radius(
  touched: readonly TouchedProfile[],
  survey: ProfileSurvey,
  unknown: number,
  sentence: string,
  what: string,
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
