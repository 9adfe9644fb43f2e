/**
 * Maps stored creations and deletions of configurations to the contract: what was sent, when, and the outcome. Pure.
 */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { ResolvedDns, UnresolvedDns } from "#shared/contract/network/dns.ts";
import { isWholeReading, type ListedRecord } from "../../../core/api/record-list.ts";
import { type Change, isUnresolved } from "../../../core/journal/change.ts";
import { addressesSent } from "./dns-changes.ts";
import type { DnsReading } from "./queries.ts";

const maxResolved = 10;

export function unresolvedWrites(writes: readonly Change[]): UnresolvedDns[] {
  return writes.filter(isUnresolved).map((row) => ({ ...sentOf(row), message: unconfirmedText(row) }));
}

export function resolvedWrites(writes: readonly Change[]): ResolvedDns[] {
  return writes
    .flatMap((row) => {
      const { state, resolvedAt } = row;
      if (resolvedAt === undefined || (state !== "applied" && state !== "not-applied")) return [];
      const outcome = state === "applied" ? ("done" as const) : state;
      return [{ ...sentOf(row), state: outcome, resolvedAt, message: outcomeOf(row) }];
    })
    .toReversed()
    .slice(0, maxResolved);
}

/**
 * Configurations created here and not in the list, because the service has none or it was read before. Addresses as far
 * as they are known.
 */
export function createdSince(writes: readonly Change[], reading: DnsReading | undefined): ListedRecord[] {
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
export function deletedHere(writes: readonly Change[]): ReadonlyMap<string, number> {
  return new Map(
    writes.flatMap(({ change, action, state, subject }) =>
      action === "delete" && state === "applied" && subject !== undefined ? [[subject, change] as const] : [],
    ),
  );
}

function unconfirmedText(row: Change): CodedText {
  const isInProgress = row.state === "sending";
  if (row.action === "delete") {
    return codedText(isInProgress ? "dns-delete-in-progress" : "dns-delete-unconfirmed", { dns: row.subject ?? "" });
  }
  const { primary = "", secondary = "" } = addressesSent(row);
  return codedText(isInProgress ? "dns-create-in-progress" : "dns-create-unconfirmed", { primary, secondary });
}

function outcomeOf({ action, state, subject: id }: Change): CodedText {
  if (action === "delete") return codedText(state === "applied" ? "delete-resolved" : "delete-not-applied");
  if (state !== "applied") return codedText("create-not-applied");
  return id === undefined ? codedText("create-resolved-without-id") : codedText("create-resolved", { id });
}

function sentOf(row: Change): Omit<UnresolvedDns, "message"> {
  const { change, action, at, subject: dns } = row;
  return { change, kind: action === "delete" ? "delete" : "create", at, dns, ...addressesSent(row) };
}
