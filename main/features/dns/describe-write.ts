/** Creations and deletions of configurations as the treaty tells them: what was sent, when, and what came of it. Pure. */
import type { SettledDns, UnsettledDns } from "#contract/dns.ts";
import type { JsonRecord } from "#contract/kit.ts";
import { isWholeReading, type ListedRecord } from "../../api/record-list.ts";
import type { DnsReading, DnsWriteRow } from "./queries.ts";

/** So many that are settled are told. */
const toldSettled = 10;

export function unsettledOf(writes: readonly DnsWriteRow[]): UnsettledDns[] {
  return writes
    .filter(({ state }) => state === "unknown")
    .map((row) => {
      const what =
        row.kind === "delete"
          ? `DNS configuration ${row.dns ?? ""} was deleted`
          : `${row.primary_server} and ${row.secondary_server} were created`;
      const why = row.ended === null ? "the request is still on its way" : "the answer was lost";
      return { ...sentOf(row), message: `It is not known whether ${what}: ${why}. Read the list again.` };
    });
}

export function settledOf(writes: readonly DnsWriteRow[]): SettledDns[] {
  return writes
    .flatMap((row) => {
      const { state, settled_at: settledAt } = row;
      if (settledAt === null || (state !== "done" && state !== "not-applied")) return [];
      return [{ ...sentOf(row), state, settledAt, message: outcomeOf(row) }];
    })
    .toReversed()
    .slice(0, toldSettled);
}

/** Created here and not in the list: the service has none, or it was read before. Their records, as far as they are known. */
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

/** Deleted here: what a profile was known to use before that is no sign that it is there. */
export function deletedHere(writes: readonly DnsWriteRow[]): ReadonlySet<string> {
  return new Set(
    writes.flatMap(({ kind, state, dns }) => (kind === "delete" && state === "done" && dns !== null ? [dns] : [])),
  );
}

function outcomeOf({ kind, state, dns }: DnsWriteRow): string {
  if (kind === "create") {
    return state === "done"
      ? `It was created with the id ${dns ?? "unknown"}: the answer was lost, and reading found it.`
      : "It was not created: the answer was lost, and reading did not find it.";
  }
  return state === "done"
    ? "It was deleted: the answer was lost, and the service does not have it any more."
    : "It was not deleted: the answer was lost, and the service still had it afterwards.";
}

function sentOf({
  change,
  kind,
  at,
  dns,
  primary_server: primary,
  secondary_server: secondary,
}: DnsWriteRow): Omit<UnsettledDns, "message"> {
  return {
    change,
    kind,
    at,
    ...(dns === null ? {} : { dns }),
    ...(primary === null ? {} : { primary }),
    ...(secondary === null ? {} : { secondary }),
  };
}
