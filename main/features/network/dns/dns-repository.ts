/**
 * Reads configurations and the profiles that use them: merges the stored sources, reads from the service, and resolves
 * lost answers.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import type { DnsAssignment } from "#shared/contract/network/network-schemas.ts";
import { listDns } from "../../../core/api/dns.ts";
import { isAbsent } from "../../../core/api/offered.ts";
import type { RecordList } from "../../../core/api/record-list.ts";
import { isAppError } from "#shared/failure.ts";
import type { DnsConnection, DnsDeps, ProfileInventory } from "./deps.ts";
import { type ReportedAssignment, currentChanges, listAssignmentChanges, useOf } from "./dns-changes.ts";
import type { Uses } from "./impact.ts";

export interface DnsRepository {
  /** The assignments of profiles, given those that the service reported; a missing profile is unknown. */
  readonly uses: (connectionId: number, reported: ReadonlyMap<string, ReportedAssignment>) => Promise<Uses>;
  /** Profiles and their assignments; touches no network. */
  loadInventory(
    connection: DnsConnection,
    signal: AbortSignal,
  ): Promise<{ readonly inventory: ProfileInventory; readonly uses: Uses }>;
  /** Reads the list, saves it and resolves creations and deletions; undefined where the service has no such list. */
  readList(connection: DnsConnection, signal: AbortSignal): Promise<RecordList | undefined>;
  /** Reads the profiles whose change is unknown, where the service reports assignments. */
  resolveChanges(connection: DnsConnection, signal: AbortSignal): Promise<void>;
}

export function createDnsRepository(deps: DnsDeps): DnsRepository {
  const { store, profiles, journal } = deps;
  const uses: DnsRepository["uses"] = async (connectionId, reported) => {
    const changes = currentChanges(await listAssignmentChanges(journal, connectionId));
    const ids = new Set([...reported.keys(), ...changes.keys()]);
    return new Map([...ids].map((id) => [id, useOf(reported.get(id), changes.get(id))] as const));
  };
  const loadInventory: DnsRepository["loadInventory"] = async (connection, signal) => {
    const inventory = await profiles.loadInventory(connection, signal);
    return { inventory: inventory, uses: await uses(connection.id, reportedAssignments(inventory)) };
  };
  return {
    uses,
    loadInventory,
    readList: async (connection, signal) => {
      const start = journal.startReading();
      const list = await readListed(connection, signal);
      const records = list?.items.map(({ id, record }) => ({ id, record: JSON.stringify(record) }));
      await store.saveList(connection.id, start.asOf, records, list?.gap);
      if (list !== undefined) {
        const isComplete = list.gap === undefined;
        await journal.observe(connection, { ...start, reading: "dns", isComplete, records: list.items });
      }
      return list;
    },
    resolveChanges: async (connection, signal) => {
      const changes = currentChanges(await listAssignmentChanges(journal, connection.id)).values();
      for (const change of [...changes].filter(({ state }) => state === "unknown")) {
        // Reading the profile resolves the change where the service reports the assignment.
        if (await profileExists(deps, connection, change.profile, signal)) continue;
        const message = codedText("profile-gone");
        // The change may have been applied before the profile was removed, and audit entries are final, so no failure
        // is recorded.
        await journal.resolve(change.change, connection.id, { state: "not-applied", code: "profile-unknown", message });
      }
    },
  };
}

/** Reads the detail; false when the service reports that there is no such profile. */
async function profileExists(
  { profiles }: DnsDeps,
  connection: DnsConnection,
  profile: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await profiles.readDetail(connection, profile, signal);
    return true;
  } catch (error) {
    if (isAppError(error, "profile-unknown")) return false;
    throw error;
  }
}

async function readListed({ api }: DnsConnection, signal: AbortSignal): Promise<RecordList | undefined> {
  try {
    return await listDns(api, { signal, priority: "click" });
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

function reportedAssignments({
  profiles,
}: ProfileInventory): ReadonlyMap<string, { readonly assignment: DnsAssignment; readonly asOf: number }> {
  return new Map(profiles.flatMap(({ id, reported }) => (reported === undefined ? [] : [[id, reported] as const])));
}
