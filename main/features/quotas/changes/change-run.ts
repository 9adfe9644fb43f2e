/**
 * Runs one change: reads the rows in state `waiting`, or sends the planned ones, until the change ends or is
 * interrupted.
 *
 * Invariants: a row is stored as `sending` before its request is sent; requests in flight when the run is stopped still
 * get their outcome recorded; a lost answer is resolved by reading, never by repeating the request.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import type { QuotaState } from "#shared/contract/quotas/quota-schemas.ts";
import { AppError, textOf } from "#shared/failure.ts";
import { acceptedOf } from "../../../core/api/errors.ts";
import { createBatcher } from "../../../core/jobs/batcher.ts";
import { type createKeyedMutex, sleep, throwIfStopped } from "../../../core/wait.ts";
import { asWritten, noteOf, writeQuotaState } from "../service-calls.ts";
import { mutexKeyOf } from "../endpoint-key.ts";
import { forEachConcurrent } from "../for-each-concurrent.ts";
import type { UnconfirmedChange } from "../unconfirmed-change.ts";
import type { QuotaConnection, QuotaDeps } from "../deps.ts";
import type { QuotaReadResult } from "../queries-readings.ts";
import { fetchReading } from "../readings.ts";
import { requireCurrentConnection, optionsChanged } from "../current-connection.ts";
import { isWholeService, resolveByReading, resolveUnknown } from "../resolve-unknown.ts";
import { recordRowResolution, workOfRow } from "../record-row-resolution.ts";
import { holdBack, evaluateBeforeSending, evaluateUnconfirmed, evaluateRead } from "./evaluate-row.ts";
import { createRetryPolicy, Interrupted } from "./retry-policy.ts";
import type { StoredChange } from "./queries-changes.ts";
import type { RowMove, RowStep, WorkRow } from "./queries-rows.ts";

export interface RunSettings {
  readonly deps: QuotaDeps;
  readonly connection: QuotaConnection;
  /** Serialises reading and writing of one quota; otherwise two changes could overwrite each other. */
  readonly runExclusive: ReturnType<typeof createKeyedMutex>;
  /** When aborted, no further row is started. */
  readonly stopping: AbortSignal;
  /** When aborted, requests in flight are cancelled. */
  readonly cutting: AbortSignal;
}

const rowsPerPage = 200;
const maxConcurrent = 8;
const maxBatchSize = 50;

/** A row that is about to be sent. */
interface Claim {
  readonly move: RowMove;
  readonly reading: QuotaReadResult;
  readonly before: QuotaState;
  readonly after: QuotaState;
}

/** Unconfirmed changes of the quota: the row itself, if it was requeued with an unknown outcome, and earlier ones. */
interface Before {
  readonly own: UnconfirmedChange | undefined;
  readonly earlier: readonly UnconfirmedChange[];
}

type Answered = QuotaReadResult & { readonly error?: AppError };

export class ChangeRun {
  readonly #settings: RunSettings;
  readonly #retryPolicy;
  readonly #step;
  #done = 0;

  constructor(settings: RunSettings) {
    const { store, clock } = settings.deps;
    this.#settings = settings;
    this.#retryPolicy = createRetryPolicy(clock);
    this.#step = createBatcher((steps: readonly RowStep[]) => store.moveRows(steps), maxBatchSize);
  }

  /** Reads every row in state `waiting`. Throws `Interrupted`, and `aborted` when stopped. */
  async read(change: StoredChange): Promise<void> {
    this.#done = change.total - change.counts.waiting;
    await this.#eachPage(change, "waiting", (row) => this.#readRow(change, row), {
      work: "reading",
      total: change.total,
    });
  }

  /**
   * Resolves unknown rows by reading, sends every planned row, then waits until the remaining unknown rows are
   * resolved. Throws as `read` does.
   */
  async write(change: StoredChange): Promise<void> {
    // Unknown rows are read once here and waited for at the end, so that they do not delay the planned rows.
    await this.#lookUp(change);
    const { planned } = (await this.#settings.deps.store.readChange(change.id)).counts;
    this.#done = 0;
    const { connection, runExclusive: inTurn } = this.#settings;
    const write = (row: WorkRow): Promise<void> =>
      inTurn(mutexKeyOf(connection.id, change.kind, row.endpoint), () => this.#writeRow(change, row));
    await this.#eachPage(change, "planned", write, { work: "writing", total: planned });
    await this.#resolve(change);
  }

  async #eachPage(
    { id }: StoredChange,
    state: "waiting" | "planned",
    work: (row: WorkRow) => Promise<void>,
    progress: { readonly work: "reading" | "writing"; readonly total: number },
  ): Promise<void> {
    const { deps, connection, stopping } = this.#settings;
    const { name } = connection;
    for (;;) {
      throwIfStopped(stopping);
      const rows = await deps.store.rowsToWork(id, state, 0, rowsPerPage);
      if (rows.length === 0) return;
      try {
        await forEachConcurrent(rows, maxConcurrent, async (row) => {
          throwIfStopped(stopping);
          await work(row);
          const done = Math.min(this.#done, progress.total);
          deps.publish("quotas.progress", { connection: name, work: progress.work, id, done, total: progress.total });
        });
      } finally {
        deps.publish("quotas.changeMoved", { connection: name, change: id });
        deps.publish("quotas.changed", { connection: name });
      }
    }
  }

  async #readRow(change: StoredChange, row: WorkRow): Promise<void> {
    const { error, ...reading } = await this.#request(change, row);
    if ("state" in reading.result) {
      const now = this.#settings.deps.clock.now();
      const { earlier } = await this.#resolveBefore(change, row, reading);
      const move = holdBack(change, evaluateRead(change, row, reading.result.state, now), earlier, this.#proof(now));
      await this.#move(change, move, reading);
    } else await this.#unreadable(change, row, reading, error);
    this.#done += 1;
  }

  async #writeRow(change: StoredChange, row: WorkRow): Promise<void> {
    const { error, ...reading } = await this.#request(change, row);
    const { result } = reading;
    if (!("state" in result)) {
      await this.#unreadable(change, row, reading, error);
      this.#done += 1;
      return;
    }
    const { state } = result;
    const { own, earlier } = await this.#resolveBefore(change, row, reading);
    const { deps } = this.#settings;
    const proof = this.#proof(deps.clock.now());
    const resolution = row.isUnconfirmed
      ? evaluateUnconfirmed(row, reading, own?.overtaken === true, proof.graceMs)
      : undefined;
    // No resolution means that the first attempt certainly was not applied, so the row may be sent again.
    if (row.isUnconfirmed) await recordRowResolution(deps, change.id, resolution ?? notTaken(row.row));
    const move = resolution ?? holdBack(change, evaluateBeforeSending(change, row, state, proof.now), earlier, proof);
    const isDone =
      move.event === "send" && move.after !== undefined
        ? await this.#claimAndSend(change, row, { move, reading, before: state, after: move.after })
        : await this.#move(change, move, reading);
    if (isDone) this.#done += 1;
  }

  /**
   * After this row is sent, readings can no longer resolve earlier changes of the same quota, so they are resolved
   * first.
   */
  async #resolveBefore({ id }: StoredChange, { row }: WorkRow, reading: QuotaReadResult): Promise<Before> {
    const open = await resolveByReading(this.#settings.deps, this.#settings.connection, reading);
    const isOwn = (one: UnconfirmedChange): boolean => one.change === id && one.row === row;
    return { own: open.find(isOwn), earlier: open.filter((one) => !isOwn(one)) };
  }

  #proof(now: number): { readonly now: number; readonly graceMs: number } {
    return { now, graceMs: this.#settings.connection.options.reconcileAfterMs };
  }

  /** Acquires the permit first: a row in state `sending` must not wait for the rate limit. */
  async #claimAndSend(change: StoredChange, row: WorkRow, claim: Claim): Promise<boolean> {
    const { connection, stopping } = this.#settings;
    await connection.governor.acquire("delivery", stopping);
    // The grace period of an unknown outcome starts when the request is sent, not before the wait for the permit.
    const move = { ...claim.move, sentAt: this.#settings.deps.clock.now() };
    if (await this.#move(change, move, claim.reading)) return await this.#send(change, row, claim);
    connection.governor.release(1);
    return true;
  }

  /** Returns false when the row was released because the request certainly was not sent. */
  async #send(change: StoredChange, { row, endpoint }: WorkRow, { before, after }: Claim): Promise<boolean> {
    const { deps, connection, cutting } = this.#settings;
    const { kind, operation } = change;
    const now = (): number => deps.clock.now();
    const note = { ...noteOf(kind, operation.op, endpoint, { before, after }), work: workOfRow(change.id, row) };
    try {
      const options = { priority: "delivery", permitHeld: true, signal: cutting, note } as const;
      const written = await writeQuotaState(connection.api, kind, endpoint, after, options);
      this.#retryPolicy.answered();
      if (written === "absent") await this.#resolveAbsent(change, row, endpoint);
      else {
        const reading = { kind, endpoint, at: now(), result: { state: asWritten(after) } };
        await this.#move(change, { row, event: "set", resolvedAt: now() }, reading);
      }
      return true;
    } catch (error) {
      if (!(error instanceof AppError)) {
        await this.#move(change, { row, event: "lose", code: "internal", message: internal, resolvedAt: now() });
        throw error;
      }
      return await this.#notTaken(change, row, error);
    }
  }

  async #notTaken(change: StoredChange, row: number, error: AppError): Promise<boolean> {
    const { code } = error;
    const message = textOf(error);
    const resolvedAt = this.#settings.deps.clock.now();
    if (acceptedOf(error) === "no" && notProcessedKinds.has(String(error.details?.["kind"]))) {
      await this.#move(change, { row, event: "release" });
      this.#retryPolicy.isOutage(error);
      return false;
    }
    if (acceptedOf(error) === "no" || code === "invalid-input") {
      this.#retryPolicy.answered();
      await this.#move(change, { row, event: "reject", code, message, resolvedAt });
      return true;
    }
    await this.#move(change, { row, event: "lose", code, message, resolvedAt, sentAt: resolvedAt });
    this.#retryPolicy.failed(error);
    return true;
  }

  /** The service found nothing to delete. Only a reading shows whether no quota is left, or deletion is not offered. */
  async #resolveAbsent(change: StoredChange, row: number, endpoint: string): Promise<void> {
    const { deps, connection, cutting } = this.#settings;
    const options = { priority: "delivery", signal: cutting } as const;
    const { error, ...reading } = await fetchReading(deps, connection, change.kind, endpoint, options);
    const resolvedAt = deps.clock.now();
    if ("code" in reading.result) {
      const message = codedText("quota-deletion-unconfirmed");
      await this.#move(change, { row, event: "lose", code: error?.code ?? "not-told", message, resolvedAt });
    } else if (reading.result.state.state === "none") {
      await this.#move(change, { row, event: "set", resolvedAt }, reading);
    } else {
      const message = codedText("quota-deletion-not-offered");
      await this.#move(change, { row, event: "reject", code: "not-offered", message, resolvedAt }, reading);
    }
  }

  /** Reads the quota; waits out failures that concern the whole service rather than this endpoint. */
  async #request({ kind }: StoredChange, { endpoint }: WorkRow): Promise<Answered> {
    const { deps, connection, stopping } = this.#settings;
    for (;;) {
      await this.#retryPolicy.rest(stopping);
      const options = { priority: "delivery", signal: stopping } as const;
      const answersBefore = this.#retryPolicy.answers();
      const reading = await fetchReading(deps, connection, kind, endpoint, options);
      if (reading.error === undefined) {
        this.#retryPolicy.answered();
        return reading;
      }
      if ((await requireCurrentConnection(deps, connection)) !== connection)
        throw new Interrupted("options-changed", optionsChanged);
      if (!this.#retryPolicy.isOutage(reading.error, answersBefore)) return reading;
    }
  }

  async #unreadable(
    change: StoredChange,
    { row, isUnconfirmed }: WorkRow,
    reading: QuotaReadResult,
    error: AppError | undefined,
  ): Promise<void> {
    const { code, message } = "code" in reading.result ? reading.result : { code: "internal", message: internal };
    const resolvedAt = this.#settings.deps.clock.now();
    await this.#move(change, { row, event: isUnconfirmed ? "lose" : "fail", code, message, resolvedAt }, reading);
    if (error !== undefined) this.#retryPolicy.failed(error);
  }

  /** Repeats until waiting can resolve no more rows. */
  async #resolve(change: StoredChange): Promise<void> {
    const { deps, stopping } = this.#settings;
    for (;;) {
      const waitUntil = await this.#lookUp(change);
      if (waitUntil === undefined) return;
      await sleep(deps.clock, Math.max(1, waitUntil - deps.clock.now()), stopping);
    }
  }

  /**
   * Reads the unknown rows once. Returns when the next one can be resolved (epoch milliseconds), where waiting helps.
   */
  async #lookUp(change: StoredChange): Promise<number | undefined> {
    const { deps, connection, stopping } = this.#settings;
    const options = { signal: stopping, priority: "delivery" } as const;
    try {
      return (await resolveUnknown(deps, connection, change, options)).waitUntil;
    } catch (error) {
      if (error instanceof AppError && isWholeService(error))
        throw new Interrupted(error.code, textOf(error), { cause: error });
      throw error;
    }
  }

  #move({ id }: StoredChange, move: RowMove, reading?: QuotaReadResult): Promise<boolean> {
    return this.#step({ connection: this.#settings.connection.id, change: id, move, reading });
  }
}

/** Kinds of failure where the service did not process the request, so that the row may be sent later. */
const notProcessedKinds: ReadonlySet<string> = new Set(["offline", "throttled", "signed-out", "aborted"]);

function notTaken(row: number): RowMove {
  return { row, event: "reject", code: "not-applied" };
}

const internal = codedText("internal");
