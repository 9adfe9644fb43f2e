/** The quotas feature: its contract handlers, its lifecycle, and the change of one endpoint. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { QuotaAnswer, quotas } from "#shared/contract/quotas/quotas.ts";
import type { QuotaKind, QuotaOperation, QuotaState } from "#shared/contract/quotas/quota-schemas.ts";
import { AppError, toFailure } from "#shared/failure.ts";
import { longWaitError } from "../../core/api/client.ts";
import { invalidInput } from "../../core/api/inputs.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import {
  applyOperation,
  asWritten,
  checkOperation,
  compareQuotaStates,
  leavesExpired,
  leavesNothing,
  titleOf,
} from "./operations.ts";
import { requiredConfirmations, leavesNone, unconfirmed, warningsOf } from "./confirmations.ts";
import { createKeyedMutex, createSendClock, throwIfStopped } from "../../core/wait.ts";
import { ChangeRuns } from "./change-run.ts";
import { createChangeHandlers } from "./change-handlers.ts";
import { createOverview, createRefreshService } from "./overview.ts";
import { mutexKeyOf, type QuotaReadResult } from "./queries-readings.ts";
import { cachedEffect, fetchEffect } from "./enforcement.ts";
import type { Input, QuotaConnection, QuotaDeps, ReadOptions } from "./deps.ts";
import {
  fetchEndpoint,
  fetchReading,
  type Permit,
  readEndpoint,
  requireNotStopped,
  type RowToSend,
  sendRow,
  withPermit,
} from "./readings.ts";
import { type RowMove, type WorkRow, workOfRow } from "./queries-rows.ts";
import {
  answerOf,
  blockingChanges,
  commitSteps,
  createRunRecovery,
  describeUnconfirmed,
  provableFrom,
  resolutionLinks,
  resolveByReading,
  resolveRow,
  resolveUnknown,
  type RunRecovery,
  type UnconfirmedChange,
} from "./unconfirmed-changes.ts";

export interface Quotas {
  readonly handlers: Handlers<typeof quotas>;
  /** Recovers changes that a former process left unfinished. */
  start(): Promise<void>;
  /** Whether a change of a connection is being read or sent. */
  isActive(connectionId: number): Promise<boolean>;
  /** Starts nothing more over a connection; resolves when requests in flight have an outcome. */
  endOver(connectionId: number): Promise<void>;
  /** Deletes some rows of changes and readings past their retention; true while there may be more. */
  prune(): Promise<boolean>;
  stop(): Promise<void>;
  /** Removes the data of a connection; stops early when aborted. */
  deleteConnectionData(connectionId: number, signal?: AbortSignal): Promise<void>;
}

/** Rows of a removed connection or of an old change deleted per transaction. */
const deleteAtOnce = 2_000;
/** Quotas whose old readings are deleted per transaction. */
const pruneAtOnce = 500;

type Single = Pick<Handlers<typeof quotas>, "get" | "read" | "check" | "change">;

export function createQuotas(outer: Omit<QuotaDeps, "sendClock">): Quotas {
  const deps: QuotaDeps = { ...outer, sendClock: createSendClock(outer.clock) };
  const { store, clock, log } = deps;
  const runExclusive = createKeyedMutex();
  const recovery = createRunRecovery(deps);
  const runs = new ChangeRuns(deps, runExclusive, recovery);
  const refreshService = createRefreshService(deps);
  const later = resolveLater(deps);
  /** A change past its retention whose rows are being deleted. */
  let hidden: number | undefined;
  const endOver = async (connectionId: number): Promise<void> => {
    await Promise.all([refreshService.endOver(connectionId), runs.endOver(connectionId)]);
  };
  return {
    handlers: {
      ...createSingle(deps, runExclusive, recovery, (connection, change) => later.schedule(connection, change)),
      ...createChangeHandlers(deps, runs),
      ...createOverview(deps),
      ...refreshService.handlers,
    },
    start: async () => {
      const left = await store.recoverChanges(codedText("quota-change-ended"), clock.now(), clock.uptime());
      if (left.length > 0) log.warn("quotas.changes-interrupted", { changes: left.length });
    },
    isActive: (connectionId) => store.hasActiveChange(connectionId),
    prune: async () => {
      hidden ??= await store.hideExpiredChange(clock.now());
      if (hidden === undefined) return await store.pruneHistory(clock.now(), pruneAtOnce);
      if (!(await store.dropHidden(hidden, deleteAtOnce))) hidden = undefined;
      return true;
    },
    stop: async () => {
      later.stop();
      recovery.stop();
      await Promise.all([refreshService.stop(), runs.stop()]);
    },
    endOver,
    deleteConnectionData: async (connectionId, signal) => {
      await endOver(connectionId);
      while (await store.deleteQuotas(connectionId, deleteAtOnce)) if (signal?.aborted === true) return;
    },
  };
}

function createSingle(
  deps: QuotaDeps,
  runExclusive: ReturnType<typeof createKeyedMutex>,
  recovery: RunRecovery,
  whenUnknown: (connection: QuotaConnection, change: number) => void,
): Single {
  const { connections, clock } = deps;
  return {
    get: async ({ connection: name, endpoint }, { signal }) => {
      const connection = await connections.open(name);
      return await readEndpoint(deps, connection.id, endpoint, signal);
    },
    read: async ({ connection: name, endpoint, kinds }, { signal }) => {
      const connection = await connections.open(name);
      const readings = await fetchEndpoint(deps, connection, endpoint, kinds, signal);
      for (const reading of readings) await resolveByReading(deps, connection, reading);
      return await readEndpoint(deps, connection.id, endpoint, signal);
    },
    check: async ({ connection: name, endpoint, kind, operation, seen }, { signal }) => {
      checkOperation(kind, operation);
      const now = clock.now();
      const after = seen === undefined ? undefined : planSingle(kind, operation, seen, now).after;
      const required = requiredConfirmations(operation, now);
      const effect =
        endpoint === undefined || after === undefined
          ? undefined
          : await cachedEffect(deps, (await connections.open(name)).id, { kind, endpoint, after }, signal);
      return {
        after,
        needsConfirmZero:
          after === undefined ? required.zero : leavesNothing(seen, after) || leavesNone(seen, after, effect),
        needsConfirmPast: after === undefined ? required.past : leavesExpired(seen, after, now),
        warnings: warningsOf(kind, operation, after, now, effect),
      };
    },
    change: async ({ connection: name, ...request }, { signal }) => {
      const connection = await connections.open(name);
      return await runExclusive(mutexKeyOf(connection.id, request.kind, request.endpoint), () =>
        changeOne(deps, connection, request, {
          signal,
          recovery,
          whenUnknown: (change) => whenUnknown(connection, change),
        }),
      );
    },
  };
}

/**
 * Resolves a lost answer by reading once more after the grace period, when the service no longer applies the request.
 */
function resolveLater(deps: QuotaDeps): {
  schedule(connection: QuotaConnection, change: number): void;
  stop(): void;
} {
  const { clock, store, log, publish } = deps;
  const stopping = new AbortController();
  const resolveNow = async (connection: QuotaConnection, id: number): Promise<void> => {
    const change = await store.readChange(id);
    await resolveUnknown(deps, connection, change, { signal: stopping.signal, priority: "delivery" });
    publish("quotas.changeMoved", { connection: connection.name, change: id });
    publish("quotas.changed", { connection: connection.name });
  };
  return {
    schedule: (connection, change) => {
      // Slightly later than the time from which a reading is proof.
      const cancel = clock.after(connection.options.reconcileAfterMs + 1_000, () => {
        stopping.signal.removeEventListener("abort", cancel);
        resolveNow(connection, change).catch((cause: unknown) => {
          if (!stopping.signal.aborted) log.warn("quotas.still-unknown", { change }, cause);
        });
      });
      stopping.signal.addEventListener("abort", cancel, { once: true });
    },
    stop: () => stopping.abort(),
  };
}

// A change of one endpoint: read, compare with the value the operator saw, write once, read again.
//
// Invariant: the row is stored as `sending` before the request is sent; a lost answer is resolved by reading, never by repeating the request.

type SingleChangeRequest = Input<"change">;

/**
 * The result of an operation on a known quota. Throws `invalid-input`, or the reason why the operation is impossible.
 */
function planSingle(
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

interface ChangeRun {
  readonly signal: AbortSignal;
  readonly recovery: RunRecovery;
  readonly whenUnknown: (change: number) => void;
}

async function changeOne(
  deps: QuotaDeps,
  connection: QuotaConnection,
  request: SingleChangeRequest,
  run: ChangeRun,
): Promise<QuotaAnswer> {
  checkOperation(request.kind, request.operation);
  const throttled = longWaitError({ governor: connection.governor, clock: deps.clock });
  if (throttled !== undefined) throw throttled;
  return await withPermit(connection, { priority: "click", signal: run.signal }, (permit) =>
    changePermitted(deps, connection, request, { ...run, permit }),
  );
}

async function changePermitted(
  deps: QuotaDeps,
  connection: QuotaConnection,
  request: SingleChangeRequest,
  { signal, recovery, whenUnknown, permit }: ChangeRun & { readonly permit: Permit },
): Promise<QuotaAnswer> {
  const { clock, store } = deps;
  const { endpoint, kind, operation, seen, confirmZero, confirmPast, allowUnresolved } = request;
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
  throwIfStopped(signal);
  permit.isUsed = true;
  // Once `signal` is aborted, a request that was not written yet is not sent.
  const options = { ...unstoppable, permitHeld: true, beforeWrite: requireNotStopped(signal) };
  const { isBegun, move, reading, links, error } = await sendRow(deps, connection, row, options);
  permit.isUsed = isBegun;
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
  const now = await readNow(deps, connection, request, unstoppable).catch((failure: unknown) => {
    if (failure instanceof AppError) return undefined;
    throw failure;
  });
  const answer = { change, ...(now === undefined ? {} : { reading: { state: now.state, asOf: now.asOf } }), warnings };
  if (move.event === "set") return { ...answer, ...acceptedAnswer(after, now, move.message) };
  const { sentAt, sentUptime, message } = move;
  const lost = { row: 1, before: before.state, after, sentAt, sentUptime, message };
  return { ...answer, ...(await resolveLost(deps, connection, { change, lost, now, whenUnknown })) };
}

/** Without the caller's signal: cancelling a request that was sent would make its outcome unknown. */
const unstoppable: ReadOptions = { priority: "click", signal: new AbortController().signal };

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
