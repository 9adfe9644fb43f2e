/**
 * Changes the quota of one endpoint for an operator: read, compare with the value the operator saw, write once, read
 * again.
 *
 * Invariant: the row is stored as `sending` before the request is sent; a lost answer is resolved by reading, never by
 * repeating the request.
 */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { QuotaAnswer } from "#shared/contract/quotas/quotas.ts";
import type { QuotaKind, QuotaOperation, QuotaState } from "#shared/contract/quotas/quota-schemas.ts";
import { acceptedOf } from "../../core/api/errors.ts";
import { invalidInput } from "../../core/api/inputs.ts";
import { AppError, textOf } from "#shared/failure.ts";
import { applyOperation, titleOf, checkOperation, compareQuotaStates } from "./operations.ts";
import { asWritten, noteOf, writeQuotaState, fetchReading } from "./readings.ts";
import type { RowMove } from "./queries-rows.ts";
import { type Confirmed, unconfirmed, warningsOf } from "./confirmations.ts";
import {
  blockingChanges,
  answerOf,
  type UnconfirmedChange,
  describeUnconfirmed,
  resolveRow,
  resolveByReading,
  recordRowResolution,
  workOfRow,
} from "./unconfirmed-changes.ts";
import type { QuotaConnection, QuotaDeps, ReadOptions } from "./deps.ts";
import { fetchEffect } from "./enforcement.ts";
import type { QuotaReadResult } from "./queries-readings.ts";

export interface SingleChangeRequest extends Confirmed {
  readonly endpoint: string;
  readonly kind: QuotaKind;
  readonly operation: QuotaOperation;
  readonly seen: QuotaState | undefined;
  readonly allowUnresolved: boolean;
}

/**
 * The result of an operation on a known quota. Throws `invalid-input`, or the reason why the operation is impossible.
 */
export function planSingle(
  kind: QuotaKind,
  operation: QuotaOperation,
  before: QuotaState,
  now: number,
): { readonly after: QuotaState; readonly same: boolean } {
  const applied = applyOperation(kind, operation, before, { now });
  if (applied.kind === "same") return { after: before, same: true };
  if (applied.kind === "becomes") return { after: applied.after, same: false };
  if (applied.field !== undefined) throw invalidInput(applied.field, applied.message);
  throw new AppError(applied.code, applied.message);
}

export async function changeOne(
  deps: QuotaDeps,
  connection: QuotaConnection,
  request: SingleChangeRequest,
  { signal, whenUnknown }: { readonly signal: AbortSignal; readonly whenUnknown: (change: number) => void },
): Promise<QuotaAnswer> {
  const { clock, store } = deps;
  const { endpoint, kind, operation, seen } = request;
  checkOperation(kind, operation);
  const readOptions: ReadOptions = { priority: "click", signal };
  const before = await readNow(deps, connection, request, readOptions);
  // After this change is sent, readings can no longer resolve earlier ones, so they are resolved first.
  const earlier = await resolveByReading(deps, connection, asReading(request, before));
  if (seen !== undefined) {
    const difference = compareQuotaStates(seen, before.state);
    if (difference !== "same") return movedAnswer(seen, before, difference === "used");
  }
  const { after, same } = planSingle(kind, operation, before.state, clock.now());
  const [open] = blockingChanges(earlier, before.asOf, connection.options.reconcileAfterMs);
  if (open !== undefined && !request.allowUnresolved) return unresolvedAnswer(open, before);
  if (same) {
    const reading = { state: before.state, asOf: before.asOf };
    return { outcome: "unchanged", reading, message: codedText("quota-unchanged"), warnings: [] };
  }
  const effect = await fetchEffect(deps, connection, { kind, endpoint, after }, readOptions);
  const missing = unconfirmed({ before: before.state, after }, request, clock.now(), effect);
  if (missing !== undefined) throw missing;
  const warnings = warningsOf(kind, operation, after, clock.now(), effect);
  const change = await store.beginSingle(
    {
      connection: connection.id,
      kind,
      operation,
      title: titleOf(kind, operation),
      targets: endpointText(endpoint, (await deps.names.of(connection.id, [endpoint])).get(endpoint)),
      confirmZero: request.confirmZero,
      confirmPast: request.confirmPast,
      allowUnresolved: request.allowUnresolved,
      startWhenRead: false,
      undoOf: undefined,
      now: clock.now(),
    },
    { endpoint, before: before.state, after },
  );
  const sent = await send(deps, connection, request, { change, before: before.state, after });
  return await resolveSent(deps, connection, {
    request,
    change,
    warnings,
    before: before.state,
    after,
    sent,
    whenUnknown,
  });
}

function endpointText(endpoint: string, name: string | undefined): CodedText {
  return name === undefined ? codedText("quota-endpoint-id", { endpoint }) : codedText("quota-endpoint-name", { name });
}

interface Reading {
  readonly state: QuotaState;
  readonly asOf: number;
}

/** Reads the quota, saves it and publishes the change; throws the error of the read. */
async function readNow(
  deps: QuotaDeps,
  connection: QuotaConnection,
  { endpoint, kind }: Pick<SingleChangeRequest, "endpoint" | "kind">,
  options: ReadOptions,
): Promise<Reading> {
  const { error, ...reading } = await fetchReading(deps, connection, kind, endpoint, options);
  await deps.store.saveReadings(connection.id, [reading]);
  deps.publish("quotas.changed", { connection: connection.name, endpoint });
  if (error !== undefined) throw error;
  if ("code" in reading.result) throw new AppError(reading.result.code, reading.result.message);
  return { state: reading.result.state, asOf: reading.at };
}

function movedAnswer(seen: QuotaState, { state, asOf }: Reading, usageOnly: boolean): QuotaAnswer {
  const message = codedText(usageOnly ? "quota-used-since-shown" : "quota-changed-since-shown");
  return { outcome: "moved", reading: { state, asOf }, seen, current: state, usageOnly, message, warnings: [] };
}

function unresolvedAnswer(open: UnconfirmedChange, { state, asOf }: Reading): QuotaAnswer {
  return {
    outcome: "unsettled",
    reading: { state, asOf },
    current: state,
    unresolved: answerOf(open),
    message: describeUnconfirmed(open),
    warnings: [],
  };
}

function asReading({ kind, endpoint }: SingleChangeRequest, { state, asOf }: Reading): QuotaReadResult {
  return { kind, endpoint, at: asOf, result: { state } };
}

type Sent =
  | { readonly kind: "written" }
  | { readonly kind: "absent" }
  | { readonly kind: "failed"; readonly error: AppError };

async function send(
  { log }: QuotaDeps,
  connection: QuotaConnection,
  { endpoint, kind, operation }: SingleChangeRequest,
  { change, before, after }: Pick<SentChange, "change" | "before" | "after">,
): Promise<Sent> {
  const note = { ...noteOf(kind, operation.op, endpoint, { before, after }), work: workOfRow(change, 1) };
  try {
    // Without the caller's signal: cancelling a request that was sent would make its outcome unknown.
    return { kind: await writeQuotaState(connection.api, kind, endpoint, after, { priority: "click", note }) };
  } catch (error) {
    if (error instanceof AppError) return { kind: "failed", error };
    log.error("quotas.write-failed", { endpoint }, error);
    return { kind: "failed", error: new AppError("internal", codedText("internal")) };
  }
}

interface SentChange {
  readonly request: SingleChangeRequest;
  readonly change: number;
  readonly warnings: readonly CodedText[];
  readonly before: QuotaState;
  readonly after: QuotaState;
  readonly sent: Sent;
  readonly whenUnknown: (change: number) => void;
}

async function resolveSent(deps: QuotaDeps, connection: QuotaConnection, of: SentChange): Promise<QuotaAnswer> {
  const { request, change, warnings, sent } = of;
  if (sent.kind === "failed" && isRejection(sent.error)) {
    const { code } = sent.error;
    const resolvedAt = deps.clock.now();
    await finish(deps, connection, change, { row: 1, event: "reject", code, message: textOf(sent.error), resolvedAt });
    throw sent.error;
  }
  // Without the caller's signal: the outcome is needed even after the caller has cancelled.
  const readOptions: ReadOptions = { priority: "click", signal: new AbortController().signal };
  const now = await readNow(deps, connection, request, readOptions).catch((error: unknown) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });
  const reading = now === undefined ? {} : { reading: { state: now.state, asOf: now.asOf } };
  const answer = { change, ...reading, warnings: [...warnings] };
  if (sent.kind === "written") {
    await finish(deps, connection, change, { row: 1, event: "set", resolvedAt: deps.clock.now() });
    return { ...answer, ...acceptedAnswer(of.after, now) };
  }
  if (sent.kind === "absent") return await resolveAbsent(deps, connection, of, now, answer);
  return await resolveLost(deps, connection, of, now, { answer, error: sent.error });
}

/** A reading after acceptance can contradict the change; a lower volume by use alone does not. */
function acceptedAnswer(
  after: QuotaState,
  now: Reading | undefined,
): Pick<QuotaAnswer, "outcome" | "message" | "requested"> {
  if (now !== undefined && compareQuotaStates(asWritten(after), now.state) === "different") {
    return { outcome: "differs", requested: after, message: codedText("quota-accepted-differs") };
  }
  if (after.state === "none") return { outcome: "deleted", message: codedText("quota-deleted") };
  return { outcome: "set", message: codedText("quota-accepted") };
}

/** The service found nothing to delete. Only a reading shows whether no quota is left, or deletion is not offered. */
async function resolveAbsent(
  deps: QuotaDeps,
  connection: QuotaConnection,
  { change }: SentChange,
  now: Reading | undefined,
  answer: Pick<QuotaAnswer, "change" | "reading" | "warnings">,
): Promise<QuotaAnswer> {
  const resolvedAt = deps.clock.now();
  if (now?.state.state === "set") {
    const message = codedText("quota-deletion-not-offered");
    await finish(deps, connection, change, { row: 1, event: "reject", code: "not-offered", message, resolvedAt });
    throw new AppError("not-offered", message);
  }
  if (now === undefined) {
    const message = codedText("quota-deletion-unconfirmed");
    await finish(deps, connection, change, { row: 1, event: "lose", code: "not-told", message, resolvedAt });
    return { ...answer, outcome: "unknown", message };
  }
  await finish(deps, connection, change, { row: 1, event: "set", resolvedAt });
  return { ...answer, outcome: "deleted", message: codedText("quota-none-set") };
}

async function resolveLost(
  deps: QuotaDeps,
  connection: QuotaConnection,
  { change, before, after, whenUnknown }: SentChange,
  now: Reading | undefined,
  {
    answer,
    error,
  }: { readonly answer: Pick<QuotaAnswer, "change" | "reading" | "warnings">; readonly error: AppError },
): Promise<QuotaAnswer> {
  const { clock } = deps;
  const { code } = error;
  const message = textOf(error);
  const graceMs = connection.options.reconcileAfterMs;
  const resolution =
    now === undefined
      ? undefined
      : resolveRow({ row: 1, before, after, sentAt: clock.now() }, now.state, { now: clock.now(), graceMs });
  if (resolution?.kind === "settled" && resolution.move.event === "set") {
    await recordRowResolution(deps, change, resolution.move);
    await finish(deps, connection, change, resolution.move);
    const outcome = after.state === "none" ? "deleted" : "set";
    return { ...answer, outcome, message: codedText("quota-confirmed-by-reading") };
  }
  const lostAt = clock.now();
  // The request may have reached the service late, so the grace period starts when the answer was lost.
  await finish(deps, connection, change, { row: 1, event: "lose", code, message, resolvedAt: lostAt, sentAt: lostAt });
  whenUnknown(change);
  const current = now === undefined ? {} : { current: now.state };
  return {
    ...answer,
    ...current,
    outcome: "unknown",
    message: codedText("quota-outcome-unknown", { failure: message }),
  };
}

async function finish(deps: QuotaDeps, { id, name }: QuotaConnection, change: number, move: RowMove): Promise<void> {
  await deps.store.moveRows([{ connection: id, change, move }]);
  await deps.store.moveChange({ change, event: "finish", now: deps.clock.now() });
  deps.publish("quotas.changeMoved", { connection: name, change });
}

/** The change certainly was not applied. The API layer throws `invalid-input` before sending. */
function isRejection(error: AppError): boolean {
  return acceptedOf(error) === "no" || error.code === "invalid-input";
}
