/** Contract handlers for DNS configurations: list, check, create, delete. */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import type { DnsConfiguration, DnsList, dns } from "#shared/contract/network/dns.ts";
import type { Handlers, JsonRecord } from "#shared/contract/kit.ts";
import { AppError, toFailure } from "#shared/failure.ts";
import { joinTexts } from "#shared/texts/join-texts.ts";
import { isIP } from "node:net";
import type { ChangeRef } from "../../../core/api/change-note.ts";
import { createDns, deleteDns } from "../../../core/api/dns.ts";
import { readNumber, readText } from "../../../core/api/json.ts";
import { type ListedRecord, type RecordList, describeReading, isWholeReading } from "../../../core/api/record-list.ts";
import { describeMissingId } from "../../../core/api/write-answer.ts";
import { type Change, isUnresolved } from "../../../core/journal/change.ts";
import { type CheckedAddresses, checkAddresses, checkedId } from "./addresses.ts";
import { createdSince, deletedHere, resolvedWrites, unresolvedWrites } from "./describe-write.ts";
import { addressesSent, createDnsSpec, deleteDnsSpec, hasAddresses } from "./dns-changes.ts";
import type { DnsRepository } from "./dns-repository.ts";
import type { DnsConnection, DnsDeps, ProfileInventory } from "./deps.ts";
import {
  type Uses,
  impactOfDeletion,
  incompletenessReasons,
  namesOf,
  perhapsUsersOf,
  unknownProfiles,
  usersOf,
} from "./impact.ts";

type Configurations = Pick<Handlers<typeof dns>, "list" | "refresh" | "check" | "create" | "remove">;
type Removal = Awaited<ReturnType<Configurations["remove"]>>;

export function createConfigurations(deps: DnsDeps, repository: DnsRepository): Configurations {
  const { store, connections, journal, onChanged } = deps;
  const listCached = async (connection: DnsConnection, signal: AbortSignal): Promise<DnsList> => {
    const [{ reading, listed }, writes, { inventory, uses }] = await Promise.all([
      store.load(connection.id),
      journal.list(connection.id, ["dns"]),
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
      const checked = checkAddresses(addresses);
      const { version, warnings } = checked;
      const { id } = await connections.open(connection);
      const [{ reading, listed }, writes] = await Promise.all([store.load(id), journal.list(id, ["dns"])]);
      const records = mergeRecords(isWholeReading(reading), [
        listed.map((one) => ({ id: one.id, record: JSON.parse(one.record) as JsonRecord })),
        createdSince(writes, reading),
      ]);
      const same = records.filter(({ record }) => hasAddresses(record, checked));
      return { version, warnings: [...warnings], same: same.map((one) => one.id) };
    },
    create: async ({ connection: named, allowSame, ...addresses }, { signal }) => {
      const checked = checkAddresses(addresses);
      const connection = await connections.open(named);
      // Serialised, so that a second click finds the configuration that the first one created.
      return await journal.exclusive(connection, "dns", async () => {
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
      return await journal.exclusive(connection, "dns", async () => {
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
  const { store, journal } = deps;
  const cached = (await store.load(connection.id)).listed.find((one) => one.id === id);
  const before = cached === undefined ? undefined : addressesOf(JSON.parse(cached.record) as JsonRecord);
  const target = { kind: "DNS configuration", id };
  let list: RecordList | undefined;
  const send = async (change: ChangeRef): Promise<unknown> => {
    const note = { operation: "delete-dns" as const, target, before, change };
    try {
      await deleteDns(connection.api, id, { priority: "click", note });
      return undefined;
    } catch (error) {
      // There is no such configuration: an earlier deletion was applied, or there never was one.
      if (isMissing(error)) return error;
      throw error;
    }
  };
  const read = async (): Promise<void> => {
    list = await repository.readList(connection, new AbortController().signal);
  };
  const result = await journal
    .submit(deleteDnsSpec, connection, { subject: id, before, request: {}, send, read })
    .catch((error: unknown) => {
      if (isInUse(error)) return error;
      throw error;
    });
  if (result instanceof AppError) {
    await resolveEarlier(deps, connection, id, { state: "not-applied", proof: notDeleted });
    return await explain(repository, { connection, id, signal }, result);
  }
  if (result.outcome === "unknown") {
    const isListed = list?.items.some((one) => one.id === id) === true;
    const code = isListed ? "dns-delete-unknown-listed" : "dns-delete-unknown-unread";
    const { change } = result.change;
    return { outcome: "unknown", message: codedText(code, { reason: result.reason, dns: id, change }) };
  }
  if (result.outcome === "recovered") {
    return { outcome: "deleted", message: codedText("dns-deleted-recovered", { dns: id }) };
  }
  await store.dropListed(connection.id, id);
  const missing = result.response;
  if (missing === undefined) {
    await resolveEarlier(deps, connection, id, { state: "not-applied", proof: notDeleted });
    return { outcome: "deleted", message: codedText("dns-deleted", { dns: id }) };
  }
  const proof = codedText("proved-deleted-again");
  if ((await resolveEarlier(deps, connection, id, { state: "applied", proof })) === 0) throw dnsUnknown(id, missing);
  return { outcome: "deleted", message: codedText("dns-deleted-earlier", { dns: id }) };
}

const notDeleted = codedText("proved-not-deleted-again");

/** Resolves earlier deletions of the same configuration whose answers were lost, by the answer to this one. */
async function resolveEarlier(
  { journal }: DnsDeps,
  connection: DnsConnection,
  id: string,
  outcome: { readonly state: "applied" | "not-applied"; readonly proof: CodedText },
): Promise<number> {
  const lost = (await journal.list(connection.id, ["dns"])).filter(
    ({ action, state, subject }) => action === "delete" && state === "unknown" && subject === id,
  );
  for (const change of lost) await journal.resolve(change.change, connection.id, outcome);
  return lost.length;
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
function namedByProfiles(uses: Uses, deleted: ReadonlyMap<string, number>): ListedRecord[] {
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

type Answer = Awaited<ReturnType<Handlers<typeof dns>["create"]>>;

interface CreateConfigurationRequest {
  readonly connection: DnsConnection;
  readonly checked: CheckedAddresses;
  readonly allowSame: boolean;
  readonly signal: AbortSignal;
}

export async function createConfiguration(
  { journal }: DnsDeps,
  repository: DnsRepository,
  { connection, checked, allowSame, signal }: CreateConfigurationRequest,
): Promise<Answer> {
  const { primary, secondary } = checked;
  const warnings = [...checked.warnings];
  const before = await repository.readList(connection, signal);
  const writes = await journal.list(connection.id, ["dns"]);
  const sent = writes.findLast((one) => {
    const addresses = addressesSent(one);
    const isSame = addresses.primary === primary && addresses.secondary === secondary;
    return one.action === "create" && isUnresolved(one) && isSame;
  });
  // Without a list, only configurations created here are known.
  const there = before?.items ?? createdSince(writes, undefined);
  const same = there.find(({ record }) => hasAddresses(record, checked));
  if (same !== undefined && !allowSame) {
    return { outcome: "exists", id: same.id, message: existsText(same.id, sent), warnings };
  }
  if (sent !== undefined && !allowSame) {
    return { outcome: "unsettled", message: codedText("dns-unconfirmed", { change: sent.change }), warnings };
  }
  const read = (): Promise<unknown> => repository.readList(connection, new AbortController().signal);
  const request = { primary, secondary };
  const result = await journal.submit(createDnsSpec, connection, {
    request,
    // A new configuration can be identified later only by comparison with a complete list.
    previousIds: before === undefined || before.gap !== undefined ? undefined : before.items.map(({ id }) => id),
    send: (change) =>
      createDns(connection.api, request, {
        priority: "click",
        note: { operation: "create-dns", after: request, change },
      }),
    createdId: ({ id }) => id,
    read: before === undefined ? undefined : read,
  });
  if (result.outcome === "unknown") {
    const { change } = result.change;
    const message = codedText("dns-create-unknown", { reason: result.reason, change });
    return { outcome: "unknown", message, warnings };
  }
  const { subject: id } = result.change;
  if (id === undefined) {
    const list = result.outcome === "applied" ? result.list : "none";
    return {
      outcome: "created",
      message: codedText("dns-created-without-id", { reason: describeMissingId(list) }),
      warnings,
    };
  }
  if (result.outcome === "recovered") {
    return { outcome: "created", id, message: codedText("dns-created-recovered", { dns: id }), warnings };
  }
  // The configuration was created; a failed reading does not change that.
  if (result.response.id !== undefined) await read().catch(() => undefined);
  return { outcome: "created", id, message: codedText("dns-created", { dns: id }), warnings };
}

/** Mentions an unconfirmed creation, which may add another configuration. */
function existsText(dns: string, sent: Change | undefined): CodedText {
  return sent === undefined
    ? codedText("dns-exists", { dns })
    : codedText("dns-exists-unconfirmed", { dns, change: sent.change });
}
