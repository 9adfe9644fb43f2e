/**
 * Reads configurations and the profiles that use them: merges the stored sources, reads from the service, and resolves
 * lost answers.
 */
import { codedText, type CodedText, encodeText } from "#shared/texts/coded-text.ts";
import type { DnsAssignment } from "#shared/contract/network/network-schemas.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { listDns } from "../../../core/api/dns.ts";
import { isAbsent } from "../../../core/api/offered.ts";
import { readText } from "../../../core/api/json.ts";
import { verdictOf } from "../../../core/api/lost-answer.ts";
import type { ListedRecord, RecordList } from "../../../core/api/record-list.ts";
import { isAppError } from "#shared/failure.ts";
import { canonical } from "./check-addresses.ts";
import { type DnsConnection, type DnsDeps, type ProfileInventory, workOfChange, workOfWrite } from "./deps.ts";
import type { DnsWriteRow } from "./queries.ts";
import type { Uses } from "./impact.ts";
import { isSame, parseAssignment, type ReportedAssignment, useOf } from "./assignments.ts";

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
  const { store, profiles, clock, recordResolution } = deps;
  const uses: DnsRepository["uses"] = async (connectionId, reported) => {
    const changes = new Map((await store.currentChanges(connectionId)).map((row) => [row.profile, row] as const));
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
      // Taken before the request: the list may be older than an answer that arrives while it is read.
      const asOf = clock.now();
      const list = await readListed(connection, signal);
      const records = list?.items.map(({ id, record }) => ({ id, record: JSON.stringify(record) }));
      await store.saveList(connection.id, asOf, records, list?.gap);
      if (list !== undefined) await resolveWrites(deps, connection, list, asOf);
      return list;
    },
    resolveChanges: async (connection, signal) => {
      const lost = (await store.currentChanges(connection.id)).filter(isLost);
      for (const row of lost) {
        if (!(await profileExists(deps, connection, row.profile, signal))) {
          const message = encodeText(codedText("profile-gone"));
          // The change may have been applied before the profile was removed, and audit entries are final, so no failure
          // is recorded.
          await store.resolveChange(row.change, "not-applied", { at: clock.now(), code: "profile-unknown", message });
          continue;
        }
        const reported = reportedAssignments(await profiles.loadInventory(connection, signal)).get(row.profile);
        const verdict =
          reported === undefined
            ? undefined
            : verdictOf(reported.asOf, row.ended, isSame(reported.assignment, parseAssignment(row.after)));
        if (verdict === undefined) continue;
        const isDone = verdict === "done";
        const proof = codedText(isDone ? "proved-profile-uses" : "proved-profile-uses-not");
        await recordResolution({ work: workOfChange(row.change), outcome: isDone ? "done" : "not-done", proof });
        await store.resolveChange(row.change, verdict, { at: clock.now() });
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

/** A request in flight is not resolved by reading: its answer is still expected. */
function isLost({ state, ended }: Pick<DnsWriteRow, "state" | "ended">): boolean {
  return state === "unknown" && ended !== null;
}

async function resolveWrites(
  { store, recordResolution, clock }: DnsDeps,
  { id: connection }: DnsConnection,
  { items, gap }: RecordList,
  asOf: number,
): Promise<void> {
  const writes = await store.writes(connection);
  const claimed = new Set(writes.flatMap(({ kind, dns }) => (kind === "create" && dns !== null ? [dns] : [])));
  const resolve = async (
    change: number,
    state: "done" | "not-applied",
    proof: CodedText,
    createdId?: string,
  ): Promise<void> => {
    const outcome = state === "done" ? "done" : "not-done";
    await recordResolution({ work: workOfWrite(change), outcome, created: createdId, proof });
    await store.resolveWrite(change, state, { at: clock.now(), by: "reading", dns: createdId });
  };
  for (const write of writes.filter(isLost)) {
    if (write.kind === "delete") {
      const verdict = verdictOf(asOf, write.ended, !items.some(({ id }) => id === write.dns));
      if (verdict === "done" && gap === undefined) await resolve(write.change, "done", codedText("proved-deleted"));
      else if (verdict === "not-applied") await resolve(write.change, "not-applied", codedText("proved-not-deleted"));
      continue;
    }
    const created = newRecords(write, items).find(({ id }) => !claimed.has(id));
    const verdict = verdictOf(asOf, write.ended, created !== undefined);
    if (verdict === "done" && created !== undefined) {
      claimed.add(created.id);
      await resolve(write.change, "done", codedText("proved-by-list", { id: created.id }), created.id);
    } else if (verdict === "not-applied" && write.known !== null && gap === undefined) {
      await resolve(write.change, "not-applied", codedText("proved-not-created"));
    }
  }
}

/** Records with the addresses of a creation that did not exist before it. */
export function newRecords(
  { known: previousIds, primary_server: primary, secondary_server: secondary }: DnsWriteRow,
  records: readonly ListedRecord[],
): readonly ListedRecord[] {
  if (previousIds === null || primary === null || secondary === null) return [];
  const before = new Set(JSON.parse(previousIds) as string[]);
  return records.filter(({ id, record }) => !before.has(id) && hasAddresses(record, primary, secondary));
}

/** Compares in this order; spelling is ignored. */
export function hasAddresses(record: JsonRecord, primary: string, secondary: string): boolean {
  const [first, second] = [readText(record["primary"]), readText(record["secondary"])];
  if (first === undefined || second === undefined) return false;
  return canonical(first) === canonical(primary) && canonical(second) === canonical(secondary);
}

function reportedAssignments({
  profiles,
}: ProfileInventory): ReadonlyMap<string, { readonly assignment: DnsAssignment; readonly asOf: number }> {
  return new Map(profiles.flatMap(({ id, reported }) => (reported === undefined ? [] : [[id, reported] as const])));
}
