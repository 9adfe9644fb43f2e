/** Stores a change of many endpoints with its rows, and requeues rows for another attempt. Sends no request. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { QuotaSource } from "#shared/contract/quotas/quotas.ts";
import { AppError } from "#shared/failure.ts";
import type { Input, QuotaConnection, QuotaDeps } from "./deps.ts";
import { maxUnconfirmed } from "#shared/contract/limits.ts";
import { rowPages } from "../../core/store/cursor.ts";
import type { QuotaOperation } from "#shared/contract/quotas/quota-schemas.ts";
import { titleOf, checkOperation } from "./operations.ts";
import { unconfirmedPlan } from "./confirmations.ts";
import type { StoredChange } from "./queries-changes.ts";
import { changeStateError } from "./transitions.ts";
import { evaluateRetry } from "./evaluate-row.ts";
import type { RowMove, WorkRow } from "./queries-rows.ts";

export interface OpenedSource {
  readonly targets: CodedText;
  ids(signal: AbortSignal): AsyncIterable<readonly string[]>;
}

const idsPerStep = 5_000;

/** Throws `audience-unknown` or `view-unknown`; reading its ids may throw `filter-invalid`. */
export async function openSource(
  { directory, audiences, viewFilter }: Pick<QuotaDeps, "directory" | "audiences" | "viewFilter">,
  connectionId: number,
  source: QuotaSource,
): Promise<OpenedSource> {
  const filtered = (filter: string, targets: CodedText): OpenedSource => ({
    targets,
    async *ids(signal) {
      for await (const page of directory.audience(connectionId, filter, signal)) yield page.map(({ id }) => id);
    },
  });
  if ("ids" in source) {
    const ids = [...new Set(source.ids.map((id) => id.trim()))].filter((id) => id !== "");
    return { targets: codedText("quota-endpoints-selected", { count: ids.length }), ids: () => inSteps(ids) };
  }
  if ("filter" in source) {
    const { filter } = source;
    const all = filter.trim() === "";
    return filtered(filter, all ? codedText("quota-endpoints-all") : codedText("quota-endpoints-matching", { filter }));
  }
  if ("view" in source) {
    const filter = await viewFilter(connectionId, source.view);
    if (filter === undefined)
      throw new AppError("view-unknown", codedText("quota-view-unknown", { view: source.view }));
    return filtered(
      filter,
      filter === "" ? codedText("quota-endpoints-of-view") : codedText("quota-endpoints-of-view-filter", { filter }),
    );
  }
  const audience = await audiences.find(connectionId, source.audience);
  if (audience === undefined)
    throw new AppError("audience-unknown", codedText("quota-audience-unknown", { audience: source.audience }));
  return {
    targets: codedText("quota-endpoints-of-audience", { name: audience.name }),
    ids: (signal) => audience.members(signal),
  };
}

async function* inSteps(ids: readonly string[]): AsyncGenerator<readonly string[]> {
  await Promise.resolve();
  for (let from = 0; from < ids.length; from += idsPerStep) yield ids.slice(from, from + idsPerStep);
}

export async function planChange(
  deps: QuotaDeps,
  connection: QuotaConnection,
  { source, ...request }: Input<"plan">,
  signal: AbortSignal,
): Promise<StoredChange> {
  const { store, clock } = deps;
  const { kind, operation } = request;
  checkOperation(kind, operation);
  const missing = unconfirmedPlan(operation, request, clock.now());
  if (missing !== undefined) throw missing;
  const opened = await openSource(deps, connection.id, source);
  const change = await store.createChange({
    ...request,
    connection: connection.id,
    title: titleOf(kind, operation),
    targets: opened.targets,
    now: clock.now(),
  });
  try {
    let next = 1;
    for await (const page of opened.ids(signal)) {
      await store.addRows(change, next, page);
      next += page.length;
    }
    if (next === 1) throw new AppError("no-endpoints", codedText("quota-no-endpoints"));
  } catch (error) {
    await store.removeDraft(change);
    throw error;
  }
  return await store.moveChange({ change, event: "fill", now: clock.now() });
}

/** Throws `confirmation-needed` where a large count was not confirmed, or a different count was. */
export function requireNumber(count: number, confirm: number | undefined): void {
  if (confirm === undefined ? count <= maxUnconfirmed : confirm === count) return;
  const message =
    confirm === undefined
      ? codedText("quota-count-unconfirmed", { count })
      : codedText("quota-count-misconfirmed", { count, confirmed: confirm });
  throw new AppError("confirmation-needed", message, { details: { field: "confirm", count } });
}

/**
 * Rows with an unknown outcome cannot be undone yet; the error says so, because that differs from having nothing to
 * undo.
 */
function nothingToUndo({ id, counts: { set, unknown } }: StoredChange): AppError {
  const nothing = set === 0 ? codedText("quota-nothing-to-undo") : codedText("quota-already-undone", { change: id });
  const message = unknown === 0 ? nothing : codedText("quota-undo-unresolved", { count: unknown, change: id });
  return new AppError("nothing-to-undo", message, { details: { unknown } });
}

/** Adds a row for every row that was set, with the earlier quota as target. Throws `nothing-to-undo`. */
export async function planUndo(
  { store, clock }: QuotaDeps,
  of: StoredChange,
  { overwriteMoved, start, confirm, allowUnresolved }: Input<"undo", "change">,
): Promise<StoredChange> {
  if (of.state === "running" || of.state === "reading") throw changeStateError(of.state, "quota-cannot-undo");
  const count = of.counts.set - (of.undone?.back ?? 0);
  if (of.undone?.isRunning === true) {
    throw new AppError("quota-change-state", codedText("quota-undo-running", { change: of.id, by: of.undone.by }));
  }
  if (count === 0) throw nothingToUndo(of);
  if (start) requireNumber(count, confirm);
  const operation: QuotaOperation = { op: "undo", of: of.id, overwriteMoved };
  const change = await store.createChange({
    connection: of.connection,
    kind: of.kind,
    operation,
    title: titleOf(of.kind, operation),
    targets: of.targets,
    confirmZero: true,
    confirmPast: true,
    allowUnresolved,
    startWhenRead: start,
    undoOf: of.id,
    now: clock.now(),
  });
  await store.addUndoRows(change, of.id);
  return await store.moveChange({ change, event: "fill", now: clock.now() });
}

type RequeueableState = Input<"retry">["states"][number];

const rowsPerPage = 500;

/** Throws `quota-change-state`, `confirmation-needed`, or `no-endpoints` where no row is in the requested states. */
export async function requeue(
  deps: QuotaDeps,
  change: StoredChange,
  { states, allowUnresolved, confirm }: Input<"retry", "change">,
): Promise<StoredChange> {
  const { store, clock } = deps;
  const { id, state, counts } = change;
  const requested = [...new Set(states)];
  if (state !== "finished" && state !== "planned" && state !== "interrupted")
    throw changeStateError(state, "quota-cannot-retry");
  if (state === "interrupted" && requested.includes("unreadable")) {
    throw changeStateError(state, "quota-cannot-reread");
  }
  if (requested.every((one) => counts[one] === 0)) {
    throw new AppError("no-endpoints", codedText("quota-nothing-to-retry"));
  }
  // Unreadable rows are read and planned first, and a planned change is confirmed when it starts; neither counts here.
  const confirmedStates = state === "planned" ? [] : requested.filter((one) => one !== "unreadable");
  if (confirmedStates.length > 0)
    requireNumber(
      confirmedStates.reduce((sum, one) => sum + counts[one], 0),
      confirm,
    );
  if (allowUnresolved) await store.allowUnresolved(id);
  const now = clock.now();
  const event = requested.includes("unreadable") && counts.unreadable > 0 ? "read" : "work";
  // Before its rows, so that a crash in between leaves a change that can be resumed, and a second retry is rejected as a whole.
  if (event === "read" || state === "finished") await store.moveChange({ change: id, event, now });
  for (const one of requested) await requeueRows(deps, change, one);
  const requeued = await store.readChange(id);
  // Each row may have turned out to be impossible or unchanged.
  return requeued.state === "running" && requeued.counts.planned === 0
    ? await store.moveChange({ change: id, event: "finish", now })
    : requeued;
}

/** Requeues the rows in one state, to be sent or to be read again. */
export async function requeueRows(
  { store, clock }: QuotaDeps,
  change: StoredChange,
  state: RequeueableState,
): Promise<void> {
  const { id, connection } = change;
  const now = clock.now();
  const pages = rowPages(rowsPerPage, ({ after, limit }) => store.rowsToWork(id, state, after, limit));
  for await (const rows of pages) {
    await store.moveRows(rows.map((row) => ({ connection, change: id, move: moveOf(change, state, row, now) })));
  }
}

function moveOf(change: StoredChange, state: RequeueableState, row: WorkRow, now: number): RowMove {
  switch (state) {
    case "unreadable":
      return { row: row.row, event: "reread" };
    case "unknown":
      return { row: row.row, event: "again", isUnconfirmed: true };
    case "not-applied":
    case "unsettled":
      return { row: row.row, event: "again" };
    case "moved":
      return evaluateRetry(change, row, now);
  }
}
