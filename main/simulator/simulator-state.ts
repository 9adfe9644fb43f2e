/** The whole state of the service, created once per start. */
import { Accounts } from "./accounts.ts";
import type { SimulatorTime } from "./clock.ts";
import { DeviceMessages, SmsStore } from "./sms-store.ts";
import { EventLog } from "./event-log.ts";
import { type FaultPlan, FaultEngine } from "./faults.ts";
import { type Fleet, createFleet } from "./fleet.ts";
import type { Settings } from "./options.ts";
import { type Connectivity, createConnectivity } from "./profiles.ts";
import { Quotas } from "./quotas.ts";
import type { Reply } from "./reply.ts";

export interface SimulatorState {
  readonly settings: Settings;
  readonly time: SimulatorTime;
  readonly accounts: Accounts;
  readonly fleet: Fleet;
  readonly sms: SmsStore;
  readonly messages: DeviceMessages;
  readonly quotas: Quotas;
  readonly events: EventLog;
  readonly connectivity: Connectivity;
  readonly faults: FaultEngine;
  readonly counters: Counters;
  /** Set once the server listens. */
  baseUrl: string;
}

export function createSimulatorState(settings: Settings, time: SimulatorTime, faults: FaultPlan): SimulatorState {
  const startedAt = time.now();
  const fleet = createFleet(settings);
  return {
    settings,
    time,
    accounts: new Accounts(settings, time),
    fleet,
    sms: new SmsStore(settings),
    messages: new DeviceMessages(),
    quotas: new Quotas(settings.seed, startedAt),
    events: new EventLog(settings, startedAt, fleet.endpoint, fleet.user),
    connectivity: createConnectivity(startedAt, settings.realistic),
    faults: new FaultEngine(faults),
    counters: new Counters(),
    baseUrl: "",
  };
}

interface RequestCounts {
  readonly total: number;
  readonly current: number;
  readonly maxConcurrent: number;
  readonly operations: Readonly<Record<string, number>>;
  /** When the newest request of each operation arrived; ISO 8601, the simulator's time. */
  readonly lastAt: Readonly<Record<string, string>>;
  /** Status → count; `reset` is a connection cut without a response. */
  readonly statuses: Readonly<Record<string, number>>;
}

/** Counts requests by operation and by status, and the maximum number of concurrent ones. */
class Counters {
  #total = 0;
  #current = 0;
  #maxConcurrent = 0;
  readonly #operations = new Map<string, { count: number; lastAt: number }>();
  readonly #statuses = new Map<number | "reset", number>();

  started(): void {
    this.#total += 1;
    this.#current += 1;
    if (this.#current > this.#maxConcurrent) this.#maxConcurrent = this.#current;
  }

  finished(): void {
    this.#current -= 1;
  }

  operation(name: string, now: number): void {
    const counter = this.#operations.get(name);
    if (counter === undefined) this.#operations.set(name, { count: 1, lastAt: now });
    else {
      counter.count += 1;
      counter.lastAt = now;
    }
  }

  answered(status: number | "reset"): void {
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
  }

  counts(): RequestCounts {
    return {
      total: this.#total,
      current: this.#current,
      maxConcurrent: this.#maxConcurrent,
      operations: Object.fromEntries([...this.#operations].map(([name, { count }]) => [name, count])),
      lastAt: Object.fromEntries(
        [...this.#operations].map(([name, { lastAt }]) => [name, new Date(lastAt).toISOString()]),
      ),
      statuses: Object.fromEntries(this.#statuses),
    };
  }
}

// The routes of a feature of the service, and the arguments of their functions.

export interface Call {
  /** Path and query as received. */
  readonly url: string;
  /** The numeric ids of the path, in order. */
  readonly ids: readonly number[];
  readonly body: string;
  /** A stale replica answers: later entries are not in the list. */
  readonly asOf?: number;
}

export interface Route {
  /** Stable name, used by fault rules and request counters. */
  readonly operation: string;
  readonly run: (state: SimulatorState, call: Call) => Reply;
}

/** Keys are `METHOD path` with `:` for every id, below /api/v1. */
export type Routes = Readonly<Record<string, Route>>;

/** The absolute address of a call, for its query parameters and for links. */
export function addressOf(state: SimulatorState, call: Call): URL {
  return new URL(call.url, state.baseUrl);
}

/** The `Location` header of a created object, in the form of the settings. */
export function locationHeader(state: SimulatorState, path: string): readonly (readonly [string, string])[] {
  const form = state.settings.oddities.location ?? "absolute";
  if (form === "none") return [];
  return [["Location", form === "relative" ? path : state.baseUrl + path]];
}
