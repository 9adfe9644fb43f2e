/** The runs of this process, at most one per change; stores how each run ended. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { Failure } from "#shared/contract/kit.ts";
import { AppError, toFailure } from "#shared/failure.ts";
import type { createKeyedMutex } from "../../../core/wait.ts";
import type { QuotaDeps } from "../deps.ts";
import { ChangeRun } from "./change-run.ts";
import type { StoredChange } from "./queries-changes.ts";

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
  readonly #working = new Map<number, Working>();
  #closed = false;

  constructor(deps: QuotaDeps, runExclusive: ReturnType<typeof createKeyedMutex>) {
    this.#deps = deps;
    this.#runExclusive = runExclusive;
  }

  has(change: number): boolean {
    return this.#working.has(change);
  }

  /**
   * Starts reading or sending in the background, as the state of the change requires, after a run that is still ending.
   */
  begin({ id, connection }: StoredChange): void {
    if (this.#closed) return;
    const before = this.#working.get(id)?.ended ?? Promise.resolve();
    const working: Working = {
      connection,
      stopping: new AbortController(),
      cutting: new AbortController(),
      ended: before,
    };
    this.#working.set(id, working);
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
    const { store, clock, log } = this.#deps;
    try {
      await this.#work(change, stopping.signal, cutting.signal);
    } catch (error) {
      if (!stopping.signal.aborted && !(error instanceof AppError)) {
        log.error("quotas.change-failed", { change }, error);
      }
      const { code, text: message } = reasonOf(error, stopping.signal.aborted, this.#closed);
      await store
        .moveChange({ change, event: "interrupt", code, message, now: clock.now() })
        .catch((cause: unknown) => log.error("quotas.change-not-interrupted", { change }, cause));
    }
    await this.#report(change);
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
      if (event === "launch") await this.#report(id);
    }
    if (change.state !== "running") return;
    await run.write(change);
    await store.moveChange({ change: id, event: "finish", now: clock.now() });
  }

  async #report(change: number): Promise<void> {
    const { store, publish, connectionNames, log } = this.#deps;
    try {
      const { connection: id } = await store.readChange(change);
      const connection = (await connectionNames()).get(id);
      if (connection === undefined) return;
      publish("quotas.changeMoved", { connection, change });
      publish("quotas.changed", { connection });
    } catch (cause) {
      log.error("quotas.change-not-published", { change }, cause);
    }
  }
}

function reasonOf(error: unknown, stopped: boolean, closed: boolean): Pick<Failure, "code" | "text"> {
  if (closed) return { code: "interrupted", text: codedText("quota-change-ended") };
  if (stopped) return { code: "interrupted", text: codedText("quota-change-stopped") };
  return toFailure(error);
}
