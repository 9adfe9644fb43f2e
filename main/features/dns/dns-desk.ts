/** Reading configurations and who uses them: what is kept, put together; the service asked anew; lost answers settled. */
import { codedText, type CodedText, encodeText } from "#shared/texts/coded-text.ts";
import type { DnsStand } from "#contract/network-words.ts";
import type { JsonRecord } from "#contract/kit.ts";
import { listDns } from "../../api/dns.ts";
import { isAbsent } from "../../api/offered.ts";
import { readText } from "../../api/json.ts";
import { verdictOf } from "../../api/lost-answer.ts";
import type { ListedRecord, RecordList } from "../../api/record-list.ts";
import { isAppError } from "../../failure.ts";
import { canonical } from "./check-addresses.ts";
import { type DnsConnection, type DnsParts, type ProfileSurvey, workOfChange, workOfWrite } from "./parts.ts";
import type { DnsWriteRow } from "./queries.ts";
import type { Uses } from "./radius.ts";
import { isSame, standOf, type Told, useOf } from "./stands.ts";

export interface DnsDesk {
  /** What profiles use, given what the service told of them; one that is missing is unknown. */
  readonly uses: (connectionId: number, told: ReadonlyMap<string, Told>) => Promise<Uses>;
  /** Profiles and what they use; touches no network. */
  survey(
    connection: DnsConnection,
    signal: AbortSignal,
  ): Promise<{ readonly survey: ProfileSurvey; readonly uses: Uses }>;
  /** Asks for the list, keeps it and settles creations and deletions; undefined where the service has no such list. */
  readList(connection: DnsConnection, signal: AbortSignal): Promise<RecordList | undefined>;
  /** Asks for the profiles whose change is unknown, where the service tells what they use. */
  settleChanges(connection: DnsConnection, signal: AbortSignal): Promise<void>;
}

export function createDnsDesk(parts: DnsParts): DnsDesk {
  const { store, profiles, clock, tellSettled } = parts;
  const uses: DnsDesk["uses"] = async (connectionId, told) => {
    const changes = new Map((await store.standing(connectionId)).map((row) => [row.profile, row] as const));
    const ids = new Set([...told.keys(), ...changes.keys()]);
    return new Map([...ids].map((id) => [id, useOf(told.get(id), changes.get(id))] as const));
  };
  const survey: DnsDesk["survey"] = async (connection, signal) => {
    const found = await profiles.survey(connection, signal);
    return { survey: found, uses: await uses(connection.id, toldOf(found)) };
  };
  return {
    uses,
    survey,
    readList: async (connection, signal) => {
      // What the service is asked for now may be older than an answer that arrives before.
      const asOf = clock.now();
      const found = await readListed(connection, signal);
      const records = found?.items.map(({ id, record }) => ({ id, record: JSON.stringify(record) }));
      await store.keepList(connection.id, asOf, records, found?.gap);
      if (found !== undefined) await settleWrites(parts, connection, found, asOf);
      return found;
    },
    settleChanges: async (connection, signal) => {
      const lost = (await store.standing(connection.id)).filter(isLost);
      for (const row of lost) {
        if (!(await isThere(parts, connection, row.profile, signal))) {
          const message = encodeText(codedText("profile-gone"));
          // It may have been taken before: the audit, which takes nothing back, is not told that it was not done.
          await store.settle(row.change, "not-applied", { at: clock.now(), code: "profile-unknown", message });
          continue;
        }
        const told = toldOf(await profiles.survey(connection, signal)).get(row.profile);
        const verdict =
          told === undefined ? undefined : verdictOf(told.asOf, row.ended, isSame(told.stand, standOf(row.after)));
        if (verdict === undefined) continue;
        const isDone = verdict === "done";
        const proof = codedText(isDone ? "proved-profile-uses" : "proved-profile-uses-not");
        await tellSettled({ work: workOfChange(row.change), outcome: isDone ? "done" : "not-done", proof });
        await store.settle(row.change, verdict, { at: clock.now() });
      }
    },
  };
}

/** Asks for the detail; false when the service says that there is no such profile. */
async function isThere(
  { profiles }: DnsParts,
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

/** What is on its way is nobody's to settle: its answer is still waited for. */
function isLost({ state, ended }: Pick<DnsWriteRow, "state" | "ended">): boolean {
  return state === "unknown" && ended !== null;
}

async function settleWrites(
  { store, tellSettled, clock }: DnsParts,
  { id: connection }: DnsConnection,
  { items: found, gap }: RecordList,
  asOf: number,
): Promise<void> {
  const writes = await store.writes(connection);
  const claimed = new Set(writes.flatMap(({ kind, dns }) => (kind === "create" && dns !== null ? [dns] : [])));
  const settle = async (
    change: number,
    state: "done" | "not-applied",
    proof: CodedText,
    made?: string,
  ): Promise<void> => {
    const outcome = state === "done" ? "done" : "not-done";
    await tellSettled({ work: workOfWrite(change), outcome, created: made, proof });
    await store.settleWrite(change, state, { at: clock.now(), by: "reading", dns: made });
  };
  for (const write of writes.filter(isLost)) {
    if (write.kind === "delete") {
      const verdict = verdictOf(asOf, write.ended, !found.some(({ id }) => id === write.dns));
      if (verdict === "done" && gap === undefined) await settle(write.change, "done", codedText("proved-deleted"));
      else if (verdict === "not-applied") await settle(write.change, "not-applied", codedText("proved-not-deleted"));
      continue;
    }
    const made = newOnes(write, found).find(({ id }) => !claimed.has(id));
    const verdict = verdictOf(asOf, write.ended, made !== undefined);
    if (verdict === "done" && made !== undefined) {
      claimed.add(made.id);
      await settle(write.change, "done", codedText("proved-by-list", { id: made.id }), made.id);
    } else if (verdict === "not-applied" && write.known !== null && gap === undefined) {
      await settle(write.change, "not-applied", codedText("proved-not-created"));
    }
  }
}

/** Those with the addresses of a creation that were not there before it. */
export function newOnes(
  { known, primary_server: primary, secondary_server: secondary }: DnsWriteRow,
  found: readonly ListedRecord[],
): readonly ListedRecord[] {
  if (known === null || primary === null || secondary === null) return [];
  const before = new Set(JSON.parse(known) as string[]);
  return found.filter(({ id, record }) => !before.has(id) && hasAddresses(record, primary, secondary));
}

/** In this order; spelling does not count. */
export function hasAddresses(record: JsonRecord, primary: string, secondary: string): boolean {
  const [first, second] = [readText(record["primary"]), readText(record["secondary"])];
  if (first === undefined || second === undefined) return false;
  return canonical(first) === canonical(primary) && canonical(second) === canonical(secondary);
}

function toldOf({ profiles }: ProfileSurvey): ReadonlyMap<string, { readonly stand: DnsStand; readonly asOf: number }> {
  return new Map(profiles.flatMap(({ id, told }) => (told === undefined ? [] : [[id, told] as const])));
}
