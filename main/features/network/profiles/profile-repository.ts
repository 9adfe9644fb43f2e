/** Reads profiles: merges the stored sources, reads from the service, and resolves changes whose answers were lost. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { CacheState, EndpointCount } from "#shared/contract/network/network-schemas.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { getServiceProfile, listServiceProfiles } from "../../../core/api/service-profiles.ts";
import { AppError, isAppError, toFailure } from "#shared/failure.ts";
import { type MergedProfile, mergeProfiles } from "./merge-profiles.ts";
import { verdictOf } from "../../../core/api/lost-answer.ts";
import { isWholeReading, type ListedRecord, type RecordList } from "../../../core/api/record-list.ts";
import { type ProfileConnection, type ProfileDeps, workOf } from "./deps.ts";
import type { CachedProfiles, ProfileChangeRow } from "./queries.ts";
import { cacheStateOf, endpointCountOf } from "./endpoint-count.ts";
import { readProfile } from "./read-profile.ts";
import { resolveUpdates } from "./resolve-updates.ts";

export interface ProfileInventory {
  readonly cached: CachedProfiles;
  readonly profiles: readonly MergedProfile[];
  /** Number of endpoints without a profile. */
  readonly without: number;
  readonly cache: CacheState;
  /** The list of the service was read: there are no other profiles. */
  readonly isWhole: boolean;
  endpointCountOf(count: number): EndpointCount;
}

export interface ProfileRepository {
  /** All known profiles; touches no network. */
  loadInventory(connection: ProfileConnection, signal: AbortSignal): Promise<ProfileInventory>;
  /** Reads the list and resolves lost creations; undefined where the service has no such list. */
  readList(connection: ProfileConnection, signal: AbortSignal): Promise<RecordList | undefined>;
  /** Reads the detail; undefined where the service offers none. Throws `profile-unknown`. */
  readDetail(connection: ProfileConnection, id: string, signal: AbortSignal): Promise<JsonRecord | undefined>;
  /**
   * Explains a 404 or 405 to a change of this profile: the profile is missing, or the service offers no such change.
   */
  explainAbsent(connection: ProfileConnection, id: string, error: AppError): Promise<AppError>;
}

export function createProfileRepository(deps: ProfileDeps): ProfileRepository {
  const { store, use, clock, changedHere } = deps;
  const loadInventory: ProfileRepository["loadInventory"] = async ({ id, name }, signal) => {
    const [cached, counts, changed] = await Promise.all([store.load(id), use.counts(name, signal), changedHere(id)]);
    const cache = cacheStateOf(counts.cache);
    return {
      cached,
      profiles: mergeProfiles(cached, { profiles: counts.profiles, cache }, changed),
      without: counts.without,
      cache,
      isWhole: isWholeReading(cached.reading),
      endpointCountOf: (count) => endpointCountOf(count, cache),
    };
  };
  const readList: ProfileRepository["readList"] = async (connection, signal) => {
    // Taken before the request: the list may be older than an answer that arrives while it is read.
    const asOf = clock.now();
    try {
      const list = await listServiceProfiles(connection.api, { signal, priority: "click" });
      const records = list.items.map(({ id, record }) => ({ id, record: JSON.stringify(record) }));
      await store.saveList(connection.id, asOf, records, list.gap);
      await resolveCreations(deps, connection, list, asOf);
      await resolveUpdates(deps, connection, list.items, asOf);
      return list;
    } catch (error) {
      if (!isAppError(error, "not-offered")) throw error;
      await store.saveList(connection.id, asOf, undefined);
      return undefined;
    }
  };
  /**
   * The source that currently shows the profile: the list read again from the service or, without a list, cached
   * endpoints.
   */
  const findSource = async (
    connection: ProfileConnection,
    id: string,
    signal: AbortSignal,
  ): Promise<"list" | "endpoints" | "nobody" | "no-list"> => {
    const listed = await readList(connection, signal);
    if (listed?.items.some((one) => one.id === id) === true) return "list";
    if (listed !== undefined && listed.gap === undefined) return "nobody";
    const { profiles } = await loadInventory(connection, signal);
    return (profiles.find((one) => one.id === id)?.count ?? 0) > 0 ? "endpoints" : "no-list";
  };
  return {
    loadInventory,
    readList,
    readDetail: async ({ id: connection, name, api }, id, signal) => {
      const asOf = clock.now();
      try {
        const record = await getServiceProfile(api, id, { signal, priority: "click" });
        await store.saveDetail(connection, id, asOf, JSON.stringify(record));
        await resolveUpdates(deps, { id: connection }, [{ id, record }], asOf);
        return record;
      } catch (error) {
        if (isAppError(error, "not-offered")) {
          await store.saveDetail(connection, id, asOf, undefined);
          return undefined;
        }
        if (!isMissing(error)) throw error;
        const source = await findSource({ id: connection, name, api }, id, signal);
        if (source === "list" || source === "endpoints") {
          // The profile exists; only its detail is not offered.
          await store.saveDetail(connection, id, asOf, undefined);
          return undefined;
        }
        await store.dropProfile(connection, id);
        throw profileUnknown(id, error);
      }
    },
    explainAbsent: async (connection, id, error) => {
      const source = isMissing(error)
        ? await findSource(connection, id, new AbortController().signal).catch(() => "no-list" as const)
        : "list";
      if (source === "nobody") return profileUnknown(id, error);
      const message = absentText(id, error, source);
      const code = source === "no-list" ? "profile-unknown" : "not-offered";
      const details = { ...error.details, ...(source === "no-list" ? { field: "profile" } : {}) };
      return new AppError(code, message, { details, cause: error });
    },
  };
}

function absentText(profile: string, error: AppError, source: "list" | "endpoints" | "no-list"): CodedText {
  const reason = toFailure(error).text;
  switch (source) {
    case "list":
      return codedText("profile-change-not-offered", { reason });
    case "endpoints":
      return codedText("profile-change-not-offered-or-gone", { profile, reason });
    case "no-list":
      return codedText("profile-not-found-or-change-not-offered", { profile, reason });
  }
}

/** Resolves creations whose answers were lost, by a list that was read. */
async function resolveCreations(
  { store, clock, onCreated, recordResolution }: ProfileDeps,
  { id: connection }: ProfileConnection,
  { items, gap }: RecordList,
  asOf: number,
): Promise<void> {
  const { changes } = await store.load(connection);
  const claimed = claimedBy(changes);
  for (const change of changes) {
    if (change.kind !== "create" || change.state !== "unknown") continue;
    const createdId = findCreatedId(change, items, claimed);
    const verdict = verdictOf(asOf, change.ended, createdId !== undefined);
    if (verdict === "done" && createdId !== undefined) {
      claimed.add(createdId);
      const proof = codedText("proved-by-list", { id: createdId });
      await recordResolution({ work: workOf(change.change), outcome: "done", created: createdId, proof });
      await store.resolveChange(change.change, "done", { at: clock.now(), by: "reading", profile: createdId });
      await onCreated(connection, {
        id: createdId,
        name: change.name ?? "",
        dns: draftOf(change).dns,
        at: change.ended ?? asOf,
      });
    } else if (verdict === "not-applied" && change.known !== null && gap === undefined) {
      const proof = codedText("proved-not-created");
      await recordResolution({ work: workOf(change.change), outcome: "not-done", proof });
      await store.resolveChange(change.change, "not-applied", { at: clock.now(), by: "reading" });
    }
  }
}

export interface CreatedDraft {
  readonly description?: string;
  readonly dns?: string;
  readonly callback?: string;
}

/** The fields with which a profile was created. */
export function draftOf({ after }: Pick<ProfileChangeRow, "after">): CreatedDraft {
  return JSON.parse(after ?? "{}") as CreatedDraft;
}

/** Ids of profiles that local creations are known to have created. */
export function claimedBy(changes: readonly ProfileChangeRow[]): Set<string> {
  return new Set(changes.flatMap(({ kind, profile }) => (kind === "create" && profile ? [profile] : [])));
}

/** The id of a profile of that name that did not exist before and that no other creation created. */
export function findCreatedId(
  { known: previousIds, name }: ProfileChangeRow,
  records: readonly ListedRecord[],
  claimed: ReadonlySet<string>,
): string | undefined {
  if (previousIds === null) return undefined;
  const before = new Set(JSON.parse(previousIds) as string[]);
  return records.find(({ id, record }) => !before.has(id) && !claimed.has(id) && readProfile(record).name === name)?.id;
}

/** True when the service reports that there is no such object. */
export function isMissing(error: unknown): boolean {
  return error instanceof AppError && error.details?.["status"] === 404;
}

export function profileUnknown(id: string, cause?: unknown): AppError {
  return new AppError("profile-unknown", codedText("profile-not-found", { profile: id }), {
    details: { field: "profile" },
    cause,
  });
}
