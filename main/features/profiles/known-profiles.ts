/**
 * Service profiles as one list out of three sources: what the service told, the endpoint records of the local copy, and what was
 * created here. Pure. A profile that a newer list of the service is without is not known from the service, nor from its creation.
 */
import type { CallbackStand, CallbackUse, Profile } from "#contract/profiles.ts";
import type { JsonRecord } from "#contract/kit.ts";
import type { Copy, DnsStand } from "#contract/network-words.ts";
import type { KeptProfiles, ProfileChangeRow } from "./queries.ts";
import { verdictOf } from "../../api/lost-answer.ts";
import { isWholeReading } from "../../api/record-list.ts";
import { reachOf } from "./reach.ts";
import { readProfile, type ReadProfile } from "./read-profile.ts";
import { updateOf } from "./settle-updates.ts";

/** Everything but which DNS configuration it uses: `told` is what the service says of that, which is mostly nothing. */
export interface KnownProfile extends Omit<Profile, "dns"> {
  /** Endpoints of the copy. */
  readonly count: number;
  readonly told: { readonly stand: DnsStand; readonly asOf: number } | undefined;
}

export interface FromEndpoints {
  readonly profiles: readonly { readonly id: string; readonly name: string | undefined; readonly count: number }[];
  readonly copy: Copy;
}

/** A profile that something was done to from here; `at` is when that ended. */
export interface ChangedHere {
  readonly id: string;
  readonly name: string | undefined;
  readonly at: number;
}

interface Told extends ReadProfile {
  readonly asOf: number;
}

/** By name, those without one last. */
export function knownProfiles(
  given: KeptProfiles,
  endpoints: FromEndpoints,
  changedElsewhere: readonly ChangedHere[] = [],
): KnownProfile[] {
  const standing = given.changes.filter(({ state }) => state === "unknown" || state === "done");
  const kept: KeptProfiles = { ...given, changes: standing };
  const listedAt = isWholeReading(kept.reading) ? kept.reading.as_of : undefined;
  const told = new Map<string, Told[]>();
  const add = (id: string, record: string, asOf: number): void => {
    const read = readProfile(JSON.parse(record) as JsonRecord);
    told.set(id, [...(told.get(id) ?? []), { ...read, asOf }]);
  };
  for (const { id, record } of kept.listed) add(id, record, kept.reading?.as_of ?? 0);
  const inList = new Set(kept.listed.map(({ id }) => id));
  const isGone = (id: string, at: number): boolean => listedAt !== undefined && listedAt > at && !inList.has(id);
  for (const { id, record, as_of: asOf } of kept.details)
    if (record !== null && !isGone(id, asOf)) add(id, record, asOf);
  const touched = [...changedElsewhere, ...kept.changes.flatMap(changedHere)].filter(({ id, at }) => !isGone(id, at));
  const made = new Map(touched.toSorted((a, b) => a.at - b.at).map((one) => [one.id, one] as const));
  const seen = new Map(endpoints.profiles.map((one) => [one.id, one] as const));
  const ids = new Set([...told.keys(), ...seen.keys(), ...made.keys()]);
  return [...ids]
    .map((id) => {
      const newestFirst = (told.get(id) ?? []).toSorted((a, b) => b.asOf - a.asOf);
      const changes = kept.changes.filter(({ profile }) => profile === id);
      return merge({ id, told: newestFirst, seen: seen.get(id), made: made.get(id), changes, copy: endpoints.copy });
    })
    .toSorted(byName);
}

interface Sources {
  readonly id: string;
  readonly told: readonly Told[];
  readonly seen: FromEndpoints["profiles"][number] | undefined;
  readonly made: ChangedHere | undefined;
  readonly changes: readonly ProfileChangeRow[];
  readonly copy: Copy;
}

function merge({ id, told, seen, made, changes, copy }: Sources): KnownProfile {
  const [newest] = told;
  // What was updated here stands until a newer record of the service.
  const updated = changes.flatMap((row) =>
    row.kind === "update" && row.state === "done" ? [{ ...updateOf(row), asOf: row.ended ?? row.at }] : [],
  );
  const newestFirst = [...told, ...updated].toSorted((a, b) => b.asOf - a.asOf);
  const first = <T>(pick: (one: (typeof newestFirst)[number]) => T | undefined): T | undefined =>
    newestFirst.map(pick).find((value) => value !== undefined);
  const name = first((one) => one.name) ?? seen?.name ?? made?.name;
  const described = first((one) => one.description);
  const description = described === "" ? undefined : described;
  const counted = told.find(({ usedCount }) => usedCount !== undefined);
  const dns = told.find((one) => one.dns !== undefined);
  const sources: Profile["sources"] = [
    ...(newest === undefined ? [] : [{ from: "service" as const, asOf: newest.asOf }]),
    ...(seen === undefined
      ? []
      : [{ from: "endpoints" as const, ...(copy.asOf === undefined ? {} : { asOf: copy.asOf }) }]),
    ...(made === undefined ? [] : [{ from: "this-computer" as const, asOf: made.at }]),
  ];
  return {
    id,
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    sources,
    count: seen?.count ?? 0,
    endpoints: reachOf(seen?.count ?? 0, copy),
    ...(counted?.usedCount === undefined ? {} : { usedCount: { count: counted.usedCount, asOf: counted.asOf } }),
    // The newest value of each switch.
    switches: Object.assign({}, ...newestFirst.toReversed().map(({ switches }) => switches)) as Profile["switches"],
    told: dns?.dns === undefined ? undefined : { stand: dns.dns, asOf: dns.asOf },
    callback: callbackUse(told, changes),
    ...lostUpdate(changes),
  };
}

function changedHere({ profile, name, at, ended }: ProfileChangeRow): ChangedHere[] {
  return profile === null ? [] : [{ id: profile, name: name ?? undefined, at: ended ?? at }];
}

/** The newest update, where its answer was lost and nothing has settled it. */
function lostUpdate(changes: readonly ProfileChangeRow[]): Pick<Profile, "lostUpdate"> {
  const last = changes.findLast(({ kind }) => kind === "update");
  if (last?.state !== "unknown") return {};
  const { switches, ...texts } = updateOf(last);
  return {
    lostUpdate: { change: last.change, at: last.at, fields: [...Object.keys(texts), ...Object.keys(switches)] },
  };
}

/** What the service told, unless something newer was done here; a record that does not name a callback does not say "none". */
function callbackUse(told: readonly Told[], changes: readonly ProfileChangeRow[]): CallbackUse {
  const said = told.find(({ callback }) => callback !== undefined);
  const last = changes.findLast(({ kind, state }) => kind === "callback" || (kind === "create" && state === "done"));
  if (said?.callback !== undefined && (last === undefined || proves(said.asOf, said.callback, last))) {
    return { stand: said.callback, source: "service", asOf: said.asOf, ...earlierOf(said.callback, last) };
  }
  if (last === undefined) return { stand: { state: "unknown" } };
  const wanted = callbackWanted(last);
  if (last.state === "done") {
    return { stand: wanted, source: "this-computer", asOf: last.at, ...earlierOf(wanted, last) };
  }
  const unknown = { state: "unknown" } as const;
  return { stand: unknown, lost: { change: last.change, wanted, at: last.at }, ...earlierOf(unknown, last) };
}

/** What the newest change replaced; nothing where that was not known, or where it is not any more what the change made of it. */
function earlierOf(now: CallbackStand, last: ProfileChangeRow | undefined): Pick<CallbackUse, "earlier"> {
  if (last?.kind !== "callback" || last.before === null) return {};
  const stand = JSON.parse(last.before) as CallbackStand;
  const wanted = callbackWanted(last);
  const stands = now.state === "unknown" || isSameCallback(now, wanted);
  if (stand.state === "unknown" || isSameCallback(stand, wanted) || !stands) return {};
  return { earlier: { change: last.change, stand, at: last.at } };
}

/** A reading that began before the end of a change proves nothing of what stands after it. */
function proves(asOf: number, callback: CallbackStand, change: ProfileChangeRow): boolean {
  if (change.state === "done") return change.ended !== null && asOf > change.ended;
  return verdictOf(asOf, change.ended, isSameCallback(callback, callbackWanted(change))) !== undefined;
}

/** Unknown is like nothing, itself included. */
export function isSameCallback(a: CallbackStand, b: CallbackStand): boolean {
  if (a.state === "uses" && b.state === "uses") return a.callback === b.callback;
  return a.state === b.state && a.state !== "unknown";
}

/** What a change of the callback, or a creation, made of it. */
export function callbackWanted({ kind, after }: Pick<ProfileChangeRow, "kind" | "after">): CallbackStand {
  const value = JSON.parse(after ?? "{}") as CallbackStand & { readonly callback?: string };
  if (kind === "callback") return value;
  return value.callback === undefined ? { state: "none" } : { state: "uses", callback: value.callback };
}

function byName(a: KnownProfile, b: KnownProfile): number {
  if (a.name !== undefined && b.name !== undefined && a.name !== b.name) return a.name.localeCompare(b.name, "en");
  if ((a.name === undefined) !== (b.name === undefined)) return a.name === undefined ? 1 : -1;
  return a.id.localeCompare(b.id, "en", { numeric: true });
}
