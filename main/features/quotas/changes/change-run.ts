/**
 * Works one change: reads the rows that wait, or sends those that are planned, until it comes to rest.
 *
 * Invariants: a row is `sending` on disk before its request leaves; what is in flight when the work is stopped still finds its
 * answer; a lost answer is looked up, never repeated.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import type { QuotaState } from "#contract/quota-schemas.ts";
import { AppError, textOf } from "../../../failure.ts";
import { acceptedOf } from "../../../api/errors.ts";
import { createBatcher } from "../../../jobs/batcher.ts";
import { type createKeyedMutex, sleep, throwIfStopped } from "../../../wait.ts";
import { asWritten, noteOf, writeQuotaState } from "../service-calls.ts";
import { turnOf } from "../endpoint-key.ts";
import { inParallel } from "../in-parallel.ts";
import type { UnconfirmedChange } from "../unconfirmed-change.ts";
import type { QuotaConnection, QuotaDeps } from "../deps.ts";
import type { QuotaReadResult } from "../queries-readings.ts";
import { fetchReading } from "../readings.ts";
import { asItIsNow, optionsChanged } from "../current-connection.ts";
import { isWholeService, resolveByReading, resolveUnknown } from "../resolve-unknown.ts";
import { recordRowResolution, workOfRow } from "../record-row-resolution.ts";
import { holdBack, evaluateBeforeSending, evaluateUnconfirmed, evaluateRead } from "./evaluate-row.ts";
import { createRetryPolicy, Interrupted } from "./retry-policy.ts";
import type { StoredChange } from "./queries-changes.ts";
import type { RowMove, RowStep, WorkRow } from "./queries-rows.ts";

export interface RunSettings {
  readonly deps: QuotaDeps;
  readonly connection: QuotaConnection;
  /** A quota is written by one at a time, reading and writing taken together: otherwise one would write over the other. */
  readonly inTurn: ReturnType<typeof createKeyedMutex>;
  /** Nothing more is begun. */
  readonly stopping: AbortSignal;
  /** What is in flight is cut. */
  readonly cutting: AbortSignal;
}

const rowsPerPage = 200;
const atOnce = 8;
const maxBatchSize = 50;

/** A row that is about to be sent. */
interface Claim {
  readonly move: RowMove;
  readonly reading: QuotaReadResult;
  readonly before: QuotaState;
  readonly after: QuotaState;
}

/** What is not known of the quota: of the row itself, which a person put back, and of others. */
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

  /** Reads every row that waits. Throws `Interrupted`, and `aborted` when stopped. */
  async read(change: StoredChange): Promise<void> {
    this.#done = change.total - change.counts.waiting;
    await this.#eachPage(change, "waiting", (row) => this.#readRow(change, row), {
      work: "reading",
      total: change.total,
    });
  }

  /** Looks up what is unknown, sends every planned row, then waits for what is unknown to be told. Throws as `read` does. */
  async write(change: StoredChange): Promise<void> {
    // Who is only waited for must not keep the others waiting.
    await this.#lookUp(change);
    const { planned } = (await this.#settings.deps.store.readChange(change.id)).counts;
    this.#done = 0;
    const { connection, inTurn } = this.#settings;
    const write = (row: WorkRow): Promise<void> =>
      inTurn(turnOf(connection.id, change.kind, row.endpoint), () => this.#writeRow(change, row));
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
        await inParallel(rows, atOnce, async (row) => {
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
    // Nothing was told against sending it again: the first attempt has certainly not been taken.
    if (row.isUnconfirmed) await recordRowResolution(deps, change.id, resolution ?? notTaken(row.row));
    const move = resolution ?? holdBack(change, evaluateBeforeSending(change, row, state, proof.now), earlier, proof);
    const isDone =
      move.event === "send" && move.after !== undefined
        ? await this.#claimAndSend(change, row, { move, reading, before: state, after: move.after })
        : await this.#move(change, move, reading);
    if (isDone) this.#done += 1;
  }

  /** Once this one is sent, nobody can tell any more what came of one before it. */
  async #resolveBefore({ id }: StoredChange, { row }: WorkRow, reading: QuotaReadResult): Promise<Before> {
    const open = await resolveByReading(this.#settings.deps, this.#settings.connection, reading);
    const isOwn = (one: UnconfirmedChange): boolean => one.change === id && one.row === row;
    return { own: open.find(isOwn), earlier: open.filter((one) => !isOwn(one)) };
  }

  #proof(now: number): { readonly now: number; readonly graceMs: number } {
    return { now, graceMs: this.#settings.connection.options.reconcileAfterMs };
  }

  /** The permit comes first: a row in flight must not wait for its turn. */
  async #claimAndSend(change: StoredChange, row: WorkRow, claim: Claim): Promise<boolean> {
    const { connection, stopping } = this.#settings;
    await connection.governor.acquire("delivery", stopping);
    // The time in which an unknown one may still be taken begins now, not before the wait.
    const move = { ...claim.move, sentAt: this.#settings.deps.clock.now() };
    if (await this.#move(change, move, claim.reading)) return await this.#send(change, row, claim);
    connection.governor.giveBack(1);
    return true;
  }

  /** False when it goes back: it certainly was not sent. */
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
    if (acceptedOf(error) === "no" && leftNothing.has(String(error.details?.["kind"]))) {
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

  /** Nothing was at the address that deletes: only reading tells whether a quota is left, and so that deleting is not offered. */
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

  /** The quota as it is now; trouble that says nothing of this endpoint is waited out. */
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
      if ((await asItIsNow(deps, connection)) !== connection) throw new Interrupted("options-changed", optionsChanged);
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

  /** Until nothing more can be told by waiting. */
  async #resolve(change: StoredChange): Promise<void> {
    const { deps, stopping } = this.#settings;
    for (;;) {
      const waitUntil = await this.#lookUp(change);
      if (waitUntil === undefined) return;
      await sleep(deps.clock, Math.max(1, waitUntil - deps.clock.now()), stopping);
    }
  }

  /** Reads what is unknown once. Answers when the next one can be told, where that helps. */
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

/** The service never judged it: it may be sent later. */
const leftNothing: ReadonlySet<string> = new Set(["offline", "throttled", "signed-out", "aborted"]);

function notTaken(row: number): RowMove {
  return { row, event: "reject", code: "not-applied" };
}

const internal = codedText("internal");
