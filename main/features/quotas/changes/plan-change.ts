/** Stores a change of many endpoints, one row in state `waiting` each. Sends no request. */
import { codedText } from "#shared/texts/coded-text.ts";
import { maxUnconfirmed } from "#shared/contract/limits.ts";
import type { QuotaSource } from "#shared/contract/quotas/quotas.ts";
import type { QuotaKind, QuotaOperation } from "#shared/contract/quotas/quota-schemas.ts";
import { AppError } from "#shared/failure.ts";
import { titleOf } from "../change-title.ts";
import { checkOperation } from "../check-operation.ts";
import { type Confirmed, unconfirmedPlan } from "../confirmations.ts";
import type { QuotaConnection, QuotaDeps } from "../deps.ts";
import { openSource } from "../sources.ts";
import type { StoredChange } from "./queries-changes.ts";
import { changeStateError } from "./transitions.ts";

export interface PlanRequest extends Confirmed {
  readonly kind: QuotaKind;
  readonly operation: QuotaOperation;
  readonly source: QuotaSource;
  readonly allowUnresolved: boolean;
}

export async function planChange(
  deps: QuotaDeps,
  connection: QuotaConnection,
  { source, ...request }: PlanRequest,
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
    startWhenRead: false,
    undoOf: undefined,
    now: clock.now(),
  });
  try {
    let next = 1;
    for await (const page of opened.ids(signal)) {
      await store.addRows(change, next, page);
      next += page.length;
    }
    if (next === 1) throw new AppError("nobody", codedText("quota-no-endpoints"));
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

export interface UndoPlanRequest {
  readonly overwriteMoved: boolean;
  readonly start: boolean;
  readonly confirm: number | undefined;
  readonly allowUnresolved: boolean;
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
  { overwriteMoved, start, confirm, allowUnresolved }: UndoPlanRequest,
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
