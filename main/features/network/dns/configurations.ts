/** Contract handlers for DNS configurations: list, check, create, delete; what proves each change, and the validation of the addresses. */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import type { DnsConfiguration, DnsList, dns } from "#shared/contract/network/dns.ts";
import type { Handlers, JsonRecord } from "#shared/contract/kit.ts";
import { AppError, isAppError, toFailure } from "#shared/failure.ts";
import { joinTexts } from "#shared/texts/join-texts.ts";
import { BlockList, isIP, isIPv4 } from "node:net";
import { createDns, deleteDns } from "../../../core/api/dns.ts";
import { readNumber, readText } from "../../../core/api/json.ts";
import { type ListedRecord, describeReading, isWholeReading } from "../../../core/api/record-list.ts";
import { type Change, creationSpec, deletionSpec } from "../../../core/journal/change.ts";
import { invalidInput, requireRecordId } from "../../../core/api/inputs.ts";
import type { Warning } from "#shared/contract/network/network-schemas.ts";
import {
  changeNotes,
  completeIds,
  create,
  type CreationTexts,
  deleteRecord,
  deletionsOf,
  listing,
  type NetworkContext,
  type NetworkDeps,
  readList,
  runChange,
  uncancelled,
} from "../resource.ts";
import { loadInventory, type ProfileInventory, readDetail } from "../profiles/inventory.ts";
import type { ListedRow, Reading } from "../queries.ts";
import { currentChanges, listAssignmentChanges } from "./dns-changes.ts";
import {
  impactOfDeletion,
  incompletenessReasons,
  namesOf,
  perhapsUsersOf,
  unknownProfiles,
  usersOf,
} from "./impact.ts";

interface Addresses {
  readonly primary: string;
  readonly secondary: string;
}

function addressesSent({ request }: Pick<Change, "request">): Partial<Addresses> {
  return request as Partial<Addresses>;
}

/** Compares in this order; spelling is ignored. */
function hasAddresses(record: JsonRecord, { primary, secondary }: Partial<Addresses>): boolean {
  const [first, second] = [readText(record["primary"]), readText(record["secondary"])];
  if (first === undefined || second === undefined || primary === undefined || secondary === undefined) return false;
  return canonical(first) === canonical(primary) && canonical(second) === canonical(secondary);
}

export function dnsUnknown(dns: string, cause: unknown): AppError {
  return new AppError("dns-unknown", codedText("dns-not-found", { dns }), { details: { field: "dns" }, cause });
}

const createDnsSpec = creationSpec("dns", (change, record) => hasAddresses(record, addressesSent(change)));

const deleteDnsSpec = deletionSpec("dns");
export const dnsSpecs = [createDnsSpec, deleteDnsSpec] as const;

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
      const id = requireRecordId("dns", dnsId);
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
    namedByProfiles(inventory, deletionsOf(writes)),
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
  const { connection } = context;
  const result = await deleteRecord(context, {
    spec: deleteDnsSpec,
    kind: "dns",
    id,
    contentOf: addressesOf,
    send: (note) =>
      deleteDns(connection.api, id, {
        priority: "click",
        note: { operation: "delete-dns", target: { kind: "DNS configuration", id }, ...note },
      }),
    texts: {
      deleted: codedText("dns-deleted", { dns: id }),
      deletedEarlier: codedText("dns-deleted-earlier", { dns: id }),
      recovered: codedText("dns-deleted-recovered", { dns: id }),
      unknown: (list, reason, change) => codedText(`dns-delete-unknown-${list}`, { reason, dns: id, change }),
      missing: (cause) => dnsUnknown(id, cause),
    },
  });
  return result.outcome === "in-use" ? await explain(context, id, result.rejection) : result;
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
  const deleted = deletionsOf(writes);
  return writes.flatMap((one) => {
    const { change, action, state, subject: id } = one;
    if (action !== "create" || state !== "applied" || id === undefined || !isNewer(one)) return [];
    if ((deleted.get(id) ?? 0) > change) return [];
    return [{ id, record: { ...addressesSent(one) } }];
  });
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

// Addresses: impossible name servers are rejected before anything is sent, unusual ones get a warning.

interface CheckedAddresses {
  readonly primary: string;
  readonly secondary: string;
  readonly version: 4 | 6;
  readonly warnings: readonly Warning[];
}

type Field = "primary" | "secondary";
type AddressText =
  | "address-unspecified"
  | "address-multicast"
  | "address-broadcast"
  | "address-loopback"
  | "address-link-local"
  | "address-private"
  | "address-shared"
  | "address-reserved";

interface Kind {
  readonly code: string;
  readonly text: AddressText;
  readonly ranges: BlockList;
}

/** Ranges that no name server can use. */
const impossible: readonly Kind[] = [
  kind("unspecified", "address-unspecified", "0.0.0.0/8 ::/128"),
  kind("multicast", "address-multicast", "224.0.0.0/4 ff00::/8"),
  kind("broadcast", "address-broadcast", "255.255.255.255/32"),
];

/** Only the first matching range is reported. */
const odd: readonly Kind[] = [
  kind("loopback", "address-loopback", "127.0.0.0/8 ::1/128"),
  kind("link-local", "address-link-local", "169.254.0.0/16 fe80::/10"),
  kind("private", "address-private", "10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7 fec0::/10"),
  kind("shared", "address-shared", "100.64.0.0/10"),
  kind("reserved", "address-reserved", "192.0.0.0/24 192.0.2.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24"),
  kind("reserved", "address-reserved", "240.0.0.0/4 2001:db8::/32 100::/64"),
];

/** `ranges`: networks with their prefix lengths, separated by spaces. */
function kind(code: string, text: AddressText, ranges: string): Kind {
  const list = new BlockList();
  for (const range of ranges.split(" ")) {
    const [net = "", prefix] = range.split("/");
    list.addSubnet(net, Number(prefix), isIPv4(net) ? "ipv4" : "ipv6");
  }
  return { code, text, ranges: list };
}

/** Throws `invalid-input` with the field "primary" or "secondary". */
export function checkAddresses(addresses: Readonly<Record<Field, string>>): CheckedAddresses {
  const primary = readAddress("primary", addresses.primary);
  const secondary = readAddress("secondary", addresses.secondary);
  const version = isIP(primary) === 6 ? 6 : 4;
  if (isIP(secondary) !== version) {
    throw invalidInput("secondary", codedText("addresses-mixed-versions", { version }));
  }
  const warnings = [...oddities("primary", primary), ...oddities("secondary", secondary)];
  if (canonical(primary) === canonical(secondary)) {
    warnings.push({ field: "secondary", code: "same-twice", message: codedText("addresses-same") });
  }
  if (version === 6) {
    warnings.push({ field: "primary", code: "version-6", message: codedText("addresses-version-6") });
  }
  return { primary, secondary, version, warnings };
}

/** Canonical spelling of an address: IPv6 compressed, an IPv4 address inside IPv6 as IPv4. */
export function canonical(address: string): string {
  if (isIP(address) !== 6) return address;
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(short) ?? [];
  if (high === undefined || low === undefined) return short;
  return [high, low].flatMap((part) => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 255]).join(".");
}

function readAddress(field: Field, value: string): string {
  const address = value.trim();
  if (address === "") throw invalidInput(field, codedText(`dns-${field}-missing`));
  // A zone, as in fe80::1%eth0, is meaningful on one host only.
  if (isIP(address) === 0 || address.includes("%")) {
    throw invalidInput(field, codedText("address-no-ip", { address: address.slice(0, 60) }));
  }
  const kind = kindOf(address, impossible);
  if (kind !== undefined) throw invalidInput(field, codedText(kind.text, { address }));
  return address;
}

function oddities(field: Field, address: string): Warning[] {
  const kind = kindOf(address, odd);
  if (kind === undefined) return [];
  return [{ field, code: kind.code, message: codedText(kind.text, { address }) }];
}

function kindOf(address: string, kinds: readonly Kind[]): Kind | undefined {
  const plain = canonical(address);
  return kinds.find(({ ranges }) => ranges.check(plain, isIPv4(plain) ? "ipv4" : "ipv6"));
}
