/** Follows a bulk quota change while this process, or the owner of the data directory, runs it. */
import { maxUnconfirmed } from "#shared/contract/limits.ts";
import { quotaChangeSchema, type QuotaChange } from "#shared/contract/quotas/quotas.ts";
import { AppError, isAppError } from "#shared/failure.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { sleep } from "../../../core/wait.ts";
import { isJson } from "../../context.ts";
import type { Call } from "../../define-command.ts";
import { documentOf } from "../../json-document.ts";
import { formatTable, printJson } from "../../output.ts";
import { t } from "../../text.ts";
import { describeChange, formatQuotaCounts, rowColumns } from "./quota-text.ts";

/** Polling interval; faster updates could not be read. */
const pollIntervalMs = 200;

/**
 * Resolves when the change stops running. Ctrl-C interrupts a change that this command has begun, also in the process that owns the data
 * directory; any other continues there.
 */
export async function followChange(
  { client, core: { ownerPid: pid }, signal, context }: Call<unknown, unknown>,
  initial: QuotaChange,
  begun = true,
): Promise<QuotaChange> {
  const { change } = initial;
  let now = initial;
  if (pid !== undefined && (initial.state === "reading" || initial.state === "running"))
    context.terminal.err(t(($) => $.cli.quotas.follow.elsewhere, { change, pid }));
  try {
    while (now.state === "reading" || now.state === "running") {
      await sleep(context.clock, pollIntervalMs, signal);
      now = await client.quotas.state({ change }, signal);
      const { counts, total } = now;
      const done = now.state === "reading" ? total - counts.waiting : total - counts.planned - counts.sending;
      const waits = now.state === "running" && counts.planned + counts.sending === 0 && counts.unknown > 0;
      context.progress.show({ label: labelOf(now, waits), done, total, note: formatQuotaCounts(counts) });
    }
    return now;
  } catch (error) {
    if (isAppError(error, "owner-gone"))
      throw new AppError("owner-gone", codedText("quota-change-owner-gone", { change }), { cause: error });
    if (signal.aborted) {
      // Alone, the end of this process interrupts it.
      if (pid !== undefined && begun) await client.quotas.interrupt({ change });
      context.progress.printLine(
        pid === undefined || begun
          ? t(($) => $.cli.quotas.follow.interrupted, { change })
          : t(($) => $.cli.quotas.follow.continuesElsewhere, { change, pid }),
      );
    }
    throw error;
  } finally {
    context.progress.end();
  }
}

function labelOf({ change, state }: QuotaChange, waits: boolean): string {
  if (waits) return t(($) => $.cli.quotas.follow.checking, { change });
  if (state === "running") return t(($) => $.cli.quotas.follow.running, { change });
  return t(($) => $.cli.quotas.follow.state, { change, state: formatText(codedText(`quota-state-${state}`)) });
}

const maxPrintedRows = 20;
const needsLook = ["not-applied", "unknown", "moved", "unreadable", "unsettled"] as const;

/** Prints the change and its rows that need attention; the exit code reports whether there are any. */
export async function concludeChange(
  { client, signal, context }: Call<unknown, unknown>,
  change: QuotaChange,
): Promise<void> {
  const { counts, state } = change;
  const isPlan = state === "planned";
  const open = counts["not-applied"] + counts.unknown + counts.moved + counts.unreadable;
  if (isJson(context)) printJson(context.terminal, documentOf(quotaChangeSchema, change));
  else {
    context.terminal.out(describeChange(change));
    if (isPlan || open + counts.unsettled > 0) {
      const states = isPlan ? {} : { states: [...needsLook] };
      const { items, next } = await client.quotas.rows(
        { change: change.change, ...states, limit: maxPrintedRows },
        signal,
      );
      const columns = Object.values(rowColumns(change.kind));
      context.terminal.out(
        formatTable(
          columns.map(([heading]) => heading),
          items.map((item) => columns.map(([, cell]) => cell(item) ?? "")),
          60,
        ),
      );
      if (next !== undefined) context.terminal.out(t(($) => $.cli.quotas.follow.moreRows, { change: change.change }));
    }
  }
  for (const hint of hintsOf(change)) context.terminal.err(`${hint}\n`);
  if (counts.unreadable > 0) {
    const message = formatText(codedText("quotas-unread", { count: counts.unreadable, total: change.total }));
    context.fail("quotas-unread", message);
  }
  if (isPlan) return;
  if (state === "interrupted" || state === "reading-interrupted") {
    const code = change.code ?? "interrupted";
    const message =
      change.message === undefined ? t(($) => $.cli.quotas.follow.wasInterrupted) : formatText(change.message);
    context.fail(code, message, { change: String(change.change) });
    context.terminal.err(t(($) => $.cli.quotas.follow.resume, { change: change.change }));
  } else if (open > 0) context.endWith("incomplete");
  else if (counts.unsettled > 0) context.endWith("unsettled");
}

/** Suggested next commands. */
function hintsOf({ change, counts, state, operation, undoOf }: QuotaChange): string[] {
  const { planned, unsettled: unresolved, moved: changedElsewhere } = counts;
  const confirmOption = (count: number): string => (count > maxUnconfirmed ? `--confirm ${count}` : "--yes");
  const again =
    operation.op === "undo" && undoOf !== undefined
      ? `undo ${undoOf} --overwrite-changed ${confirmOption(changedElsewhere)}`
      : `retry ${change} --state changed-elsewhere${state === "planned" || changedElsewhere <= maxUnconfirmed ? "" : ` --confirm ${changedElsewhere}`}`;
  const hints: string[] =
    changedElsewhere === 0 || state === "cancelled"
      ? []
      : [t(($) => $.cli.quotas.follow.updateElsewhere, { command: `fleetdesk quota ${again}` })];
  if (state === "planned") {
    const command = `fleetdesk quota start ${change} ${confirmOption(planned)}`;
    hints.unshift(
      planned > 0 ? t(($) => $.cli.quotas.follow.notSent, { command }) : t(($) => $.cli.quotas.follow.nothingToSend),
    );
    if (unresolved > 0) {
      const all = `fleetdesk quota start ${change} ${confirmOption(planned + unresolved)} --allow-unresolved`;
      hints.push(t(($) => $.cli.quotas.follow.onHold, { count: unresolved, command: all }));
    }
  }
  if (state === "finished" && unresolved > 0) {
    const confirm = unresolved > maxUnconfirmed ? ` --confirm ${unresolved}` : "";
    const command = `fleetdesk quota retry ${change} --state on-hold --allow-unresolved${confirm}`;
    hints.push(t(($) => $.cli.quotas.follow.onHold, { count: unresolved, command }));
  }
  return hints;
}
