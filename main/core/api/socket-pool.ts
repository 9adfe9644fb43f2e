/**
 * The sockets of one connection, one request on each at a time, the last used first.
 *
 * undici's own pool notices that a socket is free a moment after it has delivered the response, and by then has opened another:
 * it ends up with twice as many sockets as requests, which cost a tenth of the rate. Leasing whole clients keeps both equal.
 *
 * Invariants: a leased dispatcher carries one request until the pool is destroyed; a job starts only with a dispatcher;
 * waiting jobs start in order; nothing is created after `destroy`.
 */
import type { Dispatcher } from "undici";
import { createFifo } from "./fifo.ts";

export interface SocketPool {
  /** Runs `job` with a dispatcher as soon as one is free; the job returns it with `release`, once. */
  lease(job: (dispatcher: Dispatcher) => void): void;
  release(dispatcher: Dispatcher): void;
  /** Ends all sockets. Waiting and later jobs get a destroyed dispatcher, which ends them as not started. */
  destroy(): Promise<void>;
}

/** Creates dispatchers of one socket each on demand, `limit` at most. */
export function createSocketPool(make: () => Dispatcher, limit: number): SocketPool {
  const all: Dispatcher[] = [];
  const free: Dispatcher[] = [];
  const waiting = createFifo<(dispatcher: Dispatcher) => void>();
  let serving = false;
  let ended: Dispatcher | undefined;
  return {
    lease: (job) => {
      if (ended !== undefined) {
        job(ended);
        return;
      }
      let dispatcher = free.pop();
      if (dispatcher === undefined && all.length < limit) {
        dispatcher = make();
        all.push(dispatcher);
      }
      if (dispatcher === undefined) waiting.push(job);
      else job(dispatcher);
    },
    release: (dispatcher) => {
      free.push(dispatcher);
      // A job may end at once and release in turn: served in a loop, so that thousands of them need no stack.
      if (serving) return;
      serving = true;
      while (free.length > 0 && waiting.length > 0) {
        const next = free.pop();
        if (next !== undefined) waiting.shift()?.(next);
      }
      serving = false;
    },
    destroy: async () => {
      if (all.length === 0) all.push(make());
      ended = all[0];
      await Promise.all(all.map((one) => one.destroy(null)));
    },
  };
}

/** One dispatcher for all requests, where it manages sockets itself (a proxy). */
export function createSharedSocket(dispatcher: Dispatcher): SocketPool {
  return {
    lease: (job) => job(dispatcher),
    release: () => undefined,
    destroy: () => dispatcher.destroy(null),
  };
}
