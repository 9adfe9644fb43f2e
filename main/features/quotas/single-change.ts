/**
 * A change of one endpoint on a person's click: read, compare with what the person saw, write once, read again.
 *
 * Invariant: the row is `sending` on disk before the request leaves; an answer that is lost is looked up, never repeated.
 */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { QuotaAnswer } from "#contract/quotas.ts";
import type { QuotaKind, QuotaOperation, QuotaStand } from "#contract/quota-words.ts";
import { acceptedOf } from "../../api/errors.ts";
import { invalidInput } from "../../api/inputs.ts";
import { AppError, textOf } from "../../failure.ts";
import { applyOperation } from "./apply-operation.ts";
import { asWritten, noteOf, writeStand } from "./ask-service.ts";
import { titleOf } from "./change-words.ts";
import { checkOperation } from "./check-operation.ts";
import type { RowMove } from "./changes/queries-rows.ts";
import { compareStands } from "./compare-stands.ts";
import { type Confirmed, unconfirmed } from "./confirmations.ts";
import { holdingUp } from "./judge-doubt.ts";
import { answerOf, type OpenDoubt, sayOpen } from "./open-doubts.ts";
import type { QuotaConnection, QuotaParts } from "./parts.ts";
import { askEffect } from "./known-effect.ts";
import type { AskedReading } from "./queries-readings.ts";
import { askReading, type Asking } from "./readings.ts";
import { settleRow } from "./settle-row.ts";
import { settleByReading } from "./settle-unknown.ts";
import { tellRowSettled, workOfRow } from "./tell-settled.ts";
import { warningsOf } from "./warnings.ts";

export interface WantedChange extends Confirmed {
  readonly endpoint: string;
  readonly kind: QuotaKind;
  readonly operation: QuotaOperation;
  readonly seen: QuotaStand | undefined;
  readonly allowUnsettled: boolean;
}

/** What a change comes to from a known beginning. Throws `invalid-input` or why it cannot be done. */
export function planSingle(
  kind: QuotaKind,
  operation: QuotaOperation,
  before: QuotaStand,
  now: number,
): { readonly after: QuotaStand; readonly same: boolean } {
  const applied = applyOperation(kind, operation, before, { now });
  if (applied.kind === "same") return { after: before, same: true };
  if (applied.kind === "becomes") return { after: applied.after, same: false };
  if (applied.field !== undefined) throw invalidInput(applied.field, applied.message);
  throw new AppError(applied.code, applied.message);
}

export async function changeOne(
  parts: QuotaParts,
  connection: QuotaConnection,
  wanted: WantedChange,
  { signal, whenUnknown }: { readonly signal: AbortSignal; readonly whenUnknown: (change: number) => void },
): Promise<QuotaAnswer> {
  const { clock, store } = parts;
  const { endpoint, kind, operation, seen } = wanted;
  checkOperation(kind, operation);
  const asking: Asking = { priority: "click", signal };
  const before = await readNow(parts, connection, wanted, asking);
  // Once this one is sent, nobody can tell any more what came of one before it.
  const earlier = await settleByReading(parts, connection, asReading(wanted, before));
  if (seen !== undefined) {
    const difference = compareStands(seen, before.stand);
    if (difference !== "same") return movedAnswer(seen, before, difference === "used");
  }
  const { after, same } = planSingle(kind, operation, before.stand, clock.now());
  const [open] = holdingUp(earlier, before.asOf, connection.options.reconcileAfterMs);
  if (open !== undefined && !wanted.allowUnsettled) return unsettledAnswer(open, before);
  if (same) {
    const reading = { stand: before.stand, asOf: before.asOf };
    return { outcome: "unchanged", reading, message: codedText("quota-unchanged"), warnings: [] };
  }
  const effect = await askEffect(parts, connection, { kind, endpoint, after }, asking);
  const missing = unconfirmed({ before: before.stand, after }, wanted, clock.now(), effect);
  if (missing !== undefined) throw missing;
  const warnings = warningsOf(kind, operation, after, clock.now(), effect);
  const change = await store.beginSingle(
    {
      connection: connection.id,
      kind,
      operation,
      title: titleOf(kind, operation),
      whom: endpointText(endpoint, (await parts.names.of(connection.id, [endpoint])).get(endpoint)),
      confirmZero: wanted.confirmZero,
      confirmPast: wanted.confirmPast,
      allowUnsettled: wanted.allowUnsettled,
      startWhenRead: false,
      undoOf: undefined,
      now: clock.now(),
    },
    { endpoint, before: before.stand, after },
  );
  const sent = await send(parts, connection, wanted, { change, before: before.stand, after });
  return await settle(parts, connection, { wanted, change, warnings, before: before.stand, after, sent, whenUnknown });
}

function endpointText(endpoint: string, name: string | undefined): CodedText {
  return name === undefined ? codedText("quota-endpoint-id", { endpoint }) : codedText("quota-endpoint-name", { name });
}

interface Reading {
  readonly stand: QuotaStand;
  readonly asOf: number;
}

/** Asks, keeps and tells; throws what the question failed with. */
async function readNow(
  parts: QuotaParts,
  connection: QuotaConnection,
  { endpoint, kind }: Pick<WantedChange, "endpoint" | "kind">,
  options: Asking,
): Promise<Reading> {
  const { error, ...reading } = await askReading(parts, connection, kind, endpoint, options);
  await parts.store.keepReadings(connection.id, [reading]);
  parts.publish("quotas.changed", { connection: connection.name, endpoint });
  if (error !== undefined) throw error;
  if ("code" in reading.found) throw new AppError(reading.found.code, reading.found.message);
  return { stand: reading.found.stand, asOf: reading.at };
}

function movedAnswer(seen: QuotaStand, { stand, asOf }: Reading, usageOnly: boolean): QuotaAnswer {
  const message = codedText(usageOnly ? "quota-used-since-shown" : "quota-changed-since-shown");
  return { outcome: "moved", reading: { stand, asOf }, seen, current: stand, usageOnly, message, warnings: [] };
}

function unsettledAnswer(open: OpenDoubt, { stand, asOf }: Reading): QuotaAnswer {
  return {
    outcome: "unsettled",
    reading: { stand, asOf },
    current: stand,
    unsettled: answerOf(open),
    message: sayOpen(open),
    warnings: [],
  };
}

function asReading({ kind, endpoint }: WantedChange, { stand, asOf }: Reading): AskedReading {
  return { kind, endpoint, at: asOf, found: { stand } };
}

type Sent =
  | { readonly kind: "written" }
  | { readonly kind: "absent" }
  | { readonly kind: "failed"; readonly error: AppError };

async function send(
  { log }: QuotaParts,
  connection: QuotaConnection,
  { endpoint, kind, operation }: WantedChange,
  { change, before, after }: Pick<ToSettle, "change" | "before" | "after">,
): Promise<Sent> {
  const note = { ...noteOf(kind, operation.op, endpoint, { before, after }), work: workOfRow(change, 1) };
  try {
    // Not cut when the caller goes: what has left is better answered than looked up.
    return { kind: await writeStand(connection.api, kind, endpoint, after, { priority: "click", note }) };
  } catch (error) {
    if (error instanceof AppError) return { kind: "failed", error };
    log.error("quotas.write-failed", { endpoint }, error);
    return { kind: "failed", error: new AppError("internal", codedText("internal")) };
  }
}

interface ToSettle {
  readonly wanted: WantedChange;
  readonly change: number;
  readonly warnings: readonly CodedText[];
  readonly before: QuotaStand;
  readonly after: QuotaStand;
  readonly sent: Sent;
  readonly whenUnknown: (change: number) => void;
}

async function settle(parts: QuotaParts, connection: QuotaConnection, of: ToSettle): Promise<QuotaAnswer> {
  const { wanted, change, warnings, sent } = of;
  if (sent.kind === "failed" && isRefusal(sent.error)) {
    const { code } = sent.error;
    const settledAt = parts.clock.now();
    await finish(parts, connection, change, { row: 1, event: "refuse", code, message: textOf(sent.error), settledAt });
    throw sent.error;
  }
  // Whoever asked may have gone by now: what was sent is looked up all the same.
  const asking: Asking = { priority: "click", signal: new AbortController().signal };
  const now = await readNow(parts, connection, wanted, asking).catch((error: unknown) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });
  const reading = now === undefined ? {} : { reading: { stand: now.stand, asOf: now.asOf } };
  const answer = { change, ...reading, warnings: [...warnings] };
  if (sent.kind === "written") {
    await finish(parts, connection, change, { row: 1, event: "set", settledAt: parts.clock.now() });
    return { ...answer, ...acceptedAnswer(of.after, now) };
  }
  if (sent.kind === "absent") return await settleAbsent(parts, connection, of, now, answer);
  return await settleLost(parts, connection, of, now, { answer, error: sent.error });
}

/** What was read after the service accepted the change may contradict it; use of the device alone does not. */
function acceptedAnswer(
  after: QuotaStand,
  now: Reading | undefined,
): Pick<QuotaAnswer, "outcome" | "message" | "requested"> {
  if (now !== undefined && compareStands(asWritten(after), now.stand) === "different") {
    return { outcome: "differs", requested: after, message: codedText("quota-accepted-differs") };
  }
  if (after.state === "none") return { outcome: "deleted", message: codedText("quota-deleted") };
  return { outcome: "set", message: codedText("quota-accepted") };
}

/** Nothing was at the address that deletes: only reading tells whether a quota is left, and so that deleting is not offered. */
async function settleAbsent(
  parts: QuotaParts,
  connection: QuotaConnection,
  { change }: ToSettle,
  now: Reading | undefined,
  answer: Pick<QuotaAnswer, "change" | "reading" | "warnings">,
): Promise<QuotaAnswer> {
  const settledAt = parts.clock.now();
  if (now?.stand.state === "set") {
    const message = codedText("quota-deletion-not-offered");
    await finish(parts, connection, change, { row: 1, event: "refuse", code: "not-offered", message, settledAt });
    throw new AppError("not-offered", message);
  }
  if (now === undefined) {
    const message = codedText("quota-deletion-unconfirmed");
    await finish(parts, connection, change, { row: 1, event: "lose", code: "not-told", message, settledAt });
    return { ...answer, outcome: "unknown", message };
  }
  await finish(parts, connection, change, { row: 1, event: "set", settledAt });
  return { ...answer, outcome: "deleted", message: codedText("quota-none-set") };
}

async function settleLost(
  parts: QuotaParts,
  connection: QuotaConnection,
  { change, before, after, whenUnknown }: ToSettle,
  now: Reading | undefined,
  {
    answer,
    error,
  }: { readonly answer: Pick<QuotaAnswer, "change" | "reading" | "warnings">; readonly error: AppError },
): Promise<QuotaAnswer> {
  const { clock } = parts;
  const { code } = error;
  const message = textOf(error);
  const graceMs = connection.options.reconcileAfterMs;
  const judged =
    now === undefined
      ? undefined
      : settleRow({ row: 1, before, after, sentAt: clock.now() }, now.stand, { now: clock.now(), graceMs });
  if (judged?.kind === "settled" && judged.move.event === "set") {
    await tellRowSettled(parts, change, judged.move);
    await finish(parts, connection, change, judged.move);
    const outcome = after.state === "none" ? "deleted" : "set";
    return { ...answer, outcome, message: codedText("quota-confirmed-by-reading") };
  }
  const lostAt = clock.now();
  // The service may have been reached late: the time in which it may still take it begins where the answer was lost.
  await finish(parts, connection, change, { row: 1, event: "lose", code, message, settledAt: lostAt, sentAt: lostAt });
  whenUnknown(change);
  const current = now === undefined ? {} : { current: now.stand };
  return {
    ...answer,
    ...current,
    outcome: "unknown",
    message: codedText("quota-outcome-unknown", { failure: message }),
  };
}

async function finish(parts: QuotaParts, { id, name }: QuotaConnection, change: number, move: RowMove): Promise<void> {
  await parts.store.moveRows([{ connection: id, change, move }]);
  await parts.store.moveChange({ change, event: "finish", now: parts.clock.now() });
  parts.publish("quotas.changeMoved", { connection: name, change });
}

/** Certainly not taken. What the API layer itself refused has not left. */
function isRefusal(error: AppError): boolean {
  return acceptedOf(error) === "no" || error.code === "invalid-input";
}
