/**
 * Maps stored creations and deletions of configurations to the contract: what was sent, when, and the outcome. Pure.
 */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { ResolvedDns, UnresolvedDns } from "#shared/contract/network/dns.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { isWholeReading, type ListedRecord } from "../../../core/api/record-list.ts";
import type { DnsReading, DnsWriteRow } from "./queries.ts";

const maxResolved = 10;

export function unresolvedWrites(writes: readonly DnsWriteRow[]): UnresolvedDns[] {
  return writes
    .filter(({ state }) => state === "unknown")
    .map((row) => ({ ...sentOf(row), message: unconfirmedText(row) }));
}

export function resolvedWrites(writes: readonly DnsWriteRow[]): ResolvedDns[] {
  return writes
    .flatMap((row) => {
      const { state, settled_at: resolvedAt } = row;
      if (resolvedAt === null || (state !== "done" && state !== "not-applied")) return [];
      return [{ ...sentOf(row), state, resolvedAt: resolvedAt, message: outcomeOf(row) }];
    })
    .toReversed()
    .slice(0, maxResolved);
}

/**
 * Configurations created here and not in the list, because the service has none or it was read before. Addresses as far
 * as they are known.
 */
export function createdSince(writes: readonly DnsWriteRow[], reading: DnsReading | undefined): ListedRecord[] {
  const isNewer = ({ ended, at }: DnsWriteRow): boolean => !isWholeReading(reading) || (ended ?? at) > reading.as_of;
  const deleted = deletedHere(writes);
  return writes.flatMap((one) => {
    const { kind, state, dns: id, primary_server: primary, secondary_server: secondary } = one;
    if (kind !== "create" || state !== "done" || id === null || deleted.has(id) || !isNewer(one)) return [];
    const record: JsonRecord = { primary, secondary };
    return [{ id, record }];
  });
}

/** Configurations deleted here: an assignment known from before the deletion does not prove that one exists. */
export function deletedHere(writes: readonly DnsWriteRow[]): ReadonlySet<string> {
  return new Set(
    writes.flatMap(({ kind, state, dns }) => (kind === "delete" && state === "done" && dns !== null ? [dns] : [])),
  );
}

function unconfirmedText(row: DnsWriteRow): CodedText {
  const isInProgress = row.ended === null;
  if (row.kind === "delete") {
    return codedText(isInProgress ? "dns-delete-in-progress" : "dns-delete-unconfirmed", { dns: row.dns ?? "" });
  }
  const addresses = { primary: row.primary_server ?? "", secondary: row.secondary_server ?? "" };
  return codedText(isInProgress ? "dns-create-in-progress" : "dns-create-unconfirmed", addresses);
}

function outcomeOf({ kind, state, dns }: DnsWriteRow): CodedText {
  if (kind === "delete") return codedText(state === "done" ? "delete-resolved" : "delete-not-applied");
  if (state !== "done") return codedText("create-not-applied");
  return dns === null ? codedText("create-resolved-without-id") : codedText("create-resolved", { id: dns });
}

function sentOf({
  change,
  kind,
  at,
  dns,
  primary_server: primary,
  secondary_server: secondary,
}: DnsWriteRow): Omit<UnresolvedDns, "message"> {
  return {
    change,
    kind,
    at,
    dns: dns ?? undefined,
    primary: primary ?? undefined,
    secondary: secondary ?? undefined,
  };
}
