/** One step back, or that step once more where its answer was lost: what the newest change made here replaced is put back, unless it is not any more what that change made of it. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { DnsAnswer } from "#contract/dns.ts";
import { AppError } from "../../failure.ts";
import { changeProfile, type ProfileNow, readProfileNow } from "./change-profile.ts";
import { isUndoable } from "./describe-change.ts";
import type { DnsDesk } from "./dns-desk.ts";
import { type DnsConnection, type DnsParts, workOfChange } from "./parts.ts";
import type { DnsChangeRow } from "./queries.ts";
import { isSame, standOf } from "./stands.ts";

interface Asked {
  readonly connection: DnsConnection;
  readonly id: string;
  /** The change the caller saw. */
  readonly meant: number | undefined;
  readonly signal: AbortSignal;
}

export async function undo(
  parts: DnsParts,
  desk: DnsDesk,
  { connection, id, meant, signal }: Asked,
): Promise<DnsAnswer> {
  const newest = await parts.store.newestMade(connection.id, id);
  const again = newest?.kind === "undone" && newest.state === "unknown";
  if (newest === undefined || (newest.kind !== "attached" && newest.kind !== "detached" && !again)) {
    throw new AppError("nothing-to-undo", codedText("dns-nothing-to-undo", { profile: id }));
  }
  const before = standOf(again ? newest.after : newest.before);
  const undone = again ? (newest.undo_of ?? newest.change) : newest.change;
  if (!isUndoable(newest) || before.state === "unknown") {
    throw new AppError("earlier-unknown", codedText("dns-earlier-unknown", { profile: id }));
  }
  const profile = await readProfileNow(parts, desk, connection, id, signal);
  if ((meant !== undefined && meant !== newest.change && meant !== undone) || hasMoved(profile, newest)) {
    return { outcome: "moved", use: profile.use, message: codedText("dns-changed-since") };
  }
  if (profile.use.source === "service" && isSame(profile.use.stand, before)) {
    // The answer was lost, and now the service tells what came of it: nothing, or the step back.
    const proof = codedText(again ? "proved-undo-done" : "proved-undo-not-done");
    await parts.tellSettled({ work: workOfChange(newest.change), outcome: again ? "done" : "not-done", proof });
    await parts.store.settle(newest.change, again ? "done" : "not-applied", { at: parts.clock.now() });
    return { outcome: "unchanged", use: profile.use, message: codedText("no-change-needed") };
  }
  if (before.state === "uses") await refuseGone(desk, connection, before.dns, signal);
  return await changeProfile(parts, desk, {
    connection,
    kind: "undone",
    profile,
    before: profile.use.stand,
    after: before,
    undoOf: undone,
    what: "restore-dns",
  });
}

/** Told by the service or by a person since, and something else than the change made of it, or may have left of it. */
function hasMoved({ use }: ProfileNow, newest: DnsChangeRow): boolean {
  if (use.stand.state === "unknown") return false;
  const possible = newest.state === "unknown" ? [newest.after, newest.before] : [newest.after];
  return !possible.some((stand) => isSame(use.stand, standOf(stand)));
}

async function refuseGone(desk: DnsDesk, connection: DnsConnection, dns: string, signal: AbortSignal): Promise<void> {
  const found = await desk.readList(connection, signal);
  if (found === undefined || found.gap !== undefined || found.items.some(({ id }) => id === dns)) return;
  throw new AppError("dns-gone", codedText("dns-gone", { dns }));
}
