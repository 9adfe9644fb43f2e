/** The known profiles with their DNS configurations, merged from the stored sources, and the reading of single profiles. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import type { CacheState, DnsUse, EndpointCount } from "#shared/contract/network/network-schemas.ts";
import { AppError, isAppError, toFailure } from "#shared/failure.ts";
import { isWholeReading } from "../../../core/api/record-list.ts";
import { getServiceProfile } from "../../../core/api/service-profiles.ts";
import { isMissing, type NetworkContext, uncancelled } from "../deps.ts";
import { currentChanges, listAssignmentChanges, useOf } from "../dns/dns-changes.ts";
import { observe, readList } from "../readings.ts";
import {
  cacheStateOf,
  type CachedProfiles,
  endpointCountOf,
  type MergedProfile,
  mergeProfiles,
} from "./merge-profiles.ts";
import { profileResources } from "./profile-changes.ts";

export interface ProfileInventory {
  readonly cached: CachedProfiles;
  readonly profiles: readonly MergedProfile[];
  /** The DNS configuration of each profile; a missing profile is unknown. */
  readonly uses: ReadonlyMap<string, DnsUse>;
  /** Number of endpoints without a profile. */
  readonly without: number;
  readonly cache: CacheState;
  /** The list of the service was read: there are no other profiles. */
  readonly isWhole: boolean;
  endpointCountOf(count: number): EndpointCount;
}

/** Touches no network. */
export async function loadInventory({
  store,
  use,
  journal,
  connection: { id, name },
  signal,
}: NetworkContext): Promise<ProfileInventory> {
  const [stored, details, changes, counts, assignments] = await Promise.all([
    store.load(id, "profile"),
    store.loadDetails(id),
    journal.list(id, profileResources),
    use.counts(name, signal),
    listAssignmentChanges(journal, id),
  ]);
  const cached: CachedProfiles = { ...stored, details, changes };
  const cache = cacheStateOf(counts.cache);
  const current = currentChanges(assignments);
  const changedHere = [...current.values()].map((one) => ({
    id: one.profile,
    name: one.profileName,
    at: one.endedAt ?? one.at,
  }));
  const profiles = mergeProfiles(cached, { profiles: counts.profiles, cache }, changedHere);
  const reported = new Map(profiles.map((one) => [one.id, one.reported] as const));
  const ids = new Set([...reported.keys(), ...current.keys()]);
  return {
    cached,
    profiles,
    uses: new Map([...ids].map((one) => [one, useOf(reported.get(one), current.get(one))] as const)),
    without: counts.without,
    cache,
    isWhole: isWholeReading(cached.reading),
    endpointCountOf: (count) => endpointCountOf(count, cache),
  };
}

/** Undefined where the service offers no detail. Throws `profile-unknown`. */
export async function readDetail(context: NetworkContext, id: string): Promise<JsonRecord | undefined> {
  const { store, journal, connection, signal } = context;
  const start = journal.startReading();
  const save = (record?: JsonRecord): Promise<void> => store.saveDetail(connection.id, id, start.asOf, record);
  try {
    const record = await getServiceProfile(connection.api, id, { signal, priority: "click" });
    await save(record);
    const records = [{ id, record }];
    await observe(context, { ...start, reading: "profile-detail", isComplete: false, records });
    return record;
  } catch (error) {
    const isNotOffered = isAppError(error, "not-offered");
    if (!isNotOffered && !isMissing(error)) throw error;
    const source = isNotOffered ? "list" : await findSource(context, id);
    if (source === "list" || source === "endpoints") {
      // The profile exists; only its detail is not offered.
      await save();
      return undefined;
    }
    await store.dropRecord(connection.id, "profile", id);
    throw profileUnknown(id, error);
  }
}

/** Reads a profile again after a change; undefined where that fails: the stored data stays, and the next reading checks it. */
export async function readDetailAgain(context: NetworkContext, id: string): Promise<JsonRecord | undefined> {
  return await readDetail(uncancelled(context), id).catch(() => undefined);
}

/** Explains a 404 or 405 to a change of this profile: `profile-unknown` or `not-offered`. */
export async function explainAbsent(context: NetworkContext, id: string, error: AppError): Promise<AppError> {
  const source = isMissing(error) ? await findSource(uncancelled(context), id).catch(() => "no-list" as const) : "list";
  if (source === "not-found") return profileUnknown(id, error);
  const code = source === "no-list" ? "profile-unknown" : "not-offered";
  const details = { ...error.details, ...(source === "no-list" ? { field: "profile" } : {}) };
  return new AppError(code, absentText(id, error, source), { details, cause: error });
}

export function profileUnknown(id: string, cause?: unknown): AppError {
  return new AppError("profile-unknown", codedText("profile-not-found", { profile: id }), {
    details: { field: "profile" },
    cause,
  });
}

/** The source that currently shows the profile: the list read again from the service or, without a list, cached endpoints. */
async function findSource(
  context: NetworkContext,
  id: string,
): Promise<"list" | "endpoints" | "not-found" | "no-list"> {
  const listed = await readList(context, "profile");
  if (listed?.items.some((one) => one.id === id) === true) return "list";
  if (listed !== undefined && listed.gap === undefined) return "not-found";
  const { profiles } = await loadInventory(context);
  return (profiles.find((one) => one.id === id)?.count ?? 0) > 0 ? "endpoints" : "no-list";
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
