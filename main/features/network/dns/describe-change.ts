/** Maps a stored change to its form in the contract. Pure. */
import { decodeText } from "#shared/texts/coded-text.ts";
import type { DnsChange } from "#shared/contract/network/dns.ts";
import type { DnsChangeRow } from "./queries.ts";
import { parseAssignment } from "./assignments.ts";

/** `newest` is the newest local change of the same profile that is applied or may be applied. */
export function describeChange(row: DnsChangeRow, newest: DnsChangeRow | undefined): DnsChange {
  const { change, kind, profile, state, code, message, at } = row;
  return {
    change,
    kind,
    profile,
    profileName: row.profile_name ?? undefined,
    before: parseAssignment(row.before),
    after: parseAssignment(row.after),
    state,
    code: code ?? undefined,
    message: message === null ? undefined : decodeText(message),
    at,
    undoOf: row.undo_of ?? undefined,
    undoneBy: row.undone_by ?? undefined,
    undoable: newest?.change === change && isUndoable(row),
  };
}

/**
 * Only one step can be undone: an undo is reverted by attaching or detaching. An undo whose answer was lost can be
 * repeated.
 */
export function isUndoable({ kind, state, before }: DnsChangeRow): boolean {
  if (kind === "undone") return state === "unknown";
  if (kind !== "attached" && kind !== "detached") return false;
  return (state === "done" || state === "unknown") && parseAssignment(before).state !== "unknown";
}
