/** Follows a change of many quotas while this process, or the one that owns the data directory, works it. */
import { maxUnconfirmed } from "#contract/limits.ts";
import { quotaChangeSchema, type QuotaChange } from "#contract/quotas.ts";
import { sleep } from "../wait.ts";
import type { CliContext } from "./context.ts";
import type { Core } from "./core.ts";
import { formatCount, printAnswer } from "./output.ts";
import { describeChange, rowTable, sayCounts } from "./quota-text.ts";

/** Nothing has to be looked at more often than a person can read. */
const lookEveryMs = 200;

/** Resolves when the change has come to rest. When this process is told to end, the change is interrupted and can be resumed. */
export async function followChange(
  context: CliContext,
  { client, ownerPid }: Core,
  begun: QuotaChange,
  signal: AbortSignal,
): Promise<QuotaChange> {
  const { change } = begun;
  let now = begun;
  try {
    while (now.state === "reading" || now.state === "running") {
      await sleep(context.clock, lookEveryMs, signal);
      now = await client.quotas.state({ change }, signal);
      const { counts, total } = now;
      const done = now.state === "reading" ? total - counts.waiting : total - counts.planned - counts.sending;
      const waits = now.state === "running" && counts.planned + counts.sending === 0 && counts.unknown > 0;
      const label = waits
        ? `Change ${change} waits until what is unknown can be told`
        : `Change ${change} ${now.state}`;
      context.progress.show({ label, done, total, note: sayCounts(counts) });
    }
    return now;
  } catch (error) {
    if (signal.aborted) {
      const where = ownerPid === undefined ? `Continue with: fleetdesk quota resume ${change}` : goesOn(ownerPid);
      context.progress.say(`Change ${change} was left. ${where}`);
    }
    throw error;
  } finally {
    context.progress.end();
  }
}

function goesOn(pid: number): string {
  return `It goes on in process ${pid}.`;
}

const rowsShown = 20;
const needsLook = ["refused", "unknown", "moved", "unreadable", "unsettled"] as const;

/** The change, and those of its rows that a person has to look at; the exit code says whether there are any. */
export async function concludeChange(
  context: CliContext,
  { client }: Core,
  change: QuotaChange,
  signal: AbortSignal,
): Promise<void> {
  const { counts, state } = change;
  const isPlan = state === "planned";
  const open = counts.refused + counts.unknown + counts.moved + counts.unreadable;
  if (context.globals().json) printAnswer(context.terminal, quotaChangeSchema, change);
  else {
    context.terminal.out(describeChange(change));
    if (isPlan || open + counts.unsettled > 0) {
      const states = isPlan ? {} : { states: [...needsLook] };
      const { items, next } = await client.quotas.rows({ change: change.change, ...states, limit: rowsShown }, signal);
      context.terminal.out(rowTable(change.kind, items));
      if (next !== undefined) context.terminal.out(`More: fleetdesk quota rows ${change.change}\n`);
    }
  }
  for (const hint of hintsOf(change)) context.terminal.err(`${hint}\n`);
  if (counts.unreadable > 0) {
    const unread = `${formatCount(counts.unreadable)} of ${formatCount(change.total)} endpoints could not be read.`;
    context.terminal.err(`error: quotas-unread: ${unread}\n`);
    context.endWith("quotas-unread");
  }
  if (isPlan) return;
  if (state === "interrupted" || state === "reading-interrupted") {
    const code = change.code ?? "interrupted";
    context.terminal.err(`error: ${code}: ${change.message ?? "The change was interrupted."}\n`);
    context.terminal.err(`Continue with: fleetdesk quota resume ${change.change}\n`);
    context.endWith(code);
  } else if (open > 0) context.endWith("incomplete");
  else if (counts.unsettled > 0) context.endWith("unsettled");
}

/** What can be typed next. */
function hintsOf({ change, counts, state, operation, undoOf }: QuotaChange): string[] {
  const { planned, unsettled, moved } = counts;
  const fleetdesk = "fleetdesk quota";
  const how = (count: number): string => (count > maxUnconfirmed ? `--confirm ${count}` : "--yes");
  const again =
    operation.op === "undo" && undoOf !== undefined
      ? `undo ${undoOf} --overwrite-moved ${how(moved)}`
      : `retry ${change} --which moved${state === "planned" || moved <= maxUnconfirmed ? "" : ` --confirm ${moved}`}`;
  const hints =
    moved === 0 || state === "cancelled" ? [] : [`Update endpoints that changed elsewhere with: ${fleetdesk} ${again}`];
  if (state === "planned") {
    if (planned > 0) hints.unshift(`Nothing was sent. Send it with: ${fleetdesk} start ${change} ${how(planned)}`);
    else hints.unshift("There is nothing to send.");
    if (unsettled > 0) {
      hints.push(
        `${aside(unsettled)} with: ${fleetdesk} start ${change} ${how(planned + unsettled)} --allow-unsettled`,
      );
    }
  }
  if (state === "finished" && unsettled > 0) {
    hints.push(
      `${aside(unsettled)} with: ${fleetdesk} retry ${change} --which unsettled --allow-unsettled${unsettled > maxUnconfirmed ? ` --confirm ${unsettled}` : ""}`,
    );
  }
  return hints;
}

function aside(count: number): string {
  return `${formatCount(count)} set aside: the outcome of an earlier change is unknown. Update ${count === 1 ? "it" : "them"} anyway`;
}
