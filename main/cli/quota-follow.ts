/** Follows a change of many quotas while this process, or the one that owns the data directory, works it. */
import type { QuotaChange } from "#contract/quotas.ts";
import { sleep } from "../wait.ts";
import type { CliContext } from "./context.ts";
import type { Core } from "./core.ts";
import { exitCodes } from "./exit-codes.ts";
import { printJson } from "./output.ts";
import { describeChange, readable, rowTable, sayCounts } from "./quota-text.ts";

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
      context.progress.show({ label: `Change ${change} ${now.state}`, done, total, note: sayCounts(counts) });
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
const needsLook = ["refused", "unknown", "moved", "unreadable"] as const;

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
  if (context.globals().json) printJson(context.terminal, readable(change));
  else {
    context.terminal.out(describeChange(change));
    if (isPlan || open > 0) {
      const states = isPlan ? {} : { states: [...needsLook] };
      const { items, next } = await client.quotas.rows({ change: change.change, ...states, limit: rowsShown }, signal);
      context.terminal.out(rowTable(change.kind, items));
      if (next !== undefined) context.terminal.out(`More: fleetdesk quota rows ${change.change}\n`);
    }
  }
  if (isPlan) {
    const how = counts.planned > 100 ? `--number ${counts.planned}` : "--yes";
    const hint = `Nothing was sent. Send it with: fleetdesk quota start ${change.change} ${how}\n`;
    context.terminal.err(counts.planned === 0 ? "Nothing is left to be sent.\n" : hint);
    return;
  }
  if (state === "interrupted" || state === "reading-interrupted") {
    context.terminal.err(`error: interrupted: ${change.message ?? "It was interrupted."}\n`);
    context.terminal.err(`Continue with: fleetdesk quota resume ${change.change}\n`);
    context.setExitCode(exitCodes.failed);
  } else if (open > 0) context.setExitCode(exitCodes.incomplete);
}
