/** Reads profiles: merges the stored sources, reads from the service, and resolves changes whose answers were lost. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { CacheState, EndpointCount } from "#shared/contract/network/network-schemas.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { getServiceProfile, listServiceProfiles } from "../../../core/api/service-profiles.ts";
import { AppError, isAppError, toFailure } from "#shared/failure.ts";
import { type MergedProfile, cacheStateOf, endpointCountOf, mergeProfiles } from "./merge-profiles.ts";
import { isWholeReading, type RecordList } from "../../../core/api/record-list.ts";
import type { Snapshot } from "../../../core/journal/change.ts";
import type { ProfileConnection, ProfileDeps } from "./deps.ts";
import { profileResources, readProfile } from "./profile-changes.ts";
import type { CachedProfiles } from "./queries.ts";

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
  const { store, use, journal, changedHere } = deps;
  const loadInventory: ProfileRepository["loadInventory"] = async ({ id, name }, signal) => {
    const [stored, changes, counts, changed] = await Promise.all([
      store.load(id),
      journal.list(id, profileResources),
      use.counts(name, signal),
      changedHere(id),
    ]);
    const cached: CachedProfiles = { ...stored, changes };
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
    const start = journal.startReading();
    try {
      const list = await listServiceProfiles(connection.api, { signal, priority: "click" });
      const records = list.items.map(({ id, record }) => ({ id, record: JSON.stringify(record) }));
      await store.saveList(connection.id, start.asOf, records, list.gap);
      const isComplete = list.gap === undefined;
      await observe(deps, connection, { ...start, reading: "profiles", isComplete, records: list.items });
      return list;
    } catch (error) {
      if (!isAppError(error, "not-offered")) throw error;
      await store.saveList(connection.id, start.asOf, undefined);
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
    readDetail: async (opened, id, signal) => {
      const { id: connection, api } = opened;
      const start = journal.startReading();
      const { asOf } = start;
      try {
        const record = await getServiceProfile(api, id, { signal, priority: "click" });
        await store.saveDetail(connection, id, asOf, JSON.stringify(record));
        await observe(deps, opened, { ...start, reading: "profile", isComplete: false, records: [{ id, record }] });
        return record;
      } catch (error) {
        if (isAppError(error, "not-offered")) {
          await store.saveDetail(connection, id, asOf, undefined);
          return undefined;
        }
        if (!isMissing(error)) throw error;
        const source = await findSource(opened, id, signal);
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

/** Also reports the DNS configurations that the records contain, which prove changes of the DNS feature. */
async function observe({ journal }: ProfileDeps, connection: ProfileConnection, snapshot: Snapshot): Promise<void> {
  await journal.observe(connection, snapshot);
  const assignments = snapshot.records.flatMap(({ id, record }) => {
    const { dns } = readProfile(record);
    return dns === undefined ? [] : [{ id, record: { ...dns } }];
  });
  await journal.observe(connection, { ...snapshot, reading: "profile-dns", isComplete: false, records: assignments });
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
