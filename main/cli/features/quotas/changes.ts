/** quota changes, rows, start, resume, cancel, resolve, retry and undo: bulk quota changes of this computer. */
import { belowLimit, iso, documentOf, formatItems, printJson } from "../../output.ts";
import { quotaRowSchema, quotaRowStateSchema } from "#shared/contract/quotas/quota-changes.ts";
import { type QuotaChange, quotaChangeSchema } from "#shared/contract/quotas/quotas.ts";
import { formatText } from "#shared/texts/text.ts";
import { confirmOption, withConfirmOption } from "../../confirm-option.ts";
import { ownQuotaChange } from "../../own-campaign.ts";
import {
  choice,
  choices,
  choicesOr,
  defineCommand,
  defineList,
  flag,
  limit,
  parsedArgument,
  text,
  whole,
  type Call,
} from "../../define-command.ts";
import { parseWhole } from "../../option-values.ts";
import { t } from "../../text.ts";
import { confirmOptions, isConfirmed, unresolvedOption } from "./quota-options.ts";
import { formatQuotaCounts, rowColumns, describeChange } from "./quota-text.ts";
import { maxUnconfirmed } from "#shared/contract/limits.ts";
import { AppError, isAppError } from "#shared/failure.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { sleep } from "../../../core/wait.ts";
import { isJson } from "../../context.ts";

const args = {
  change: parsedArgument(
    ($) => $.cli.quotas.changeNumber,
    parseWhole(($) => $.cli.quotas.changeValue, 1),
  ),
};

const list = defineList({
  path: "quota changes",
  summary: t(($) => $.cli.quotas.changes.summary),
  options: {
    endpoint: text("<id>", ($) => $.cli.quotas.changes.endpoint),
    limit: limit(($) => $.cli.quotas.changes.limit, 200, 50),
  },
  examples: ["fleetdesk quota changes --endpoint 70001"],
  run: async ({ client, signal, scope, options: { endpoint, limit: most } }) => ({
    pages: (await client.quotas.changes({ ...scope, endpoint, limit: most }, signal)).changes,
    total: belowLimit(most),
    footer: (count) => (count === 0 ? t(($) => $.cli.quotas.changes.empty) : undefined),
  }),
  columns: {
    change: ({ change }) => String(change),
    title: ({ title }) => formatText(title),
    endpoints: ({ targets }) => formatText(targets),
    state: ({ state }) => state,
    rows: ({ counts }) => formatQuotaCounts(counts),
    createdAt: ({ createdAt }) => iso(createdAt),
  },
  id: ({ change }) => String(change),
  item: quotaChangeSchema,
});

const rows = defineList({
  path: "quota rows",
  summary: t(($) => $.cli.quotas.rows.summary),
  args,
  options: {
    state: choices("<state...>", ($) => $.cli.quotas.rows.state, quotaRowStateSchema.options),
    previous: choice("<quota>", ($) => $.cli.quotas.rows.had, ["quota", "none"]),
    limit: limit(($) => $.cli.quotas.rows.limit, 1000, 100),
    cursor: whole("<row>", ($) => $.cli.quotas.rows.after, [t(($) => $.cli.quotas.rowValue), 0]),
  },
  examples: ["fleetdesk quota rows 3 --state not-applied unknown changed-elsewhere"],
  run: async ({ client, signal, args: { change }, options: { state: states, previous: had, limit: most, cursor } }) => {
    const { kind, total } = await client.quotas.state({ change }, signal);
    const query = { change, limit: most, states, had, after: cursor };
    const { items, next } = await client.quotas.rows(query, signal);
    return {
      pages: items.map((row) => ({ ...row, kind })),
      total: (count) => {
        if (states === undefined && had === undefined) return total;
        return next === undefined && cursor === undefined ? count : undefined;
      },
      rest: () => ({ nextCursor: next?.toString() }),
      footer: () => (next === undefined ? undefined : t(($) => $.cli.quotas.rows.more, { row: next })),
    };
  },
  columns: rowColumns,
  id: ({ endpoint }) => endpoint,
  item: quotaRowSchema,
  widest: 60,
});

const start = defineCommand({
  path: "quota start",
  summary: t(($) => $.cli.quotas.start.summary),
  args,
  options: { ...unresolvedOption, ...confirmOptions, strict: flag(($) => $.cli.quotas.start.strict) },
  examples: ["fleetdesk quota start 3 --yes", "fleetdesk quota start 4 --confirm 2400"],
  run: async (call) => {
    const {
      client,
      signal,
      args: { change },
      options,
    } = call;
    const state = await ownQuotaChange(call, change);
    if (!isConfirmed(options)) {
      await concludeChange(call, state);
      return;
    }
    const { strict, allowUnresolved, confirm } = options;
    await follow(call, client.quotas.start({ change, acceptUsage: !strict, allowUnresolved, confirm }, signal));
  },
  json: quotaChangeSchema,
});

/** Follows the work that an answer has begun, and ends as it does. */
async function follow(
  call: Parameters<typeof followChange>[0],
  answer: Promise<QuotaChange>,
  begun = true,
): Promise<void> {
  await concludeChange(call, await followChange(call, await withConfirmOption(answer), begun));
}

const steering = (
  [
    ["resume", t(($) => $.cli.quotas.resume.summary)],
    ["cancel", t(($) => $.cli.quotas.cancel.summary)],
    ["resolve", t(($) => $.cli.quotas.resolve.summary)],
  ] as const
).map(([verb, summary]) =>
  defineCommand({
    path: `quota ${verb}`,
    summary,
    args,
    examples: [`fleetdesk quota ${verb} 3`],
    run: async (call) => {
      const { client, signal, args: input } = call;
      if (verb !== "resolve") await ownQuotaChange(call, input.change);
      await follow(call, client.quotas[verb](input, signal), verb === "resume");
    },
    json: quotaChangeSchema,
  }),
);

const retryable = ["not-applied", "unknown", "unreadable", "moved", "unsettled"] as const;
type Retryable = (typeof retryable)[number];

const retry = defineCommand({
  path: "quota retry",
  summary: t(($) => $.cli.quotas.retry.summary),
  args,
  options: {
    ...unresolvedOption,
    confirm: confirmOption(($) => $.cli.quotas.retry.confirm),
    state: choicesOr<Retryable>(
      ["not-applied", "unreadable"],
      "<state...>",
      ($) => $.cli.quotas.retry.states,
      retryable,
    ),
  },
  help: t(($) => $.cli.quotas.retry.help),
  examples: ["fleetdesk quota retry 3 --state changed-elsewhere"],
  run: async (call) => {
    const {
      client,
      signal,
      args: { change },
      options: { state: states, allowUnresolved, confirm },
    } = call;
    await ownQuotaChange(call, change);
    await follow(call, client.quotas.retry({ change, states, allowUnresolved, confirm }, signal));
  },
  json: quotaChangeSchema,
});

const undo = defineCommand({
  path: "quota undo",
  summary: t(($) => $.cli.quotas.undo.summary),
  args,
  options: {
    ...unresolvedOption,
    ...confirmOptions,
    overwriteChanged: flag(($) => $.cli.quotas.undo.overwriteMoved),
  },
  help: t(($) => $.cli.quotas.undo.help),
  examples: ["fleetdesk quota undo 3 --yes"],
  run: async (call) => {
    const {
      client,
      signal,
      args: { change },
      options,
    } = call;
    const { overwriteChanged: overwriteMoved, allowUnresolved, confirm } = options;
    await ownQuotaChange(call, change);
    const input = { change, overwriteMoved, allowUnresolved, start: isConfirmed(options), confirm };
    await follow(call, client.quotas.undo(input, signal));
  },
  json: quotaChangeSchema,
});

export const changeCommands = [list, rows, start, ...steering, retry, undo];

// Follows a bulk quota change while this process, or the owner of the data directory, runs it.

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
  let isUnreachable = false;
  if (pid !== undefined && (initial.state === "reading" || initial.state === "running"))
    context.terminal.err(t(($) => $.cli.quotas.follow.elsewhere, { change, pid }));
  try {
    while (now.state === "reading" || now.state === "running") {
      await sleep(context.clock, pollIntervalMs, signal);
      now = await client.quotas.state({ change }, signal);
      const { counts, total, connection } = now;
      const { state: reached } = await client.connections.reachability({ connection }, signal);
      if (reached === "offline" && !isUnreachable)
        context.progress.printLine(t(($) => $.cli.quotas.follow.unreachable, { change }));
      isUnreachable = reached === "offline";
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
      const rowsOfKind = items.map((row) => ({ ...row, kind: change.kind }));
      context.terminal.out(formatItems(rowColumns, rowsOfKind, 60));
      if (next !== undefined) context.terminal.out(t(($) => $.cli.quotas.follow.moreRows, { change: change.change }));
    }
  }
  for (const hint of hintsOf(change)) context.terminal.err(`${hint}\n`);
  const isInterrupted = state === "interrupted" || state === "reading-interrupted";
  // One error document only.
  if (counts.unreadable > 0 && !isInterrupted) {
    const message = formatText(codedText("quotas-unread", { count: counts.unreadable, total: change.total }));
    context.fail("quotas-unread", message);
  }
  if (isPlan) return;
  if (isInterrupted) {
    const code = change.code ?? "interrupted";
    const message =
      change.message === undefined ? t(($) => $.cli.quotas.follow.wasInterrupted) : formatText(change.message);
    context.terminal.err(t(($) => $.cli.quotas.follow.resume, { change: change.change }));
    context.fail(code, message, { change: String(change.change) });
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
