/**
 * Syncs the fleet of the current connection automatically, unless this is turned off: as often as costs at most 5 % of the request limit of
 * that connection, and after the network or the service is back.
 * Invariants: at most one sync at a time, none while a campaign sends, none in the first seconds of the program; after a failure no new one
 * over the same connection before its interval has passed, unless the service was unreachable; once a day where the service did not offer
 * the collection.
 */
import type { Completeness } from "#shared/contract/fleet/fleet.ts";
import { toFailure } from "#shared/failure.ts";
import type { Clock, Connectivity, Log } from "../../core/hosts.ts";
import { recordsPerPage } from "./sync.ts";

export interface SyncStatus {
  /** Id and name of the connection. */
  readonly connection: { readonly id: number; readonly name: string };
  /** Of the endpoints, then of the other collections. */
  readonly caches: readonly [Completeness, ...Completeness[]];
  /** Requests per second that the connection allows; undefined without a limit. */
  readonly ratePerSecond: number | undefined;
  /** A campaign sends over the connection. */
  readonly isSending: boolean;
  readonly isUnreachable: boolean;
}

export interface AutoSyncDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly connectivity: Connectivity;
  readonly isAutomatic: () => Promise<boolean>;
  /** Of the current connection; undefined without one or without a session. */
  readonly status: () => Promise<SyncStatus | undefined>;
  readonly sync: (connection: string, signal: AbortSignal) => Promise<unknown>;
}

const minuteMs = 60_000;
/** The first paint and the first reads of the window come first. */
const firstCheckMs = 20_000;
const shortestIntervalMs = 15 * minuteMs;
const budgetShare = 0.05;
/** How often a collection that the service did not offer is requested again. */
const notOfferedMs = 24 * 60 * minuteMs;

/** How long to wait between two syncs of all collections, by the pages of the last one and a check of the total of each. */
export function syncIntervalMs({ caches, ratePerSecond }: Pick<SyncStatus, "caches" | "ratePerSecond">): number {
  if (ratePerSecond === undefined) return shortestIntervalMs;
  const requests = caches.reduce((sum, { promised, unique }) => {
    return sum + Math.ceil((promised ?? unique ?? 0) / recordsPerPage) + 1;
  }, 0);
  return Math.max(shortestIntervalMs, (requests / (budgetShare * ratePerSecond)) * 1000);
}

export class AutoSync {
  readonly #deps: AutoSyncDeps;
  readonly #ended = new AbortController();
  #stopTimer: () => void = () => undefined;
  #stopListening: () => void = () => undefined;
  /** Time of the last attempt by connection. */
  readonly #triedAt = new Map<number, number>();
  #isStarting = false;
  #looking: Promise<void> | undefined;

  constructor(deps: AutoSyncDeps) {
    this.#deps = deps;
  }

  start(): void {
    const { connectivity } = this.#deps;
    this.#stopListening = connectivity.onChange((online) => {
      if (online && !this.#isStarting) void this.syncIfDue();
    });
    this.#isStarting = true;
    this.#wait(firstCheckMs);
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

  #wait(forMs: number): void {
    this.#stopTimer = this.#deps.clock.after(forMs, () => {
      this.#isStarting = false;
      void this.syncIfDue().finally(() => {
        if (!this.#ended.signal.aborted) this.#wait(minuteMs);
      });
    });
  }

  async #look(): Promise<void> {
    const { clock, log, connectivity, isAutomatic, status, sync } = this.#deps;
    try {
      if (!connectivity.online() || this.#ended.signal.aborted || !(await isAutomatic())) return;
      const current = await status();
      if (current === undefined || current.isSending) return;
      const { id, name } = current.connection;
      if (current.isUnreachable) {
        // The failure of the last attempt was no reason to wait longer than the outage.
        this.#triedAt.delete(id);
        return;
      }
      const [{ state, asOf }] = current.caches;
      const now = clock.now();
      const every = syncIntervalMs(current);
      const wait = state === "not-offered" ? Math.max(every, notOfferedMs) : every;
      // After the clock was set back, an age is negative: such a cache does not count as recent.
      const isRecent = (at: number | undefined): boolean => at !== undefined && at <= now && now - at < wait;
      if (isRecent(asOf) || isRecent(this.#triedAt.get(id))) return;
      this.#triedAt.set(id, now);
      await sync(name, this.#ended.signal);
    } catch (error) {
      // The list shows its age and why the last sync failed; the next check is in a minute.
      const { code } = toFailure(error);
      if (code !== "no-connection") log.warn("fleet.auto-sync-failed", { code });
    }
  }
}
