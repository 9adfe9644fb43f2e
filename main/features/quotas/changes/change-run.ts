/**
 * Works one change: reads the rows that wait, or sends those that are planned, until it comes to rest.
 *
 * Invariants: a row is `sending` on disk before its request leaves; what is in flight when the work is stopped still finds its
 * answer; a lost answer is looked up, never repeated.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import type { QuotaStand } from "#contract/quota-words.ts";
import { AppError, textOf } from "../../../failure.ts";
import { acceptedOf } from "../../../api/errors.ts";
import { together } from "../../../jobs/together.ts";
import { type createTurns, sleep, throwIfStopped } from "../../../wait.ts";
import { asWritten, noteOf, writeStand } from "../ask-service.ts";
import { turnOf } from "../endpoint-key.ts";
import { inParallel } from "../in-parallel.ts";
import type { OpenDoubt } from "../open-doubts.ts";
import type { QuotaConnection, QuotaParts } from "../parts.ts";
import type { AskedReading } from "../queries-readings.ts";
import { askReading } from "../readings.ts";
import { asItIsNow, optionsChanged } from "../reopened.ts";
import { isWholeService, settleByReading, settleUnknown } from "../settle-unknown.ts";
import { tellRowSettled, workOfRow } from "../tell-settled.ts";
import { holdBack, judgeBeforeSending, judgeDoubt, judgeRead } from "./judge-row.ts";
import { createPatience, Interrupted } from "./patience.ts";
import type { StoredChange } from "./queries-changes.ts";
import type { RowMove, RowStep, WorkRow } from "./queries-rows.ts";

export interface RunSettings {
  readonly parts: QuotaParts;
  readonly connection: QuotaConnection;
  /** A quota is written by one at a time, reading and writing taken together: otherwise one would write over the other. */
  readonly inTurn: ReturnType<typeof createTurns>;
  /** Nothing more is begun. */
  readonly stopping: AbortSignal;
  /** What is in flight is cut. */
  readonly cutting: AbortSignal;
}

const rowsPerPage = 200;
const atOnce = 8;
const mostTogether = 50;

/** A row that is about to be sent. */
interface Claim {
  readonly move: RowMove;
  readonly reading: AskedReading;
  readonly before: QuotaStand;
  readonly after: QuotaStand;
}

/** What is not known of the quota: of the row itself, which a person put back, and of others. */
interface Before {
  readonly own: OpenDoubt | undefined;
  readonly earlier: readonly OpenDoubt[];
}

type Answered = AskedReading & { readonly error?: AppError };

export class ChangeRun {
  readonly #settings: RunSettings;
  readonly #patience;
  readonly #step;
  #done = 0;

  constructor(settings: RunSettings) {
    const { store, clock } = settings.parts;
    this.#settings = settings;
    this.#patience = createPatience(clock);
    this.#step = together((steps: readonly RowStep[]) => store.moveRows(steps), mostTogether);
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
    const { planned } = (await this.#settings.parts.store.readChange(change.id)).counts;
    this.#done = 0;
    const { connection, inTurn } = this.#settings;
    const write = (row: WorkRow): Promise<void> =>
      inTurn(turnOf(connection.id, change.kind, row.endpoint), () => this.#writeRow(change, row));
    await this.#eachPage(change, "planned", write, { work: "writing", total: planned });
    await this.#settle(change);
  }

  async #eachPage(
    { id }: StoredChange,
    state: "waiting" | "planned",
    work: (row: WorkRow) => Promise<void>,
    told: { readonly work: "reading" | "writing"; readonly total: number },
  ): Promise<void> {
    const { parts, connection, stopping } = this.#settings;
    const { name } = connection;
    for (;;) {
      throwIfStopped(stopping);
      const rows = await parts.store.rowsToWork(id, state, 0, rowsPerPage);
      if (rows.length === 0) return;
      try {
        await inParallel(rows, atOnce, async (row) => {
          throwIfStopped(stopping);
          await work(row);
          const done = Math.min(this.#done, told.total);
          parts.publish("quotas.progress", { connection: name, work: told.work, id, done, total: told.total });
        });
      } finally {
        parts.publish("quotas.changeMoved", { connection: name, change: id });
        parts.publish("quotas.changed", { connection: name });
      }
    }
  }

  async #readRow(change: StoredChange, row: WorkRow): Promise<void> {
    const { error, ...reading } = await this.#ask(change, row);
    if ("stand" in reading.found) {
      const now = this.#settings.parts.clock.now();
      const { earlier } = await this.#settleBefore(change, row, reading);
      const move = holdBack(change, judgeRead(change, row, reading.found.stand, now), earlier, this.#proof(now));
      await this.#move(change, move, reading);
    } else await this.#unreadable(change, row, reading, error);
    this.#done += 1;
  }

  async #writeRow(change: StoredChange, row: WorkRow): Promise<void> {
    const { error, ...reading } = await this.#ask(change, row);
    const { found } = reading;
    if (!("stand" in found)) {
      await this.#unreadable(change, row, reading, error);
      this.#done += 1;
      return;
    }
    const { stand } = found;
    const { own, earlier } = await this.#settleBefore(change, row, reading);
    const { parts } = this.#settings;
    const proof = this.#proof(parts.clock.now());
    const told = row.doubt ? judgeDoubt(row, reading, own?.overtaken === true, proof.graceMs) : undefined;
    // Nothing was told against sending it again: the first attempt has certainly not been taken.
    if (row.doubt) await tellRowSettled(parts, change.id, told ?? notTaken(row.row));
    const move = told ?? holdBack(change, judgeBeforeSending(change, row, stand, proof.now), earlier, proof);
    const settled =
      move.event === "send" && move.after !== undefined
        ? await this.#claimAndSend(change, row, { move, reading, before: stand, after: move.after })
        : await this.#move(change, move, reading);
    if (settled) this.#done += 1;
  }

  /** Once this one is sent, nobody can tell any more what came of one before it. */
  async #settleBefore({ id }: StoredChange, { row }: WorkRow, reading: AskedReading): Promise<Before> {
    const open = await settleByReading(this.#settings.parts, this.#settings.connection, reading);
    const isOwn = (one: OpenDoubt): boolean => one.change === id && one.row === row;
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
    const move = { ...claim.move, sentAt: this.#settings.parts.clock.now() };
    if (await this.#move(change, move, claim.reading)) return await this.#send(change, row, claim);
    connection.governor.giveBack(1);
    return true;
  }

  /** False when it goes back: it certainly was not sent. */
  async #send(change: StoredChange, { row, endpoint }: WorkRow, { before, after }: Claim): Promise<boolean> {
    const { parts, connection, cutting } = this.#settings;
    const { kind, operation } = change;
    const now = (): number => parts.clock.now();
    const note = { ...noteOf(kind, operation.op, endpoint, { before, after }), work: workOfRow(change.id, row) };
    try {
      const options = { priority: "delivery", permitHeld: true, signal: cutting, note } as const;
      const written = await writeStand(connection.api, kind, endpoint, after, options);
      this.#patience.answered();
      if (written === "absent") await this.#settleAbsent(change, row, endpoint);
      else {
        const reading = { kind, endpoint, at: now(), found: { stand: asWritten(after) } };
        await this.#move(change, { row, event: "set", settledAt: now() }, reading);
      }
      return true;
    } catch (error) {
      if (!(error instanceof AppError)) {
        await this.#move(change, { row, event: "lose", code: "internal", message: internal, settledAt: now() });
        throw error;
      }
      return await this.#notTaken(change, row, error);
    }
  }

  async #notTaken(change: StoredChange, row: number, error: AppError): Promise<boolean> {
    const { code } = error;
    const message = textOf(error);
    const settledAt = this.#settings.parts.clock.now();
    if (acceptedOf(error) === "no" && leftNothing.has(String(error.details?.["kind"]))) {
      await this.#move(change, { row, event: "release" });
      this.#patience.isTrouble(error);
      return false;
    }
    if (acceptedOf(error) === "no" || code === "invalid-input") {
      this.#patience.answered();
      await this.#move(change, { row, event: "refuse", code, message, settledAt });
      return true;
    }
    await this.#move(change, { row, event: "lose", code, message, settledAt, sentAt: settledAt });
    this.#patience.failed(error);
    return true;
  }

  /** Nothing was at the address that deletes: only reading tells whether a quota is left, and so that deleting is not offered. */
  async #settleAbsent(change: StoredChange, row: number, endpoint: string): Promise<void> {
    const { parts, connection, cutting } = this.#settings;
    const options = { priority: "delivery", signal: cutting } as const;
    const { error, ...reading } = await askReading(parts, connection, change.kind, endpoint, options);
    const settledAt = parts.clock.now();
    if ("code" in reading.found) {
      const message = codedText("quota-deletion-unconfirmed");
      await this.#move(change, { row, event: "lose", code: error?.code ?? "not-told", message, settledAt });
    } else if (reading.found.stand.state === "none") {
      await this.#move(change, { row, event: "set", settledAt }, reading);
    } else {
      const message = codedText("quota-deletion-not-offered");
      await this.#move(change, { row, event: "refuse", code: "not-offered", message, settledAt }, reading);
    }
  }

  /** The quota as it is now; trouble that says nothing of this endpoint is waited out. */
  async #ask({ kind }: StoredChange, { endpoint }: WorkRow): Promise<Answered> {
    const { parts, connection, stopping } = this.#settings;
    for (;;) {
      await this.#patience.rest(stopping);
      const options = { priority: "delivery", signal: stopping } as const;
      const answersBefore = this.#patience.answers();
      const asked = await askReading(parts, connection, kind, endpoint, options);
      if (asked.error === undefined) {
        this.#patience.answered();
        return asked;
      }
      if ((await asItIsNow(parts, connection)) !== connection) throw new Interrupted("options-changed", optionsChanged);
      if (!this.#patience.isTrouble(asked.error, answersBefore)) return asked;
    }
  }

  async #unreadable(
    change: StoredChange,
    { row, doubt }: WorkRow,
    reading: AskedReading,
    error: AppError | undefined,
  ): Promise<void> {
    const { code, message } = "code" in reading.found ? reading.found : { code: "internal", message: internal };
    const settledAt = this.#settings.parts.clock.now();
    await this.#move(change, { row, event: doubt ? "lose" : "fail", code, message, settledAt }, reading);
    if (error !== undefined) this.#patience.failed(error);
  }

  /** Until nothing more can be told by waiting. */
  async #settle(change: StoredChange): Promise<void> {
    const { parts, stopping } = this.#settings;
    for (;;) {
      const waitUntil = await this.#lookUp(change);
      if (waitUntil === undefined) return;
      await sleep(parts.clock, Math.max(1, waitUntil - parts.clock.now()), stopping);
    }
  }

  /** Reads what is unknown once. Answers when the next one can be told, where that helps. */
  async #lookUp(change: StoredChange): Promise<number | undefined> {
    const { parts, connection, stopping } = this.#settings;
    const options = { signal: stopping, priority: "delivery" } as const;
    try {
      return (await settleUnknown(parts, connection, change, options)).waitUntil;
    } catch (error) {
      if (error instanceof AppError && isWholeService(error))
        throw new Interrupted(error.code, textOf(error), { cause: error });
      throw error;
    }
  }

  #move({ id }: StoredChange, move: RowMove, reading?: AskedReading): Promise<boolean> {
    return this.#step({ connection: this.#settings.connection.id, change: id, move, reading });
  }
}

/** The service never judged it: it may be sent later. */
const leftNothing: ReadonlySet<string> = new Set(["offline", "throttled", "signed-out", "aborted"]);

function notTaken(row: number): RowMove {
  return { row, event: "refuse", code: "not-applied" };
}

const internal = codedText("internal");
