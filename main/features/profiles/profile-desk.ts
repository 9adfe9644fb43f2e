/** Reading profiles: what is kept, put together; the service asked anew; changes whose answers were lost, settled. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { Copy, Reach } from "#contract/network-words.ts";
import type { JsonRecord } from "#contract/kit.ts";
import { getServiceProfile, listServiceProfiles } from "../../api/service-profiles.ts";
import { AppError, isAppError, toFailure } from "../../failure.ts";
import { type KnownProfile, knownProfiles } from "./known-profiles.ts";
import { verdictOf } from "../../api/lost-answer.ts";
import { isWholeReading, type ListedRecord, type RecordList } from "../../api/record-list.ts";
import { type ProfileConnection, type ProfileParts, workOf } from "./parts.ts";
import type { KeptProfiles, ProfileChangeRow } from "./queries.ts";
import { copyOf, reachOf } from "./reach.ts";
import { readProfile } from "./read-profile.ts";
import { settleUpdates } from "./settle-updates.ts";

export interface ProfileSurvey {
  readonly kept: KeptProfiles;
  readonly profiles: readonly KnownProfile[];
  /** Endpoints without a profile. */
  readonly without: number;
  readonly copy: Copy;
  /** The service's own list was read: there are no others. */
  readonly isWhole: boolean;
  reachOf(count: number): Reach;
}

export interface ProfileDesk {
  /** Everything that is known; touches no network. */
  survey(connection: ProfileConnection, signal: AbortSignal): Promise<ProfileSurvey>;
  /** Asks for the list; undefined where the service has no such list. Settles lost creations. */
  readList(connection: ProfileConnection, signal: AbortSignal): Promise<RecordList | undefined>;
  /** Asks for the detail; undefined where the service has none. Throws `profile-unknown`. */
  readDetail(connection: ProfileConnection, id: string, signal: AbortSignal): Promise<JsonRecord | undefined>;
  /** What a 404 or 405 to a change of this profile says: that it is not there, or that the service offers no such change. */
  explainAbsent(connection: ProfileConnection, id: string, error: AppError): Promise<AppError>;
}

export function createProfileDesk(parts: ProfileParts): ProfileDesk {
  const { store, use, clock, changedHere } = parts;
  const survey: ProfileDesk["survey"] = async ({ id, name }, signal) => {
    const [kept, counts, changed] = await Promise.all([store.kept(id), use.counts(name, signal), changedHere(id)]);
    const copy = copyOf(counts.copy);
    return {
      kept,
      profiles: knownProfiles(kept, { profiles: counts.profiles, copy }, changed),
      without: counts.without,
      copy,
      isWhole: isWholeReading(kept.reading),
      reachOf: (count) => reachOf(count, copy),
    };
  };
  const readList: ProfileDesk["readList"] = async (connection, signal) => {
    // What the service is asked for now may be older than an answer that arrives before.
    const asOf = clock.now();
    try {
      const found = await listServiceProfiles(connection.api, { signal, priority: "click" });
      const records = found.items.map(({ id, record }) => ({ id, record: JSON.stringify(record) }));
      await store.keepList(connection.id, asOf, records, found.gap);
      await settleCreations(parts, connection, found, asOf);
      await settleUpdates(parts, connection, found.items, asOf);
      return found;
    } catch (error) {
      if (!isAppError(error, "not-offered")) throw error;
      await store.keepList(connection.id, asOf, undefined);
      return undefined;
    }
  };
  /** Who knows of the profile now: the service's list, asked anew; without one, endpoints of the copy. */
  const witnessOf = async (
    connection: ProfileConnection,
    id: string,
    signal: AbortSignal,
  ): Promise<"list" | "endpoints" | "nobody" | "no-list"> => {
    const listed = await readList(connection, signal);
    if (listed?.items.some((one) => one.id === id) === true) return "list";
    if (listed !== undefined && listed.gap === undefined) return "nobody";
    const { profiles } = await survey(connection, signal);
    return (profiles.find((one) => one.id === id)?.count ?? 0) > 0 ? "endpoints" : "no-list";
  };
  return {
    survey,
    readList,
    readDetail: async ({ id: connection, name, api }, id, signal) => {
      const asOf = clock.now();
      try {
        const record = await getServiceProfile(api, id, { signal, priority: "click" });
        await store.keepDetail(connection, id, asOf, JSON.stringify(record));
        await settleUpdates(parts, { id: connection }, [{ id, record }], asOf);
        return record;
      } catch (error) {
        if (isAppError(error, "not-offered")) {
          await store.keepDetail(connection, id, asOf, undefined);
          return undefined;
        }
        if (!isMissing(error)) throw error;
        const witness = await witnessOf({ id: connection, name, api }, id, signal);
        if (witness === "list" || witness === "endpoints") {
          // It is there: what is not, is the detail.
          await store.keepDetail(connection, id, asOf, undefined);
          return undefined;
        }
        await store.dropProfile(connection, id);
        throw profileUnknown(id, error);
      }
    },
    explainAbsent: async (connection, id, error) => {
      const witness = isMissing(error)
        ? await witnessOf(connection, id, new AbortController().signal).catch(() => "no-list" as const)
        : "list";
      if (witness === "nobody") return profileUnknown(id, error);
      const message = absentText(id, error, witness);
      const code = witness === "no-list" ? "profile-unknown" : "not-offered";
      const details = { ...error.details, ...(witness === "no-list" ? { field: "profile" } : {}) };
      return new AppError(code, message, { details, cause: error });
    },
  };
}

function absentText(profile: string, error: AppError, witness: "list" | "endpoints" | "no-list"): CodedText {
  const reason = toFailure(error).text;
  switch (witness) {
    case "list":
      return codedText("profile-change-not-offered", { reason });
    case "endpoints":
      return codedText("profile-change-not-offered-or-gone", { profile, reason });
    case "no-list":
      return codedText("profile-not-found-or-change-not-offered", { profile, reason });
  }
}

/** Creations whose answers were lost, by a list that was read. */
async function settleCreations(
  { store, clock, onCreated, tellSettled }: ProfileParts,
  { id: connection }: ProfileConnection,
  { items: found, gap }: RecordList,
  asOf: number,
): Promise<void> {
  const { changes } = await store.kept(connection);
  const claimed = claimedBy(changes);
  for (const change of changes) {
    if (change.kind !== "create" || change.state !== "unknown") continue;
    const made = foundCreation(change, found, claimed);
    const verdict = verdictOf(asOf, change.ended, made !== undefined);
    if (verdict === "done" && made !== undefined) {
      claimed.add(made);
      const proof = codedText("proved-by-list", { id: made });
      await tellSettled({ work: workOf(change.change), outcome: "done", created: made, proof });
      await store.settle(change.change, "done", { at: clock.now(), by: "reading", profile: made });
      await onCreated(connection, {
        id: made,
        name: change.name ?? "",
        dns: draftOf(change).dns,
        at: change.ended ?? asOf,
      });
    } else if (verdict === "not-applied" && change.known !== null && gap === undefined) {
      const proof = codedText("proved-not-created");
      await tellSettled({ work: workOf(change.change), outcome: "not-done", proof });
      await store.settle(change.change, "not-applied", { at: clock.now(), by: "reading" });
    }
  }
}

export interface CreatedDraft {
  readonly description?: string;
  readonly dns?: string;
  readonly callback?: string;
}

/** What a profile was created with. */
export function draftOf({ after }: Pick<ProfileChangeRow, "after">): CreatedDraft {
  return JSON.parse(after ?? "{}") as CreatedDraft;
}

/** Ids that creations from here are known to have made. */
export function claimedBy(changes: readonly ProfileChangeRow[]): Set<string> {
  return new Set(changes.flatMap(({ kind, profile }) => (kind === "create" && profile ? [profile] : [])));
}

/** The id of a profile of that name that was not there before, and that no other creation made. */
export function foundCreation(
  { known, name }: ProfileChangeRow,
  found: readonly ListedRecord[],
  claimed: ReadonlySet<string>,
): string | undefined {
  if (known === null) return undefined;
  const before = new Set(JSON.parse(known) as string[]);
  return found.find(({ id, record }) => !before.has(id) && !claimed.has(id) && readProfile(record).name === name)?.id;
}

/** Whether the service says that there is no such object. */
export function isMissing(error: unknown): boolean {
  return error instanceof AppError && error.details?.["status"] === 404;
}

export function profileUnknown(id: string, cause?: unknown): AppError {
  return new AppError("profile-unknown", codedText("profile-not-found", { profile: id }), {
    details: { field: "profile" },
    ...(cause === undefined ? {} : { cause }),
  });
}
