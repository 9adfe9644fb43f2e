/**
 * The runs of this process, at most one per change, in stages that are jobs: reading its rows, sending the planned ones, and looking up
 * those whose answers were lost.
 *
 * Invariants: a row is stored as `sending` before its request is sent; requests in flight when the run is stopped still
 * get their outcome recorded; a lost answer is resolved by reading, never by repeating the request.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import type { QuotaState } from "#shared/contract/quotas/quota-schemas.ts";
import { AppError, textOf, toFailure } from "#shared/failure.ts";
import type { AuditDraft } from "../../core/api/caller.ts";
import { longWaitError } from "../../core/api/client.ts";
import { type Attempt, wasCut } from "../../core/jobs/attempt.ts";
import { createBatcher } from "../../core/jobs/batcher.ts";
import { runJob } from "../../core/jobs/job.ts";
import { type createKeyedMutex, sleep } from "../../core/wait.ts";
import {
  createFailureCount,
  fetchReading,
  notSentBy,
  type Permit,
  requireNotStopped,
  sendRow,
  withPermit,
} from "./readings.ts";
import { mutexKeyOf, type QuotaReadResult } from "./queries-readings.ts";
import {
  commitSteps,
  provableFrom,
  resolutionLinks,
  publishChange,
  resolveByReading,
  resolveUnknown,
  type RunRecovery,
  type UnconfirmedChange,
} from "./unconfirmed-changes.ts";
import { type QuotaConnection, type QuotaDeps, requireCurrentConnection, optionsChanged } from "./deps.ts";
import { holdBack, evaluateBeforeSending, evaluateUnconfirmed, evaluateRead } from "./evaluate-row.ts";
import type { StoredChange } from "./queries-changes.ts";
import { type RowMove, type RowStep, type WorkRow, workOfRow } from "./queries-rows.ts";
import type { Failure } from "#shared/contract/kit.ts";

interface RunSettings {
  readonly deps: QuotaDeps;
  readonly connection: QuotaConnection;
  /** Serialises reading and writing of one quota; otherwise two changes could overwrite each other. */
  readonly runExclusive: ReturnType<typeof createKeyedMutex>;
  /** When aborted, no further row is started. */
  readonly stopping: AbortSignal;
  /** When aborted, requests in flight are cancelled. */
  readonly cutting: AbortSignal;
}

/** Number of rows between updates of an open view. */
const notifyEvery = 200;
const maxConcurrent = 8;
const maxBatchSize = 50;
/** How long to wait without a connection, or where the service requests it, as campaigns do. */
const outageLimitMs = 12 * 60 * 60_000;

/** A row that is about to be sent. */
interface Claim {
  readonly move: RowMove;
  readonly reading: QuotaReadResult;
  readonly before: QuotaState;
  readonly after: QuotaState;
  /** Resolution of a former attempt. */
  readonly resolutions: readonly AuditDraft[];
}

/** Unconfirmed changes of the quota: the row itself, if it was requeued with an unknown outcome, and earlier ones. */
interface Before {
  readonly own: UnconfirmedChange | undefined;
  readonly earlier: readonly UnconfirmedChange[];
}

/** The row has its outcome. */
const done: Attempt = { outcome: "accepted", reference: undefined };

class ChangeRun {
  readonly #settings: RunSettings;
  readonly #failures = createFailureCount();
  readonly #step;

  constructor(settings: RunSettings) {
    this.#settings = settings;
    this.#step = createBatcher((steps: readonly RowStep[]) => commitSteps(settings.deps, steps), maxBatchSize);
  }

  /** Reads every row in state `waiting`. Throws what interrupts the change, and `aborted` when stopped. */
  async read(change: StoredChange): Promise<void> {
    const { total, counts } = change;
    const progress = { work: "reading", done: total - counts.waiting, total } as const;
    await this.#run(change, "waiting", progress, (row) => this.#readRow(change, row));
  }

  /**
   * Resolves unknown rows by reading, sends every planned row, then waits until the remaining unknown rows are
   * resolved. Throws as `read` does.
   */
  async write(change: StoredChange): Promise<void> {
    const { deps, connection, runExclusive, stopping } = this.#settings;
    const lookUp = { signal: stopping, priority: "delivery", outageLimitMs } as const;
    // Unknown rows are read once here and waited for at the end, so that they do not delay the planned rows.
    await resolveUnknown(deps, connection, change, lookUp);
    const { planned: total } = (await deps.store.readChange(change.id)).counts;
    await this.#run(change, "planned", { work: "writing", done: 0, total }, (row) =>
      runExclusive(mutexKeyOf(connection.id, change.kind, row.endpoint), () => this.#writeRow(change, row)),
    );
    for (;;) {
      const { waitUntil } = await resolveUnknown(deps, connection, change, lookUp);
      if (waitUntil === undefined) return;
      await sleep(deps.clock, Math.max(1, waitUntil - deps.sendClock.now()), stopping);
    }
  }

  async #run(
    { id }: StoredChange,
    state: "waiting" | "planned",
    progress: { readonly work: "reading" | "writing"; readonly done: number; readonly total: number },
    perform: (row: WorkRow) => Promise<Attempt>,
  ): Promise<void> {
    const { deps, connection, stopping } = this.#settings;
    const { name } = connection;
    const { work, total } = progress;
    let performed = progress.done;
    const notify = (): void => {
      deps.publish("quotas.changeMoved", { connection: name, change: id });
      deps.publish("quotas.changed", { connection: name });
    };
    const job = {
      load: (after: number, limit: number) => deps.store.rowsToWork(id, state, after, limit),
      concurrency: maxConcurrent,
      outageLimitMs,
      perform: async (row: WorkRow) => {
        const attempt = await perform(row);
        if (attempt.outcome === "not-sent") return attempt;
        performed += 1;
        deps.publish("quotas.progress", { connection: name, work, id, done: Math.min(performed, total), total });
        if (performed % notifyEvery === 0) notify();
        return attempt;
      },
    };
    await runJob<WorkRow>(job, deps.clock, stopping).finally(notify);
  }

  async #readRow(change: StoredChange, row: WorkRow): Promise<Attempt> {
    const reading = await this.#read(change, row);
    if ("outcome" in reading) return reading;
    const { result } = reading;
    const { earlier } = await this.#resolveBefore(change, row, reading);
    const evaluated = evaluateRead(change, row, result.state, this.#settings.deps.clock.now());
    const move = holdBack(change, evaluated, earlier, this.#settings.deps.sendClock.now());
    await this.#move(change, move, reading);
    return done;
  }

  async #writeRow(change: StoredChange, row: WorkRow): Promise<Attempt> {
    const { deps, connection, stopping } = this.#settings;
    const throttled = longWaitError({ governor: connection.governor, clock: deps.clock });
    const outage = throttled && notSentBy(throttled);
    if (outage !== undefined) return outage;
    return await withPermit(connection, { priority: "delivery", signal: stopping }, (permit) =>
      this.#writePermitted(change, row, permit),
    );
  }

  async #writePermitted(change: StoredChange, row: WorkRow, permit: Permit): Promise<Attempt> {
    const reading = await this.#read(change, row);
    if ("outcome" in reading) return reading;
    const { state } = reading.result;
    const { own, earlier } = await this.#resolveBefore(change, row, reading);
    const { deps, connection } = this.#settings;
    const resolution = row.isUnconfirmed
      ? evaluateUnconfirmed(row, reading, own?.overtaken === true, provableFrom(deps, connection, row))
      : undefined;
    // No resolution means that the first attempt certainly was not applied, so the row may be sent again.
    const resolutions = row.isUnconfirmed ? resolutionLinks(deps, change.id, resolution ?? notTaken(row.row)) : [];
    const move =
      resolution ??
      holdBack(change, evaluateBeforeSending(change, row, state, deps.clock.now()), earlier, deps.sendClock.now());
    if (move.event === "send" && move.after !== undefined)
      return await this.#send(change, row, { move, reading, before: state, after: move.after, resolutions }, permit);
    await this.#move(change, move, reading, resolutions);
    return done;
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

  async #send(change: StoredChange, { row, endpoint }: WorkRow, claim: Claim, permit: Permit): Promise<Attempt> {
    const { deps, connection, stopping, cutting } = this.#settings;
    const { before, after } = claim;
    permit.isUsed = true;
    const { isBegun, move, reading, links, error } = await sendRow(
      deps,
      connection,
      {
        kind: change.kind,
        op: change.operation.op,
        endpoint,
        row,
        before,
        after,
        begin: async (request, answers) => {
          const link = { ...request, work: workOfRow(change.id, row) };
          // The grace period of an unknown outcome starts when the request is sent, not before the wait for the permit.
          const number = await (answers === undefined
            ? this.#move(change, { ...claim.move, ...deps.sendClock.moment() }, claim.reading, [
                ...claim.resolutions,
                link,
              ])
            : this.#move(change, undefined, undefined, [...answers, link]));
          if (number === undefined) throw new Error(`row ${row} of change ${change.id} is not planned`);
          return number;
        },
      },
      { priority: "delivery", permitHeld: true, signal: cutting, beforeWrite: requireNotStopped(stopping) },
    );
    permit.isUsed = isBegun;
    const notSent = move.event === "reject" && error instanceof AppError ? notSentBy(error) : undefined;
    if (isBegun || notSent === undefined)
      await this.#move(change, notSent === undefined ? move : { row, event: "release" }, reading, links);
    if (notSent !== undefined) return notSent;
    if (error !== undefined && !(error instanceof AppError)) throw error;
    if (move.event !== "lose" || error === undefined) {
      this.#failures.answered();
      return done;
    }
    this.#failures.failed(error);
    return { outcome: "unknown", code: error.code, message: textOf(error), cut: wasCut(error.code) };
  }

  /** Reads the quota; or resolves with the attempt, once a failure is recorded. */
  async #read(change: StoredChange, { row, endpoint, isUnconfirmed }: WorkRow): Promise<Readable | Attempt> {
    const { deps, connection, stopping } = this.#settings;
    const options = { priority: "delivery", signal: stopping } as const;
    const { error, ...reading } = await fetchReading(deps, connection, change.kind, endpoint, options);
    if (isReadable(reading)) {
      this.#failures.answered();
      return reading;
    }
    if ((await requireCurrentConnection(deps, connection)) !== connection)
      throw new AppError("options-changed", optionsChanged);
    const outage = error && notSentBy(error);
    if (outage !== undefined) return outage;
    const { code, message } = "code" in reading.result ? reading.result : { code: "internal", message: internal };
    const resolvedAt = deps.clock.now();
    await this.#move(change, { row, event: isUnconfirmed ? "lose" : "fail", code, message, resolvedAt }, reading);
    if (error !== undefined) this.#failures.failed(error);
    return { outcome: "refused", code, message, forbidden: false };
  }

  #move(
    { id }: StoredChange,
    move: RowMove | undefined,
    reading?: QuotaReadResult,
    links?: readonly AuditDraft[],
  ): Promise<number | undefined> {
    return this.#step({ connection: this.#settings.connection.id, change: id, move, reading, links });
  }
}

type Readable = QuotaReadResult & { readonly result: { readonly state: QuotaState } };

function isReadable(reading: QuotaReadResult): reading is Readable {
  return "state" in reading.result;
}

function notTaken(row: number): RowMove {
  return { row, event: "reject", code: "not-applied" };
}

const internal = codedText("internal");

interface Working {
  readonly connection: number;
  readonly stopping: AbortController;
  readonly cutting: AbortController;
  /** Never rejects. */
  ended: Promise<void>;
}

/** Time that shutdown waits for answers to requests in flight. */
const graceAtEndMs = 3_000;

export class ChangeRuns {
  readonly #deps: QuotaDeps;
  readonly #runExclusive: ReturnType<typeof createKeyedMutex>;
  readonly #recovery: RunRecovery;
  readonly #working = new Map<number, Working>();
  #closed = false;

  constructor(deps: QuotaDeps, runExclusive: ReturnType<typeof createKeyedMutex>, recovery: RunRecovery) {
    this.#deps = deps;
    this.#runExclusive = runExclusive;
    this.#recovery = recovery;
  }

  has(change: number): boolean {
    return this.#working.has(change);
  }

  /**
   * Starts reading or sending in the background, as the state of the change requires, after a run that is still ending. Where `signal` is
   * aborted already, the run is interrupted.
   */
  begin({ id, connection }: StoredChange, signal?: AbortSignal): void {
    if (this.#closed) return;
    const before = this.#working.get(id)?.ended ?? Promise.resolve();
    const working: Working = {
      connection,
      stopping: new AbortController(),
      cutting: new AbortController(),
      ended: before,
    };
    this.#working.set(id, working);
    if (signal?.aborted === true) working.stopping.abort();
    working.ended = before
      .then(() => this.#untilRest(id, working))
      .finally(() => {
        if (this.#working.get(id) === working) this.#working.delete(id);
      });
  }

  /** Starts nothing more; resolves when requests in flight have an outcome. */
  async end(change: number): Promise<void> {
    const working = this.#working.get(change);
    working?.stopping.abort();
    await working?.ended;
  }

  /** Ends all runs; returns the ids of their changes. */
  async endAll(): Promise<readonly number[]> {
    const all = [...this.#working.keys()];
    await Promise.all(all.map((change) => this.end(change)));
    return all;
  }

  /** Ends all runs of a connection. */
  async endOver(connection: number): Promise<void> {
    const affected = [...this.#working].filter(([, working]) => working.connection === connection);
    await Promise.all(affected.map(([change]) => this.end(change)));
  }

  async stop(): Promise<void> {
    this.#closed = true;
    const all = [...this.#working.values()];
    for (const { stopping } of all) stopping.abort();
    const cancel = this.#deps.clock.after(graceAtEndMs, () => all.forEach(({ cutting }) => cutting.abort()));
    await Promise.all(all.map(({ ended }) => ended));
    cancel();
  }

  async #untilRest(change: number, { stopping, cutting }: Working): Promise<void> {
    const { log } = this.#deps;
    try {
      await this.#work(change, stopping.signal, cutting.signal);
    } catch (error) {
      if (!stopping.signal.aborted && !(error instanceof AppError)) {
        log.error("quotas.change-failed", { change }, error);
      }
      await this.#recovery.endRun(change, reasonOf(error, stopping.signal.aborted, this.#closed));
      return;
    }
    await publishChange(this.#deps, change);
  }

  async #work(id: number, stopping: AbortSignal, cutting: AbortSignal): Promise<void> {
    const { store, clock, connections } = this.#deps;
    let change = await store.readChange(id);
    const run = new ChangeRun({
      deps: this.#deps,
      connection: await connections.openById(change.connection),
      runExclusive: this.#runExclusive,
      stopping,
      cutting,
    });
    if (change.state === "reading") {
      await run.read(change);
      const event = change.startWhenRead ? "launch" : "plan";
      change = await store.moveChange({ change: id, event, now: clock.now() });
      if (event === "launch") await publishChange(this.#deps, id);
    }
    if (change.state !== "running") return;
    await run.write(change);
    await store.moveChange({ change: id, event: "finish", now: clock.now() });
  }
}

function reasonOf(error: unknown, stopped: boolean, closed: boolean): Pick<Failure, "code" | "text"> {
  if (closed) return { code: "interrupted", text: codedText("quota-change-ended") };
  if (stopped) return { code: "interrupted", text: codedText("quota-change-stopped") };
  return toFailure(error);
}
