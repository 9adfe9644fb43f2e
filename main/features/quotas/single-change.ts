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
import { invalidInput } from "../../core/api/inputs.ts";
import { AppError, toFailure } from "#shared/failure.ts";
import { applyOperation, titleOf, checkOperation, compareQuotaStates } from "./operations.ts";
import { asWritten, fetchReading, type RowToSend, sendRow } from "./readings.ts";
import { type RowMove, type WorkRow, workOfRow } from "./queries-rows.ts";
import { unconfirmed, warningsOf } from "./confirmations.ts";
import {
  blockingChanges,
  answerOf,
  type UnconfirmedChange,
  describeUnconfirmed,
  resolveRow,
  resolveByReading,
  commitSteps,
  provableFrom,
  resolutionLinks,
  type RunRecovery,
} from "./unconfirmed-changes.ts";
import type { Input, QuotaConnection, QuotaDeps, ReadOptions } from "./deps.ts";
import { fetchEffect } from "./enforcement.ts";
import type { QuotaReadResult } from "./queries-readings.ts";

type SingleChangeRequest = Input<"change">;

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
  {
    signal,
    recovery,
    whenUnknown,
  }: {
    readonly signal: AbortSignal;
    readonly recovery: RunRecovery;
    readonly whenUnknown: (change: number) => void;
  },
): Promise<QuotaAnswer> {
  const { clock, store } = deps;
  const { endpoint, kind, operation, seen, confirmZero, confirmPast, allowUnresolved } = request;
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
  const [open] = blockingChanges(earlier, before.asOf);
  if (open !== undefined && !allowUnresolved) return unresolvedAnswer(open, before);
  if (same) {
    const reading = { state: before.state, asOf: before.asOf };
    return { outcome: "unchanged", reading, message: codedText("quota-unchanged"), warnings: [] };
  }
  const effect = await fetchEffect(deps, connection, { kind, endpoint, after }, readOptions);
  const missing = unconfirmed({ before: before.state, after }, request, clock.now(), effect);
  if (missing !== undefined) throw missing;
  const warnings = warningsOf(kind, operation, after, clock.now(), effect);
  const newChange = {
    connection: connection.id,
    kind,
    operation,
    title: titleOf(kind, operation),
    targets: endpointText(endpoint, (await deps.names.of(connection.id, [endpoint])).get(endpoint)),
    confirmZero,
    confirmPast,
    allowUnresolved,
    now: clock.now(),
  };
  const begun: { change?: number } = {};
  const begin: RowToSend["begin"] = async (link, answers = []) => {
    if (begun.change === undefined) {
      const row = { endpoint, before: before.state, after, ...deps.sendClock.moment() };
      const single = await store.beginSingle(newChange, row, link);
      begun.change = single.change;
      deps.audit.onStored();
      return single.link;
    }
    const { change } = begun;
    const links = [...answers, { ...link, work: workOfRow(change, 1) }];
    return (await commitSteps(deps, [{ connection: connection.id, change, links }]))[0] ?? 0;
  };
  const row = { kind, op: operation.op, endpoint, row: 1, before: before.state, after, begin };
  // Without the caller's signal: cancelling a request that was sent would make its outcome unknown.
  const options: ReadOptions = { priority: "click", signal: new AbortController().signal };
  const { move, reading, links, error } = await sendRow(deps, connection, row, options);
  const { change } = begun;
  if (change === undefined) throw error ?? new Error("the change was sent without its row");
  try {
    await commitSteps(deps, [{ connection: connection.id, change, move, reading, links }]);
    await store.moveChange({ change, event: "finish", now: clock.now() });
  } catch (cause) {
    deps.log.error("quotas.answer-not-saved", { change }, cause);
    await recovery.endRun(change, toFailure(cause));
    whenUnknown(change);
    return { outcome: "unknown", change, message: codedText("quota-answer-not-saved"), warnings };
  }
  deps.publish("quotas.changeMoved", { connection: connection.name, change });
  if (move.event === "reject" && error !== undefined) throw error;
  if (error !== undefined && !(error instanceof AppError)) deps.log.error("quotas.write-failed", { endpoint }, error);
  // The answer is needed even after the caller has cancelled.
  const now = await readNow(deps, connection, request, options).catch((failure: unknown) => {
    if (failure instanceof AppError) return undefined;
    throw failure;
  });
  const answer = { change, ...(now === undefined ? {} : { reading: { state: now.state, asOf: now.asOf } }), warnings };
  if (move.event === "set") return { ...answer, ...acceptedAnswer(after, now, move.message) };
  const { sentAt, sentUptime, message } = move;
  const lost = { row: 1, before: before.state, after, sentAt, sentUptime, message };
  return { ...answer, ...(await resolveLost(deps, connection, { change, lost, now, whenUnknown })) };
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

/** A reading after acceptance can contradict the change; a lower volume by use alone does not. */
function acceptedAnswer(
  after: QuotaState,
  now: Reading | undefined,
  message = codedText(after.state === "none" ? "quota-deleted" : "quota-accepted"),
): Pick<QuotaAnswer, "outcome" | "message" | "requested"> {
  if (now !== undefined && compareQuotaStates(asWritten(after), now.state) === "different")
    return { outcome: "differs", requested: after, message: codedText("quota-accepted-differs") };
  return { outcome: after.state === "none" ? "deleted" : "set", message };
}

interface LostChange {
  readonly change: number;
  readonly lost: Pick<WorkRow, "row" | "before" | "sentAt" | "sentUptime"> &
    Pick<RowMove, "message"> & { readonly after: QuotaState };
  readonly now: Reading | undefined;
  readonly whenUnknown: (change: number) => void;
}

/** Only a reading that shows the requested quota is an outcome already; the service may still apply the request. */
async function resolveLost(
  deps: QuotaDeps,
  connection: QuotaConnection,
  { change, lost, now, whenUnknown }: LostChange,
): Promise<Pick<QuotaAnswer, "outcome" | "message" | "current">> {
  const proof = { now: deps.sendClock.now(), provableFrom: provableFrom(deps, connection, lost) };
  const move = now === undefined ? undefined : resolveRow(lost, now.state, proof).move;
  if (move?.event === "set") {
    const links = resolutionLinks(deps, change, move);
    await commitSteps(deps, [{ connection: connection.id, change, move, links }]);
    const outcome = lost.after.state === "none" ? "deleted" : "set";
    return { outcome, message: codedText("quota-confirmed-by-reading") };
  }
  whenUnknown(change);
  const message = codedText("quota-outcome-unknown", { failure: lost.message ?? codedText("internal") });
  return { ...(now === undefined ? {} : { current: now.state }), outcome: "unknown", message };
}
