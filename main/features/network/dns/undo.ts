/**
 * Undoes the newest local change of a profile, or repeats an undo whose answer was lost: restores what the change
 * replaced, unless the assignment has changed since.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import type { DnsAnswer } from "#shared/contract/network/dns.ts";
import { AppError } from "#shared/failure.ts";
import { changeProfile, type ProfileNow, readProfileNow } from "./change-profile.ts";
import { isUndoable } from "./describe-change.ts";
import type { DnsRepository } from "./dns-repository.ts";
import type { DnsConnection, DnsDeps } from "./deps.ts";
import { type AssignmentChange, isSame } from "./assignments.ts";
import { listAssignmentChanges, newestLocalChange } from "./dns-changes.ts";

interface UndoRequest {
  readonly connection: DnsConnection;
  readonly id: string;
  /** The change the caller saw. */
  readonly expectedChange: number | undefined;
  readonly signal: AbortSignal;
}

export async function undo(
  deps: DnsDeps,
  repository: DnsRepository,
  { connection, id, expectedChange, signal }: UndoRequest,
): Promise<DnsAnswer> {
  const newest = newestLocalChange(await listAssignmentChanges(deps.journal, connection.id), id);
  const isRepeated = newest?.kind === "undone" && newest.state === "unknown";
  if (newest === undefined || (newest.kind !== "attached" && newest.kind !== "detached" && !isRepeated)) {
    throw new AppError("nothing-to-undo", codedText("dns-nothing-to-undo", { profile: id }));
  }
  const before = isRepeated ? newest.after : newest.before;
  const undone = isRepeated ? (newest.undoOf ?? newest.change) : newest.change;
  if (!isUndoable(newest) || before.state === "unknown") {
    throw new AppError("earlier-unknown", codedText("dns-earlier-unknown", { profile: id }));
  }
  const profile = await readProfileNow(deps, repository, connection, id, signal);
  if (
    (expectedChange !== undefined && expectedChange !== newest.change && expectedChange !== undone) ||
    hasMoved(profile, newest)
  ) {
    return { outcome: "moved", use: profile.use, message: codedText("dns-changed-since") };
  }
  if (profile.use.source === "service" && isSame(profile.use.assignment, before)) {
    return { outcome: "unchanged", use: profile.use, message: codedText("no-change-needed") };
  }
  if (before.state === "uses") await assertConfigurationExists(repository, connection, before.dns, signal);
  return await changeProfile(deps, repository, {
    connection,
    kind: "undone",
    profile,
    before: profile.use.assignment,
    after: before,
    undoOf: undone,
    operation: "restore-dns",
  });
}

/**
 * True when the service or an operator has since reported an assignment other than the possible results of the change.
 */
function hasMoved({ use }: ProfileNow, newest: AssignmentChange): boolean {
  if (use.assignment.state === "unknown") return false;
  const possible = newest.state === "unknown" ? [newest.after, newest.before] : [newest.after];
  return !possible.some((one) => isSame(use.assignment, one));
}

async function assertConfigurationExists(
  repository: DnsRepository,
  connection: DnsConnection,
  dns: string,
  signal: AbortSignal,
): Promise<void> {
  const list = await repository.readList(connection, signal);
  if (list === undefined || list.gap !== undefined || list.items.some(({ id }) => id === dns)) return;
  throw new AppError("dns-gone", codedText("dns-gone", { dns }));
}
