/**
 * Keeps the copy of the current connection young, when its person wants that: at an interval, and soon after a network came back.
 * Invariants: never two syncs at once, never sooner after a failure than the interval allows, nothing at all while the interval is 0;
 * once a day where the service did not offer the collection.
 */
import type { Completeness } from "#contract/fleet.ts";
import { toFailure } from "../../failure.ts";
import type { Clock, Connectivity, Log } from "../../hosts.ts";

export interface AutoSyncDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly connectivity: Connectivity;
  /** 0: only when asked. */
  readonly everyMinutes: () => Promise<number>;
  /** Of the current connection's endpoints; undefined when there is no connection or nobody is signed in. */
  readonly completeness: () => Promise<Completeness | undefined>;
  readonly sync: (signal: AbortSignal) => Promise<unknown>;
}

const minuteMs = 60_000;
/** How often a service is asked again for a collection that it did not offer. */
const notOfferedMs = 24 * 60 * minuteMs;

export class AutoSync {
  readonly #deps: AutoSyncDeps;
  readonly #ended = new AbortController();
  #stopTimer: () => void = () => undefined;
  #stopListening: () => void = () => undefined;
  #triedAt: number | undefined;
  #looking: Promise<void> | undefined;

  constructor(deps: AutoSyncDeps) {
    this.#deps = deps;
  }

  start(): void {
    const { connectivity } = this.#deps;
    this.#stopListening = connectivity.onChange((online) => {
      if (online) void this.look();
    });
    this.#wait();
  }

  /** Resolves when a sync that is under way has ended; what it read stays. */
  async stop(): Promise<void> {
    this.#ended.abort();
    this.#stopTimer();
    this.#stopListening();
    await this.#looking;
  }

  /** Synchronises if it is time. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  #wait(): void {
    this.#stopTimer = this.#deps.clock.after(minuteMs, () => {
      void this.look().finally(() => {
        if (!this.#ended.signal.aborted) this.#wait();
      });
    });
  }

  async #look(): Promise<void> {
    const { clock, log, connectivity, everyMinutes, completeness, sync } = this.#deps;
    try {
      const every = (await everyMinutes()) * minuteMs;
      if (every === 0 || !connectivity.online() || this.#ended.signal.aborted) return;
      const copy = await completeness();
      const now = clock.now();
      // A clock that was set back makes an age below zero: nothing is then known to be young.
      const wait = copy?.state === "not-offered" ? Math.max(every, notOfferedMs) : every;
      const isYoung = (at: number | undefined): boolean => at !== undefined && at <= now && now - at < wait;
      if (copy === undefined || isYoung(copy.asOf) || isYoung(this.#triedAt)) return;
      this.#triedAt = now;
      await sync(this.#ended.signal);
    } catch (error) {
      // The list says how old it is and why the last sync failed; the next look comes in a minute.
      const { code } = toFailure(error);
      if (code !== "no-connection") log.warn("fleet.auto-sync-failed", { code });
    }
  }
}
