/** Contract handlers for DNS configurations: list, check, create, delete. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { isIP } from "node:net";
import type { dns, DnsConfiguration, DnsList } from "#shared/contract/network/dns.ts";
import type { Handlers, JsonRecord } from "#shared/contract/kit.ts";
import { deleteDns } from "../../../core/api/dns.ts";
import { acceptedOf } from "../../../core/api/errors.ts";
import { readNumber, readText } from "../../../core/api/json.ts";
import { describeReading, isWholeReading, type ListedRecord } from "../../../core/api/record-list.ts";
import { AppError, toFailure } from "#shared/failure.ts";
import { joinTexts } from "#shared/texts/join-texts.ts";
import { createKeyedMutex } from "../../../core/wait.ts";
import { checkAddresses } from "./check-addresses.ts";
import { createConfiguration } from "./create-configuration.ts";
import { createdSince, deletedHere, resolvedWrites, unresolvedWrites } from "./describe-write.ts";
import { type DnsRepository, hasAddresses } from "./dns-repository.ts";
import { checkedId } from "./dns-id.ts";
import { type DnsConnection, type DnsDeps, type ProfileInventory, workOfWrite } from "./deps.ts";
import {
  incompletenessReasons,
  namesOf,
  impactOfDeletion,
  perhapsUsersOf,
  unknownProfiles,
  type Uses,
  usersOf,
} from "./impact.ts";

type Configurations = Pick<Handlers<typeof dns>, "list" | "refresh" | "check" | "create" | "remove">;
type Removal = Awaited<ReturnType<Configurations["remove"]>>;

export function createConfigurations(deps: DnsDeps, repository: DnsRepository): Configurations {
  const { store, connections, onChanged } = deps;
  const runExclusive = createKeyedMutex();
  const listCached = async (connection: DnsConnection, signal: AbortSignal): Promise<DnsList> => {
    const [{ reading, listed }, writes, { inventory, uses }] = await Promise.all([
      store.load(connection.id),
      store.writes(connection.id),
      repository.loadInventory(connection, signal),
    ]);
    const records = mergeRecords(isWholeReading(reading), [
      listed.map(({ id, record }) => ({ id, record: JSON.parse(record) as JsonRecord })),
      createdSince(writes, reading),
      namedByProfiles(uses, deletedHere(writes)),
    ]);
    return {
      ...describeReading(reading),
      items: records.map(({ id, record }) => describe(id, record, inventory, uses)).toSorted(byId),
      unknownProfiles: unknownProfiles(inventory, uses),
      hasAllProfiles: inventory.isWhole,
      unresolved: unresolvedWrites(writes),
      resolved: resolvedWrites(writes),
    };
  };
  return {
    list: async ({ connection }, { signal }) => await listCached(await connections.open(connection), signal),
    refresh: async ({ connection: named }, { signal }) => {
      const connection = await connections.open(named);
      try {
        await repository.readList(connection, signal);
        await repository.resolveChanges(connection, signal);
      } finally {
        onChanged(connection.name);
      }
      return await listCached(connection, signal);
    },
    check: async ({ connection, ...addresses }) => {
      const { version, warnings, primary, secondary } = checkAddresses(addresses);
      const { id } = await connections.open(connection);
      const [{ reading, listed }, writes] = await Promise.all([store.load(id), store.writes(id)]);
      const records = mergeRecords(isWholeReading(reading), [
        listed.map((one) => ({ id: one.id, record: JSON.parse(one.record) as JsonRecord })),
        createdSince(writes, reading),
      ]);
      const same = records.filter(({ record }) => hasAddresses(record, primary, secondary));
      return { version, warnings: [...warnings], same: same.map((one) => one.id) };
    },
    create: async ({ connection: named, allowSame, ...addresses }, { signal }) => {
      const checked = checkAddresses(addresses);
      const connection = await connections.open(named);
      // Serialised, so that a second click finds the configuration that the first one created.
      return await runExclusive(String(connection.id), async () => {
        try {
          return await createConfiguration(deps, repository, { connection, checked, allowSame, signal });
        } finally {
          onChanged(connection.name);
        }
      });
    },
    remove: async ({ connection: named, dns: dnsId }, { signal }) => {
      const id = checkedId(dnsId);
      const connection = await connections.open(named);
      return await runExclusive(String(connection.id), async () => {
        try {
          return await remove(deps, repository, { connection, id, signal });
        } finally {
          onChanged(connection.name);
        }
      });
    },
  };
}

interface Deletion {
  readonly connection: DnsConnection;
  readonly id: string;
  readonly signal: AbortSignal;
}

async function remove(
  deps: DnsDeps,
  repository: DnsRepository,
  { connection, id, signal }: Deletion,
): Promise<Removal> {
  const { store, clock } = deps;
  const cached = (await store.load(connection.id)).listed.find((one) => one.id === id);
  const before = cached === undefined ? undefined : (JSON.parse(cached.record) as JsonRecord);
  const write = { connection: connection.id, kind: "delete", at: clock.now(), dns: id } as const;
  const change = await store.beginWrite(write);
  try {
    const note = {
      what: "delete-dns" as const,
      target: { kind: "DNS configuration", id },
      work: workOfWrite(change),
    };
    // Without the caller's signal: a write must not be cancelled half-way.
    await deleteDns(connection.api, id, {
      priority: "click",
      note: before === undefined ? note : { ...note, before: addressesOf(before) },
    });
  } catch (error) {
    if (acceptedOf(error) === "unknown") {
      await store.loseWrite(change, clock.now());
      return await resolveDeletion(repository, connection, { id, change }, error);
    }
    if (acceptedOf(error) === "no" && !isMissing(error)) await store.dropWrite(change);
    if (isInUse(error)) {
      await resolveEarlier(deps, connection, { id, change }, { state: "not-applied", proof: notDeleted });
      return await explain(repository, { connection, id, signal }, error);
    }
    if (!isMissing(error)) throw error;
    return await resolveMissing(deps, connection, { id, change }, error);
  }
  await resolveEarlier(deps, connection, { id, change }, { state: "not-applied", proof: notDeleted });
  await store.resolveWrite(change, "done", { at: clock.now(), by: "answer" });
  await store.dropListed(connection.id, id);
  return { outcome: "deleted", message: codedText("dns-deleted", { dns: id }) };
}

const notDeleted = codedText("proved-not-deleted-again");

/** A deletion that was sent. */
interface Sent {
  readonly id: string;
  readonly change: number;
}

/**
 * The service has no such configuration: an earlier deletion whose answer was lost was applied, or there never was one.
 */
async function resolveMissing(deps: DnsDeps, connection: DnsConnection, sent: Sent, error: unknown): Promise<Removal> {
  const { store, clock } = deps;
  const proof = codedText("proved-deleted-again");
  const resolvedCount = await resolveEarlier(deps, connection, sent, { state: "done", proof });
  await store.resolveWrite(sent.change, "done", { at: clock.now(), by: "answer" });
  await store.dropListed(connection.id, sent.id);
  if (resolvedCount === 0) throw dnsUnknown(sent.id, error);
  return { outcome: "deleted", message: codedText("dns-deleted-earlier", { dns: sent.id }) };
}

/** Resolves earlier deletions of the same configuration whose answers were lost, by the answer to this one. */
async function resolveEarlier(
  { store, clock, recordResolution }: DnsDeps,
  connection: DnsConnection,
  { id, change }: Sent,
  { state, proof }: { readonly state: "done" | "not-applied"; readonly proof: CodedText },
): Promise<number> {
  const lost = (await store.writes(connection.id)).filter(
    (one) => one.kind === "delete" && one.state === "unknown" && one.dns === id && one.change !== change,
  );
  for (const { change: earlier } of lost) {
    const outcome = state === "done" ? "done" : "not-done";
    await recordResolution({ work: workOfWrite(earlier), outcome, proof });
    await store.resolveWrite(earlier, state, { at: clock.now(), by: "reading" });
  }
  return lost.length;
}

/** Resolves a lost answer: the deletion was applied when the list no longer has the configuration. */
async function resolveDeletion(
  repository: DnsRepository,
  connection: DnsConnection,
  { id, change }: Sent,
  lost: unknown,
): Promise<Removal> {
  const list = await repository.readList(connection, new AbortController().signal).catch(() => undefined);
  const isListed = list?.items.some((one) => one.id === id) === true;
  if (list !== undefined && list.gap === undefined && !isListed) {
    return { outcome: "deleted", message: codedText("dns-deleted-recovered", { dns: id }) };
  }
  const code = isListed ? "dns-delete-unknown-listed" : "dns-delete-unknown-unread";
  return { outcome: "unknown", message: codedText(code, { reason: toFailure(lost).text, dns: id, change }) };
}

/** Explains a rejection by the profiles that are known to use the configuration. */
async function explain(
  repository: DnsRepository,
  { connection, id, signal }: Deletion,
  rejection: AppError,
): Promise<Removal> {
  const { inventory, uses } = await repository.loadInventory(connection, signal);
  const users = usersOf(id, inventory, uses);
  const impact = impactOfDeletion(id, inventory, uses);
  const usersText =
    users.length === 0
      ? codedText("dns-users-unknown")
      : codedText("dns-users", { count: users.length, profiles: namesOf(users) });
  const perhaps = perhapsUsersOf(id, inventory, uses);
  const possible =
    perhaps.length === 0
      ? []
      : [codedText("dns-possible-users", { count: perhaps.length, profiles: namesOf(perhaps) })];
  const more = incompletenessReasons(impact.unknownProfiles, inventory);
  const message = joinTexts(toFailure(rejection).text, usersText, ...possible, ...more);
  return { outcome: "in-use", message, impact };
}

/** Expected are status 409 and code 1407; neither is documented (docs/service-facts.md#dns). */
function isInUse(error: unknown): error is AppError {
  return error instanceof AppError && (error.code === "service-1407" || error.details?.["status"] === 409);
}

export function isMissing(error: unknown): boolean {
  return error instanceof AppError && error.details?.["status"] === 404;
}

export function dnsUnknown(id: string, cause?: unknown): AppError {
  return new AppError("dns-unknown", codedText("dns-not-found", { dns: id }), {
    details: { field: "dns" },
    cause,
  });
}

function describe(id: string, record: JsonRecord, inventory: ProfileInventory, uses: Uses): DnsConfiguration {
  const { primary, secondary } = addressesOf(record);
  const version = readNumber(record["ip_address_version"]) ?? isIP(primary ?? "");
  return {
    id,
    primary,
    secondary,
    version: version === 4 || version === 6 ? version : undefined,
    users: usersOf(id, inventory, uses),
  };
}

/**
 * Each id once, from the first source that has it. Where the list of the service is complete, ids that only profiles
 * name are omitted.
 */
function mergeRecords(
  isWhole: boolean,
  [listed, created, named = []]: readonly [
    readonly ListedRecord[],
    readonly ListedRecord[],
    (readonly ListedRecord[])?,
  ],
): readonly ListedRecord[] {
  const all = isWhole ? [...listed, ...created] : [...listed, ...created, ...named];
  return [...new Map(all.toReversed().map((one) => [one.id, one] as const)).values()];
}

/** Configurations that profiles are known to use, without addresses, because no source reports those. */
function namedByProfiles(uses: Uses, deleted: ReadonlySet<string>): ListedRecord[] {
  return [...uses.values()].flatMap(({ assignment }) =>
    assignment.state === "uses" && !deleted.has(assignment.dns) ? [{ id: assignment.dns, record: {} }] : [],
  );
}

function addressesOf(record: JsonRecord): { readonly primary?: string; readonly secondary?: string } {
  const [primary, secondary] = [readText(record["primary"]), readText(record["secondary"])];
  return { primary, secondary };
}

function byId(a: DnsConfiguration, b: DnsConfiguration): number {
  return a.id.localeCompare(b.id, "en", { numeric: true });
}
