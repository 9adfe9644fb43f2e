/** The page of the treaty about service profiles, and what is known of them for the DNS configurations. */
import type { Profile, ProfileDetail, profiles, ProfileList } from "#contract/profiles.ts";
import type { Handlers, JsonRecord } from "#contract/kit.ts";
import type { DnsUse } from "#contract/network-words.ts";
import { pathId } from "../../api/inputs.ts";
import { describeReading } from "../../api/record-list.ts";
import { createCreation } from "./create-profile.ts";
import { settledOf, unsettledOf } from "./describe-creation.ts";
import type { KnownProfile } from "./known-profiles.ts";
import type { ProfileConnection, ProfileParts } from "./parts.ts";
import { createProfileDesk, type ProfileDesk, type ProfileSurvey, profileUnknown } from "./profile-desk.ts";
import { createSetCallback } from "./set-callback.ts";
import { createUpdate } from "./update-profile.ts";

export interface Profiles {
  readonly handlers: Handlers<typeof profiles>;
  readonly directory: Pick<ProfileDesk, "survey" | "readDetail" | "explainAbsent">;
  /** What was on its way when the program ended is lost. */
  start(): Promise<void>;
  /** Removes what is kept of a connection. */
  forget(connectionId: number): Promise<void>;
}

export function createProfiles(parts: ProfileParts): Profiles {
  const { store, connections, use, onChanged } = parts;
  const desk = createProfileDesk(parts);
  const listOf = async (connection: ProfileConnection, signal: AbortSignal): Promise<ProfileList> => {
    const survey = await desk.survey(connection, signal);
    const uses = await usesOf(parts, connection, survey.profiles);
    const { reading, changes } = survey.kept;
    return {
      list: describeReading(reading),
      copy: survey.copy,
      items: survey.profiles.map((one) => describe(one, uses)),
      endpointsWithout: survey.without,
      unsettled: unsettledOf(changes),
      settled: settledOf(changes),
    };
  };
  const detailOf = async (connection: ProfileConnection, id: string, signal: AbortSignal): Promise<ProfileDetail> => {
    const survey = await desk.survey(connection, signal);
    const found = survey.profiles.find((one) => one.id === id);
    if (found === undefined) throw profileUnknown(id);
    const kept = survey.kept.details.find((one) => one.id === id);
    const record = kept?.record ?? survey.kept.listed.find((one) => one.id === id)?.record;
    return {
      profile: describe(found, await usesOf(parts, connection, [found])),
      detail: kept === undefined ? { state: "never" } : { state: kept.state, asOf: kept.as_of },
      ...(record === undefined ? {} : { record: JSON.parse(record) as JsonRecord }),
    };
  };
  return {
    start: () => store.endAll(parts.clock.now()),
    forget: (connectionId) => store.forget(connectionId),
    directory: desk,
    handlers: {
      list: async ({ connection }, { signal }) => await listOf(await connections.open(connection), signal),
      refresh: async ({ connection: named }, { signal }) => {
        const connection = await connections.open(named);
        await desk.readList(connection, signal);
        onChanged(connection.name);
        return await listOf(connection, signal);
      },
      get: async ({ connection, profile }, { signal }) =>
        await detailOf(await connections.open(connection), profile, signal),
      read: async ({ connection: named, profile }, { signal }) => {
        pathId("profile", profile);
        const connection = await connections.open(named);
        try {
          await desk.readDetail(connection, profile, signal);
        } finally {
          onChanged(connection.name);
        }
        return await detailOf(connection, profile, signal);
      },
      ...createCreation(parts, desk),
      setCallback: createSetCallback(parts, desk),
      update: createUpdate(parts, desk),
      users: async ({ connection: named, profile }, { signal }) => {
        pathId("profile", profile);
        const connection = await connections.open(named);
        const survey = await desk.survey(connection, signal);
        const found = survey.profiles.find(({ id }) => id === profile);
        return {
          endpoints: survey.reachOf(found?.count ?? 0),
          byStatus: [...(await use.byStatus(connection.name, profile, signal))],
          filter: use.filterOf(profile),
          copy: survey.copy,
          ...(found?.usedCount === undefined ? {} : { usedCount: found.usedCount }),
        };
      },
    },
  };
}

async function usesOf(
  { dnsUses }: ProfileParts,
  { id }: ProfileConnection,
  known: ProfileSurvey["profiles"],
): Promise<ReadonlyMap<string, DnsUse>> {
  const told = known.flatMap((one) => (one.told === undefined ? [] : [[one.id, one.told] as const]));
  return await dnsUses(id, new Map(told));
}

function describe({ count: _count, told: _told, ...known }: KnownProfile, uses: ReadonlyMap<string, DnsUse>): Profile {
  return { ...known, dns: uses.get(known.id) ?? { stand: { state: "unknown" } } };
}
