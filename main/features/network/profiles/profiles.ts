/** Contract handlers for service profiles, and the profile data that the DNS feature needs. */
import type { Profile, ProfileDetail, profiles, ProfileList } from "#shared/contract/network/profiles.ts";
import type { Handlers, JsonRecord } from "#shared/contract/kit.ts";
import type { DnsUse } from "#shared/contract/network/network-schemas.ts";
import { pathId } from "../../../core/api/inputs.ts";
import { describeReading } from "../../../core/api/record-list.ts";
import { createCreation } from "./create-profile.ts";
import { resolvedCreations, unresolvedCreations } from "./describe-creation.ts";
import type { MergedProfile } from "./merge-profiles.ts";
import type { ProfileConnection, ProfileDeps } from "./deps.ts";
import { createProfileSpec, setCallbackSpec, updateProfileSpec } from "./profile-changes.ts";
import {
  createProfileRepository,
  type ProfileRepository,
  type ProfileInventory,
  profileUnknown,
} from "./profile-repository.ts";
import { createSetCallback, createUpdate } from "./update-profile.ts";

export interface Profiles {
  readonly handlers: Handlers<typeof profiles>;
  readonly directory: Pick<ProfileRepository, "loadInventory" | "readDetail" | "explainAbsent">;
  /** Removes the data of a connection. */
  deleteConnectionData(connectionId: number): Promise<void>;
}

export function createProfiles(deps: ProfileDeps): Profiles {
  const { store, connections, use, onChanged } = deps;
  deps.journal.register(createProfileSpec, updateProfileSpec, setCallbackSpec);
  const repository = createProfileRepository(deps);
  const listOf = async (connection: ProfileConnection, signal: AbortSignal): Promise<ProfileList> => {
    const inventory = await repository.loadInventory(connection, signal);
    const uses = await usesOf(deps, connection, inventory.profiles);
    const { reading, changes } = inventory.cached;
    return {
      list: describeReading(reading),
      cache: inventory.cache,
      items: inventory.profiles.map((one) => describe(one, uses)),
      endpointsWithout: inventory.without,
      unresolved: unresolvedCreations(changes),
      resolved: resolvedCreations(changes),
    };
  };
  const detailOf = async (connection: ProfileConnection, id: string, signal: AbortSignal): Promise<ProfileDetail> => {
    const inventory = await repository.loadInventory(connection, signal);
    const profile = inventory.profiles.find((one) => one.id === id);
    if (profile === undefined) throw profileUnknown(id);
    const cachedDetail = inventory.cached.details.find((one) => one.id === id);
    const record = cachedDetail?.record ?? inventory.cached.listed.find((one) => one.id === id)?.record;
    return {
      profile: describe(profile, await usesOf(deps, connection, [profile])),
      detail: cachedDetail === undefined ? { state: "never" } : { state: cachedDetail.state, asOf: cachedDetail.as_of },
      record: record === undefined ? undefined : (JSON.parse(record) as JsonRecord),
    };
  };
  return {
    deleteConnectionData: (connectionId) => store.deleteConnectionData(connectionId),
    directory: repository,
    handlers: {
      list: async ({ connection }, { signal }) => await listOf(await connections.open(connection), signal),
      refresh: async ({ connection: named }, { signal }) => {
        const connection = await connections.open(named);
        await repository.readList(connection, signal);
        onChanged(connection.name);
        return await listOf(connection, signal);
      },
      get: async ({ connection, profile }, { signal }) =>
        await detailOf(await connections.open(connection), profile, signal),
      read: async ({ connection: named, profile }, { signal }) => {
        pathId("profile", profile);
        const connection = await connections.open(named);
        try {
          await repository.readDetail(connection, profile, signal);
        } finally {
          onChanged(connection.name);
        }
        return await detailOf(connection, profile, signal);
      },
      ...createCreation(deps, repository),
      setCallback: createSetCallback(deps, repository),
      update: createUpdate(deps, repository),
      users: async ({ connection: named, profile }, { signal }) => {
        pathId("profile", profile);
        const connection = await connections.open(named);
        const inventory = await repository.loadInventory(connection, signal);
        const current = inventory.profiles.find(({ id }) => id === profile);
        return {
          endpoints: inventory.endpointCountOf(current?.count ?? 0),
          byStatus: [...(await use.byStatus(connection.name, profile, signal))],
          filter: use.filterOf(profile),
          cache: inventory.cache,
          usedCount: current?.usedCount,
        };
      },
    },
  };
}

async function usesOf(
  { dnsUses }: ProfileDeps,
  { id }: ProfileConnection,
  items: ProfileInventory["profiles"],
): Promise<ReadonlyMap<string, DnsUse>> {
  const reported = items.flatMap((one) => (one.reported === undefined ? [] : [[one.id, one.reported] as const]));
  return await dnsUses(id, new Map(reported));
}

function describe(
  { count: _count, reported: _reported, ...fields }: MergedProfile,
  uses: ReadonlyMap<string, DnsUse>,
): Profile {
  return { ...fields, dns: uses.get(fields.id) ?? { assignment: { state: "unknown" } } };
}
