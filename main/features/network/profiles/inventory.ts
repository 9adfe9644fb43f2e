/**
 * The known profiles with their DNS configurations, merged from the stored sources, and the reading of single profiles. A profile missing from a
 * newer list of the service counts neither as known from the service nor as created here.
 */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import type { CacheState, DnsAssignment, DnsUse, EndpointCount } from "#shared/contract/network/network-schemas.ts";
import { AppError, isAppError, toFailure } from "#shared/failure.ts";
import { isMissing } from "../../../core/api/offered.ts";
import { isWholeReading } from "../../../core/api/record-list.ts";
import { getServiceProfile } from "../../../core/api/service-profiles.ts";
import { type NetworkContext, observe, readList, uncancelled } from "../resource.ts";
import { currentChanges, dnsUse, listAssignmentChanges } from "../dns/dns-changes.ts";
import {
  isCreation,
  isSame,
  isUpdate,
  profileResources,
  type ReadProfile,
  readProfile,
  requestedCallback,
  setCallbackSpec,
  updateOf,
  useOf,
} from "./profile-changes.ts";
import type { CallbackAssignment, CallbackUse, Profile } from "#shared/contract/network/profiles.ts";
import type { Completeness } from "#shared/contract/fleet/fleet.ts";
import { type Change, isUnresolved, mayApply } from "../../../core/journal/change.ts";
import type { ListedRow, ProfileDetailRow, StoredList } from "../queries.ts";

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
    uses: new Map([...ids].map((one) => [one, dnsUse(reported.get(one), current.get(one))] as const)),
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

/**
 * A profile without its effective DNS configuration; `reported` is what the service reports of it, which is mostly
 * nothing.
 */
export interface MergedProfile extends Omit<Profile, "dns"> {
  /** Number of cached endpoints. */
  readonly count: number;
  readonly reported: { readonly assignment: DnsAssignment; readonly asOf: number } | undefined;
}

export interface CachedProfiles extends Pick<StoredList, "reading"> {
  readonly listed: readonly Pick<ListedRow, "id" | "record">[];
  readonly details: readonly ProfileDetailRow[];
  /** Changes from here, oldest first. */
  readonly changes: readonly Change[];
}

export interface FromEndpoints {
  readonly profiles: readonly { readonly id: string; readonly name: string | undefined; readonly count: number }[];
  readonly cache: CacheState;
}

/** A profile changed from here; `at` is when the change ended. */
export interface ChangedHere {
  readonly id: string;
  readonly name: string | undefined;
  readonly at: number;
}

interface ReportedProfile extends ReadProfile {
  readonly asOf: number;
}

/** Sorted by name, profiles without a name last. */
export function mergeProfiles(
  cached: CachedProfiles,
  endpoints: FromEndpoints,
  changedElsewhere: readonly ChangedHere[] = [],
): MergedProfile[] {
  const activeChanges = cached.changes.filter(mayApply);
  const current: CachedProfiles = { ...cached, changes: activeChanges };
  const listedAt = isWholeReading(current.reading) ? current.reading.as_of : undefined;
  const reported = new Map<string, ReportedProfile[]>();
  const add = (id: string, record: string, asOf: number): void => {
    const read = readProfile(JSON.parse(record) as JsonRecord);
    reported.set(id, [...(reported.get(id) ?? []), { ...read, asOf }]);
  };
  for (const { id, record } of current.listed) add(id, record, current.reading?.as_of ?? 0);
  const inList = new Set(current.listed.map(({ id }) => id));
  const isNoLongerListed = (id: string, at: number): boolean =>
    listedAt !== undefined && listedAt > at && !inList.has(id);
  for (const { id, record, as_of: asOf } of current.details)
    if (record !== null && !isNoLongerListed(id, asOf)) add(id, record, asOf);
  const touched = [...changedElsewhere, ...current.changes.flatMap(changedHere)].filter(
    ({ id, at }) => !isNoLongerListed(id, at),
  );
  const localChanges = new Map(touched.toSorted((a, b) => a.at - b.at).map((one) => [one.id, one] as const));
  const seen = new Map(endpoints.profiles.map((one) => [one.id, one] as const));
  const ids = new Set([...reported.keys(), ...seen.keys(), ...localChanges.keys()]);
  return [...ids]
    .map((id) =>
      merge({
        id,
        reported: (reported.get(id) ?? []).toSorted((a, b) => b.asOf - a.asOf),
        seen: seen.get(id),
        localChange: localChanges.get(id),
        changes: current.changes.filter(({ subject }) => subject === id),
        cache: endpoints.cache,
      }),
    )
    .toSorted(byName);
}

interface Sources {
  readonly id: string;
  /** Newest first. */
  readonly reported: readonly ReportedProfile[];
  readonly seen: FromEndpoints["profiles"][number] | undefined;
  readonly localChange: ChangedHere | undefined;
  readonly changes: readonly Change[];
  readonly cache: CacheState;
}

function merge({ id, reported, seen, localChange, changes, cache }: Sources): MergedProfile {
  const [newest] = reported;
  // A local update applies until the service has a newer record.
  const updated = changes.flatMap((row) =>
    isUpdate(row) && row.state === "applied" ? [{ ...updateOf(row), asOf: row.endedAt ?? row.at }] : [],
  );
  const newestFirst = [...reported, ...updated].toSorted((a, b) => b.asOf - a.asOf);
  const first = <T>(pick: (one: (typeof newestFirst)[number]) => T | undefined): T | undefined =>
    newestFirst.map(pick).find((value) => value !== undefined);
  const name = first((one) => one.name) ?? seen?.name ?? localChange?.name;
  const described = first((one) => one.description);
  const description = described === "" ? undefined : described;
  const usage = reported.find(({ usedCount }) => usedCount !== undefined);
  const dns = reported.find((one) => one.dns !== undefined);
  const sources: Profile["sources"] = [
    ...(newest === undefined ? [] : [{ from: "service" as const, asOf: newest.asOf }]),
    ...(seen === undefined ? [] : [{ from: "endpoints" as const, asOf: cache.asOf }]),
    ...(localChange === undefined ? [] : [{ from: "this-computer" as const, asOf: localChange.at }]),
  ];
  return {
    id,
    name,
    description,
    sources,
    count: seen?.count ?? 0,
    endpoints: endpointCountOf(seen?.count ?? 0, cache),
    usedCount: usage?.usedCount === undefined ? undefined : { count: usage.usedCount, asOf: usage.asOf },
    // The newest value of each switch.
    switches: Object.assign({}, ...newestFirst.toReversed().map(({ switches }) => switches)) as Profile["switches"],
    reported: dns?.dns === undefined ? undefined : { assignment: dns.dns, asOf: dns.asOf },
    callback: callbackUse(reported, changes),
    ...lostUpdate(changes),
  };
}

function changedHere({ subject, name, at, endedAt = at }: Change): ChangedHere[] {
  return subject === undefined ? [] : [{ id: subject, name, at: endedAt }];
}

/** The newest update, where its answer was lost and no reading has resolved it. */
function lostUpdate(changes: readonly Change[]): Pick<Profile, "lostUpdate"> {
  const last = changes.findLast(isUpdate);
  if (last === undefined || !isUnresolved(last)) return {};
  const { switches, ...texts } = updateOf(last);
  return {
    lostUpdate: { change: last.change, at: last.at, fields: [...Object.keys(texts), ...Object.keys(switches)] },
  };
}

/**
 * The callback reported by the service, unless a local change is newer; a record without a callback field does not mean
 * "none".
 */
function callbackUse(reported: readonly ReportedProfile[], changes: readonly Change[]): CallbackUse {
  const newest = reported.find(({ callback }) => callback !== undefined);
  const last = changes.findLast(
    (one) => one.resource === "profile-callback" || (isCreation(one) && one.state === "applied"),
  );
  const use = useOf(
    newest?.callback && { assignment: newest.callback, asOf: newest.asOf },
    last && { ...last, requested: requestedCallback(last) },
  );
  return { ...use, ...earlierOf(use.assignment, last) };
}

/**
 * The callback that the newest change replaced; empty where that was unknown, or where the callback has changed since.
 */
function earlierOf(now: CallbackAssignment, last: Change | undefined): Pick<CallbackUse, "earlier"> {
  if (last?.resource !== "profile-callback") return {};
  const isCurrent = now.state === "unknown" || isSame(now, requestedCallback(last));
  const restored = isCurrent ? setCallbackSpec.inverse?.(last) : undefined;
  return restored === undefined ? {} : { earlier: { change: last.change, assignment: restored.after, at: last.at } };
}

function byName(a: MergedProfile, b: MergedProfile): number {
  if (a.name !== undefined && b.name !== undefined && a.name !== b.name) return a.name.localeCompare(b.name, "en");
  if ((a.name === undefined) !== (b.name === undefined)) return a.name === undefined ? 1 : -1;
  return a.id.localeCompare(b.id, "en", { numeric: true });
}

/** `count` is the number in the cache; a cache that was never filled, or is not offered, counts nothing. */
export function endpointCountOf(count: number, cache: CacheState): EndpointCount {
  switch (cache.state) {
    case "complete":
      return { exactness: "exact", count, sentence: codedText("endpoint-count-exact", { count }) };
    case "partial":
      if (count === 0) return { exactness: "at-least", count, sentence: codedText("endpoint-count-none-partial") };
      return { exactness: "at-least", count, sentence: codedText("endpoint-count-at-least", { count }) };
    default:
      return { exactness: "unknown", sentence: codedText("endpoint-count-unknown") };
  }
}

function cacheStateOf({ state, asOf, unique, promised }: Completeness): CacheState {
  return { state, asOf, unique, promised };
}
