/** The changes that are worked in this process, each at most once; what comes to rest here is written down. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { Failure } from "#contract/kit.ts";
import { AppError, toFailure } from "../../../failure.ts";
import type { createKeyedMutex } from "../../../wait.ts";
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

/** A program that ends waits so long for answers that are on their way. */
const graceAtEndMs = 3_000;

export class ChangeRuns {
  readonly #deps: QuotaDeps;
  readonly #inTurn: ReturnType<typeof createKeyedMutex>;
  readonly #working = new Map<number, Working>();
  #closed = false;

  constructor(deps: QuotaDeps, inTurn: ReturnType<typeof createKeyedMutex>) {
    this.#deps = deps;
    this.#inTurn = inTurn;
  }

  has(change: number): boolean {
    return this.#working.has(change);
  }

  /** Begins, in the background, what the state of the change asks for: reading or writing; after what is just coming to rest. */
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

  /** Nothing more is begun; resolves when what was in flight has settled. */
  async end(change: number): Promise<void> {
    const working = this.#working.get(change);
    working?.stopping.abort();
    await working?.ended;
  }

  /** Ends all that is worked; answers which changes it was. */
  async endAll(): Promise<readonly number[]> {
    const all = [...this.#working.keys()];
    await Promise.all(all.map((change) => this.end(change)));
    return all;
  }

  /** Ends everything that is worked over a connection. */
  async endOver(connection: number): Promise<void> {
    const over = [...this.#working].filter(([, working]) => working.connection === connection);
    await Promise.all(over.map(([change]) => this.end(change)));
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
        log.error("quotas.change-ended-by-error", { change }, error);
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
      inTurn: this.#inTurn,
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
      log.error("quotas.change-not-told", { change }, cause);
    }
  }
}

function reasonOf(error: unknown, stopped: boolean, closed: boolean): Pick<Failure, "code" | "text"> {
  if (closed) return { code: "interrupted", text: codedText("quota-change-ended") };
  if (stopped) return { code: "interrupted", text: codedText("quota-change-stopped") };
  return toFailure(error);
}
