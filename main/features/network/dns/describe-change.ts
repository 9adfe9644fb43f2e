/** Maps a stored change to its form in the contract. Pure. */
import type { DnsChange } from "#shared/contract/network/dns.ts";
import type { AssignmentChange } from "./assignments.ts";
import { newestLocalChange } from "./dns-changes.ts";

/** `changes` are all changes of the connection. */
export function describeChange(row: AssignmentChange, changes: readonly AssignmentChange[]): DnsChange {
  const { change, kind, profile, profileName, before, after, code, message, at, undoOf } = row;
  const undoing = changes.findLast(
    (one) => one.profile === profile && one.undoOf === change && one.state === "applied",
  );
  return {
    change,
    kind,
    profile,
    profileName,
    before,
    after,
    state: stateOf(row),
    code: row.state === "unknown" ? undefined : code,
    message: row.state === "unknown" ? undefined : message,
    at,
    undoOf,
    undoneBy: undoing?.change,
    undoable: newestLocalChange(changes, profile)?.change === change && isUndoable(row),
  };
}

function stateOf({ state }: AssignmentChange): DnsChange["state"] {
  switch (state) {
    case "applied":
      return "done";
    case "rejected":
      return "refused";
    case "not-applied":
      return "not-applied";
    default:
      return "unknown";
  }
}

/**
 * Only one step can be undone: an undo is reverted by attaching or detaching. An undo whose answer was lost can be
 * repeated.
 */
export function isUndoable({ kind, state, before }: AssignmentChange): boolean {
  const isUnknown = state === "unknown" || state === "sending";
  if (kind === "undone") return isUnknown;
  if (kind !== "attached" && kind !== "detached") return false;
  return (state === "applied" || isUnknown) && before.state !== "unknown";
}
