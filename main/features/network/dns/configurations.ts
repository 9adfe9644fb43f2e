/** Contract handlers for DNS configurations: list, check, create, delete. */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import type { DnsConfiguration, DnsList, dns } from "#shared/contract/network/dns.ts";
import type { Handlers, JsonRecord } from "#shared/contract/kit.ts";
import { AppError, isAppError, toFailure } from "#shared/failure.ts";
import { joinTexts } from "#shared/texts/join-texts.ts";
import { isIP } from "node:net";
import type { ChangeRef } from "../../../core/api/caller.ts";
import { createDns, deleteDns } from "../../../core/api/dns.ts";
import { readNumber, readText } from "../../../core/api/json.ts";
import { type ListedRecord, type RecordList, describeReading, isWholeReading } from "../../../core/api/record-list.ts";
import type { Change } from "../../../core/journal/change.ts";
import {
  changeNotes,
  completeIds,
  create,
  type CreationTexts,
  isMissing,
  listing,
  type NetworkContext,
  type NetworkDeps,
  readList,
  runChange,
  uncancelled,
} from "../resource.ts";
import { loadInventory, type ProfileInventory, readDetail } from "../profiles/inventory.ts";
import type { ListedRow, Reading } from "../queries.ts";
import { type CheckedAddresses, checkAddresses, checkedId } from "./addresses.ts";
import {
  addressesSent,
  createDnsSpec,
  currentChanges,
  deleteDnsSpec,
  dnsUnknown,
  hasAddresses,
  listAssignmentChanges,
} from "./dns-changes.ts";
import {
  impactOfDeletion,
  incompletenessReasons,
  namesOf,
  perhapsUsersOf,
  unknownProfiles,
  usersOf,
} from "./impact.ts";

type Configurations = Pick<Handlers<typeof dns>, "list" | "refresh" | "check" | "create" | "remove">;
type Removal = Awaited<ReturnType<Configurations["remove"]>>;

export function createConfigurations(deps: NetworkDeps): Configurations {
  return {
    ...listing(deps, "dns", listCached, async (context) => {
      await readList(context, "dns");
      await resolveAssignments(context);
    }),
    check: async ({ connection, ...addresses }) => {
      const checked = checkAddresses(addresses);
      const { version, warnings } = checked;
      const { id } = await deps.connections.open(connection);
      const [{ reading, listed }, writes] = await Promise.all([
        deps.store.load(id, "dns"),
        deps.journal.list(id, ["dns"]),
      ]);
      const records = mergeRecords(isWholeReading(reading), listed.map(parseRow), createdSince(writes, reading));
      const same = records.filter(({ record }) => hasAddresses(record, checked));
      return { version, warnings: [...warnings], same: same.map((one) => one.id) };
    },
    // Serialised, so that a second click finds the configuration that the first one created.
    create: async ({ connection, allowSame, ...addresses }, { signal }) => {
      const checked = checkAddresses(addresses);
      return await runChange(deps, { connection, signal, part: "profiles", key: "dns" }, (context) =>
        createConfiguration(context, checked, allowSame),
      );
    },
    remove: async ({ connection, dns: dnsId }, { signal }) => {
      const id = checkedId(dnsId);
      return await runChange(deps, { connection, signal, part: "profiles", key: "dns" }, (context) =>
        remove(context, id),
      );
    },
  };
}

async function listCached(context: NetworkContext): Promise<DnsList> {
  const { store, journal, connection } = context;
  const [{ reading, listed }, writes, inventory] = await Promise.all([
    store.load(connection.id, "dns"),
    journal.list(connection.id, ["dns"]),
    loadInventory(context),
  ]);
  const records = mergeRecords(
    isWholeReading(reading),
    listed.map(parseRow),
    createdSince(writes, reading),
    namedByProfiles(inventory, deletedHere(writes)),
  );
  return {
    ...describeReading(reading),
    items: records.map(({ id, record }) => describe(id, record, inventory)).toSorted(byId),
    unknownProfiles: unknownProfiles(inventory),
    hasAllProfiles: inventory.isWhole,
    ...changeNotes(writes, sentOf, unconfirmedText),
  };
}

/** Reads the profiles whose change is unknown, where the service reports assignments. */
async function resolveAssignments(context: NetworkContext): Promise<void> {
  const { journal, connection } = context;
  const changes = [...currentChanges(await listAssignmentChanges(journal, connection.id)).values()];
  for (const { change, profile } of changes.filter(({ state }) => state === "unknown")) {
    try {
      // Resolves the change where the service reports the assignment.
      await readDetail(context, profile);
    } catch (error) {
      if (!isAppError(error, "profile-unknown")) throw error;
      const message = codedText("profile-gone");
      // The change may have been applied before the profile was removed, and audit entries are final, so no failure
      // is recorded.
      await journal.resolve(change, connection.id, { state: "not-applied", code: "profile-unknown", message });
    }
  }
}

async function remove(context: NetworkContext, id: string): Promise<Removal> {
  const { store, journal, connection } = context;
  const cached = (await store.load(connection.id, "dns")).listed.find((one) => one.id === id);
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
    list = await readList(uncancelled(context), "dns");
  };
  const result = await journal
    .submit(deleteDnsSpec, connection, { subject: id, before, request: {}, send, read })
    .catch((error: unknown) => {
      if (isInUse(error)) return error;
      throw error;
    });
  if (result instanceof AppError) {
    await resolveEarlier(context, id, { state: "not-applied", proof: notDeleted });
    return await explain(context, id, result);
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
  await store.dropRecord(connection.id, "dns", id);
  const missing = result.response;
  if (missing === undefined) {
    await resolveEarlier(context, id, { state: "not-applied", proof: notDeleted });
    return { outcome: "deleted", message: codedText("dns-deleted", { dns: id }) };
  }
  const proof = codedText("proved-deleted-again");
  if ((await resolveEarlier(context, id, { state: "applied", proof })) === 0) throw dnsUnknown(id, missing);
  return { outcome: "deleted", message: codedText("dns-deleted-earlier", { dns: id }) };
}

const notDeleted = codedText("proved-not-deleted-again");

/** Resolves earlier deletions of the same configuration whose answers were lost, by the answer to this one. */
async function resolveEarlier(
  { journal, connection }: NetworkContext,
  id: string,
  outcome: { readonly state: "applied" | "not-applied"; readonly proof: CodedText },
): Promise<number> {
  const lost = (await journal.unresolved(connection.id, ["dns"])).filter(
    ({ action, state, subject }) => action === "delete" && state === "unknown" && subject === id,
  );
  for (const change of lost) await journal.resolve(change.change, connection.id, outcome);
  return lost.length;
}

/** Explains a rejection by the profiles that are known to use the configuration. */
async function explain(context: NetworkContext, id: string, rejection: AppError): Promise<Removal> {
  const inventory = await loadInventory(context);
  const users = usersOf(id, inventory);
  const impact = impactOfDeletion(id, inventory);
  const usersText =
    users.length === 0
      ? codedText("dns-users-unknown")
      : codedText("dns-users", { count: users.length, profiles: namesOf(users) });
  const perhaps = perhapsUsersOf(id, inventory);
  const reasons = incompletenessReasons(impact.unknownProfiles, inventory);
  if (perhaps.length > 0)
    reasons.unshift(codedText("dns-possible-users", { count: perhaps.length, profiles: namesOf(perhaps) }));
  return { outcome: "in-use", message: joinTexts(toFailure(rejection).text, usersText, ...reasons), impact };
}

/** Expected are status 409 and code 1407; neither is documented (docs/service-facts.md#dns). */
function isInUse(error: unknown): error is AppError {
  return error instanceof AppError && (error.code === "service-1407" || error.details?.["status"] === 409);
}

function describe(id: string, record: JsonRecord, inventory: ProfileInventory): DnsConfiguration {
  const { primary, secondary } = addressesOf(record);
  const version = readNumber(record["ip_address_version"]) ?? isIP(primary ?? "");
  return {
    id,
    primary,
    secondary,
    version: version === 4 || version === 6 ? version : undefined,
    users: usersOf(id, inventory),
  };
}

/**
 * Each id once, from the first source that has it. Where the list of the service is complete, ids that only profiles
 * name are omitted.
 */
function mergeRecords(
  isWhole: boolean,
  listed: readonly ListedRecord[],
  created: readonly ListedRecord[],
  named: readonly ListedRecord[] = [],
): readonly ListedRecord[] {
  const all = isWhole ? [...listed, ...created] : [...listed, ...created, ...named];
  return [...new Map(all.toReversed().map((one) => [one.id, one] as const)).values()];
}

/** Configurations that profiles are known to use, without addresses, because no source reports those. */
function namedByProfiles({ uses }: ProfileInventory, deleted: ReadonlyMap<string, number>): ListedRecord[] {
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

type Answer = Awaited<ReturnType<Configurations["create"]>>;

async function createConfiguration(
  context: NetworkContext,
  checked: CheckedAddresses,
  allowSame: boolean,
): Promise<Answer> {
  const { journal, connection } = context;
  const { primary, secondary } = checked;
  const warnings = [...checked.warnings];
  const before = await readList(context, "dns");
  const sent = (await journal.unresolved(connection.id, ["dns"])).findLast((one) => {
    const addresses = addressesSent(one);
    return one.action === "create" && addresses.primary === primary && addresses.secondary === secondary;
  });
  // Without a list, only configurations created here are known.
  const there = before?.items ?? createdSince(await journal.list(connection.id, ["dns"]), undefined);
  const same = there.find(({ record }) => hasAddresses(record, checked));
  if (same !== undefined && !allowSame) {
    return { outcome: "exists", id: same.id, message: existsText(same.id, sent), warnings };
  }
  if (sent !== undefined && !allowSame) {
    return { outcome: "unsettled", message: codedText("dns-unconfirmed", { change: sent.change }), warnings };
  }
  const request = { primary, secondary };
  const { outcome, id, message, isListed } = await create(context, {
    spec: createDnsSpec,
    kind: "dns",
    request,
    previousIds: completeIds(before),
    send: (change) =>
      createDns(connection.api, request, {
        priority: "click",
        note: { operation: "create-dns", after: request, change },
      }),
    texts: creationTexts,
  });
  // The configuration was created; a failed reading does not change that.
  if (before !== undefined && id !== undefined && !isListed)
    await readList(uncancelled(context), "dns").catch(() => undefined);
  return { outcome, id, message, warnings };
}

const creationTexts: CreationTexts = {
  created: (id) => codedText("dns-created", { dns: id }),
  recovered: (id) => codedText("dns-created-recovered", { dns: id }),
  withoutId: (reason) => codedText("dns-created-without-id", { reason }),
  unknown: (reason, change) => codedText("dns-create-unknown", { reason, change }),
};

/** Mentions an unconfirmed creation, which may add another configuration. */
function existsText(dns: string, sent: Change | undefined): CodedText {
  return sent === undefined
    ? codedText("dns-exists", { dns })
    : codedText("dns-exists-unconfirmed", { dns, change: sent.change });
}

/**
 * Configurations created here and not in the list, because the service has none or it was read before. Addresses as far
 * as they are known.
 */
export function createdSince(writes: readonly Change[], reading: Reading | undefined): ListedRecord[] {
  const isNewer = ({ at, endedAt = at }: Change): boolean => !isWholeReading(reading) || endedAt > reading.as_of;
  const deleted = deletedHere(writes);
  return writes.flatMap((one) => {
    const { change, action, state, subject: id } = one;
    if (action !== "create" || state !== "applied" || id === undefined || !isNewer(one)) return [];
    // An id that the service assigns again belongs to another configuration.
    if ((deleted.get(id) ?? 0) > change) return [];
    return [{ id, record: { ...addressesSent(one) } }];
  });
}

/**
 * Configurations deleted here, with the number of the deletion: an assignment known from before the deletion does not
 * prove that one exists.
 */
function deletedHere(writes: readonly Change[]): ReadonlyMap<string, number> {
  return new Map(
    writes.flatMap(({ change, action, state, subject }) =>
      action === "delete" && state === "applied" && subject !== undefined ? [[subject, change] as const] : [],
    ),
  );
}

function parseRow({ id, record }: ListedRow): ListedRecord {
  return { id, record: JSON.parse(record) as JsonRecord };
}

function unconfirmedText(row: Change): CodedText {
  const isInProgress = row.state === "sending";
  if (row.action === "delete") {
    return codedText(isInProgress ? "dns-delete-in-progress" : "dns-delete-unconfirmed", { dns: row.subject ?? "" });
  }
  const { primary = "", secondary = "" } = addressesSent(row);
  return codedText(isInProgress ? "dns-create-in-progress" : "dns-create-unconfirmed", { primary, secondary });
}

function sentOf(row: Change): Omit<DnsList["unresolved"][number], "message"> {
  const { change, action, at, subject: dns } = row;
  return { change, kind: action === "delete" ? "delete" : "create", at, dns, ...addressesSent(row) };
}
