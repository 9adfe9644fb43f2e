/**
 * Syncs the endpoints of the current connection automatically, if enabled: at an interval, and soon after the network has returned.
 * Invariants: at most one sync at a time; after a failure no new one before the interval has passed; none while the interval is 0; once a
 * day where the service did not offer the collection.
 */
import type { Completeness } from "#shared/contract/fleet/fleet.ts";
import { toFailure } from "#shared/failure.ts";
import type { Clock, Connectivity, Log } from "../../core/hosts.ts";

export interface AutoSyncDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly connectivity: Connectivity;
  /** 0: automatic sync is off. */
  readonly everyMinutes: () => Promise<number>;
  /** Of the current connection's endpoints; undefined without a connection or a session. */
  readonly completeness: () => Promise<Completeness | undefined>;
  readonly sync: (signal: AbortSignal) => Promise<unknown>;
}

const minuteMs = 60_000;
/** How often a collection that the service did not offer is requested again. */
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
      if (online) void this.syncIfDue();
    });
    this.#wait();
  }

  /** Resolves when a running sync has ended; what it read stays in the cache. */
  async stop(): Promise<void> {
    this.#ended.abort();
    this.#stopTimer();
    this.#stopListening();
    await this.#looking;
  }

  /** Syncs if a sync is due. */
  syncIfDue(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  #wait(): void {
    this.#stopTimer = this.#deps.clock.after(minuteMs, () => {
      void this.syncIfDue().finally(() => {
        if (!this.#ended.signal.aborted) this.#wait();
      });
    });
  }

  async #look(): Promise<void> {
    const { clock, log, connectivity, everyMinutes, completeness, sync } = this.#deps;
    try {
      const every = (await everyMinutes()) * minuteMs;
      if (every === 0 || !connectivity.online() || this.#ended.signal.aborted) return;
      const cache = await completeness();
      const now = clock.now();
      // After the clock was set back, an age is negative: such a cache does not count as recent.
      const wait = cache?.state === "not-offered" ? Math.max(every, notOfferedMs) : every;
      const isYoung = (at: number | undefined): boolean => at !== undefined && at <= now && now - at < wait;
      if (cache === undefined || isYoung(cache.asOf) || isYoung(this.#triedAt)) return;
      this.#triedAt = now;
      await sync(this.#ended.signal);
    } catch (error) {
      // The list shows its age and why the last sync failed; the next check is in a minute.
      const { code } = toFailure(error);
      if (code !== "no-connection") log.warn("fleet.auto-sync-failed", { code });
    }
  }
}
