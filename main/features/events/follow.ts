/**
 * Reads new events of the lists that are open in a window or command.
 *
 * Invariants: one read at a time per list, however many leases it has; none starts without a lease; events are in the cache before
 * followers are notified. The interval grows while nothing new arrives, and grows longer while reads fail.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import type { Failure } from "#shared/contract/kit.ts";
import { randomUUID } from "node:crypto";
import type { EventScope } from "#shared/contract/events/event-schemas.ts";
import type { FollowState } from "#shared/contract/events/events.ts";
import { AppError, isAppError, toFailure } from "#shared/failure.ts";
import { sleep } from "../../core/wait.ts";
import type { EventConnection, LiveDeps } from "./deps.ts";
import { serviceTime, type Reader } from "./reader.ts";
import { storedScope } from "./stored.ts";

/** A lease expires unless it is renewed within this time. */
export const leaseMs = 60_000;
const shortestMs = 5_000;
const longestMs = 60_000;
const longestFailingMs = 300_000;
/** Each read starts this much earlier than the last one ended, because services record some events late. */
const overlapMs = 300_000;
/** A list that was not read for longer than this starts again with its newest events. */
const resumeMs = 3_600_000;
/** The service needs both ends of a span; this margin puts the end after the service's current time. */
const aheadMs = 60_000;
const mostAtOnce = 5_000;

export interface Follower {
  follow(connection: EventConnection, scope: EventScope, lease: string | undefined): FollowState;
  unfollow(lease: string): void;
  /** Stops following the lists of a connection. */
  removeConnection(connectionId: number): Promise<void>;
  stop(): Promise<void>;
}

interface FollowedList {
  readonly connectionId: number;
  readonly connection: string;
  readonly scope: EventScope;
  /** Expiry by lease id, on the monotonic clock. */
  readonly leases: Map<string, number>;
  readonly stop: AbortController;
  state: FollowState["state"];
  failure: Failure | undefined;
  asOf: number | undefined;
  nextAt: number | undefined;
  done: Promise<void>;
}

type FollowerDeps = Pick<LiveDeps, "store" | "connections" | "clock" | "log" | "onAdded" | "onFollowChanged"> & {
  readonly read: Reader;
};

export function createFollower(deps: FollowerDeps): Follower {
  const { clock } = deps;
  const followedLists = new Map<string, FollowedList>();
  let stopped = false;

  const end = async (followed: FollowedList): Promise<void> => {
    followed.stop.abort();
    await followed.done;
  };
  const start = (connection: EventConnection, scope: EventScope, name: string): FollowedList => {
    const followed: FollowedList = {
      connectionId: connection.id,
      connection: connection.name,
      scope,
      leases: new Map(),
      stop: new AbortController(),
      state: "polling",
      failure: undefined,
      asOf: undefined,
      nextAt: undefined,
      done: Promise.resolve(),
    };
    followedLists.set(name, followed);
    followed.done = Promise.resolve()
      .then(() => run(deps, followed))
      .finally(() => {
        // Stays while it has leases: followers still need to read why it ended.
        if (followedLists.get(name) === followed && followed.leases.size === 0) followedLists.delete(name);
      });
    return followed;
  };

  return {
    follow: (connection, scope, requestedLease) => {
      if (stopped) throw new AppError("aborted", codedText("fleetdesk-closing"));
      const name = JSON.stringify([connection.id, storedScope(scope)]);
      const existing = followedLists.get(name);
      const isAlive = existing !== undefined && existing.state !== "ended" && !existing.stop.signal.aborted;
      const isOurs = existing !== undefined && requestedLease !== undefined && existing.leases.has(requestedLease);
      const followed = isAlive || isOurs ? existing : start(connection, scope, name);
      const lease = requestedLease !== undefined && followed.leases.has(requestedLease) ? requestedLease : randomUUID();
      followed.leases.set(lease, clock.monotonic() + leaseMs);
      return stateOf(followed, lease, clock.now() + leaseMs);
    },
    unfollow: (lease) => {
      for (const [name, followed] of followedLists) {
        if (!followed.leases.delete(lease) || followed.leases.size > 0) continue;
        followed.stop.abort();
        if (followed.state === "ended") followedLists.delete(name);
      }
    },
    removeConnection: async (connectionId) => {
      const ours = [...followedLists.values()].filter((followed) => followed.connectionId === connectionId);
      for (const followed of ours) followed.failure = connectionRemoved;
      await Promise.all(ours.map(end));
    },
    stop: async () => {
      stopped = true;
      await Promise.all([...followedLists.values()].map(end));
    },
  };
}

const connectionRemoved = { code: "connection-unknown", text: codedText("connection-removed") } as const;

/** Never rejects: a failure becomes the state. */
async function run(deps: FollowerDeps, followed: FollowedList): Promise<void> {
  const { clock, log } = deps;
  let waitMs = shortestMs;
  try {
    while (hasLeases(deps, followed)) {
      const news = await readNews(deps, followed);
      if (news === "ended") return;
      if (news === "failed") waitMs = Math.min(longestFailingMs, waitMs * 2);
      else waitMs = news > 0 ? shortestMs : Math.min(longestMs, Math.round(waitMs * 1.5));
      followed.nextAt = clock.now() + waitMs;
      await sleep(clock, waitMs, followed.stop.signal);
    }
  } catch (error) {
    if (isAppError(error, "aborted")) return;
    log.error("events.follow-failed", {}, error);
    setState(deps, followed, "ended", toFailure(error));
  } finally {
    if (followed.leases.size > 0 && followed.state !== "ended") setState(deps, followed, "ended", followed.failure);
  }
}

function hasLeases({ clock }: FollowerDeps, { leases, stop }: FollowedList): boolean {
  const now = clock.monotonic();
  for (const [lease, until] of leases) if (until <= now) leases.delete(lease);
  return leases.size > 0 && !stop.signal.aborted;
}

/** Returns the number of new events. */
async function readNews(deps: FollowerDeps, followed: FollowedList): Promise<number | "failed" | "ended"> {
  const { store, connections, read, clock, onAdded } = deps;
  const { scope, connection: name, stop } = followed;
  try {
    const connection = await connections.openById(followed.connectionId);
    const now = serviceTime(clock.now(), connection);
    const { spans } = await store.scopeState(followed.connectionId, storedScope(scope));
    const readUntil = spans.at(-1)?.until ?? 0;
    const from = Math.min(now, readUntil > now - resumeMs ? readUntil : now) - overlapMs;
    const { added, asOf } = await read(connection, {
      scope,
      terms: [],
      span: { from, until: now + aheadMs },
      limit: mostAtOnce,
      priority: ["sync", "sync"],
      signal: stop.signal,
    });
    followed.asOf = asOf;
    setState(deps, followed, "polling", undefined);
    if (added > 0) await onAdded({ connection: name, scope, count: added });
    return added;
  } catch (error) {
    if (isAppError(error, "aborted")) throw error;
    const isOver = isAppError(error, "not-offered") || isAppError(error, "connection-unknown");
    setState(deps, followed, isOver ? "ended" : "failing", toFailure(error));
    return isOver ? "ended" : "failed";
  }
}

/** Notifies followers if the state differs from the previous one. */
function setState(
  { onFollowChanged }: FollowerDeps,
  followed: FollowedList,
  state: FollowedList["state"],
  failure: FollowedList["failure"],
): void {
  const isNew = followed.state !== state || followed.failure?.code !== failure?.code;
  followed.state = state;
  followed.failure = failure;
  if (!isNew) return;
  const { connection, scope, leases } = followed;
  for (const lease of leases.keys()) onFollowChanged({ connection, scope, lease });
}

function stateOf({ state, failure, asOf, nextAt }: FollowedList, lease: string, expiresAt: number): FollowState {
  return {
    lease,
    expiresAt,
    state,
    ...(failure === undefined ? {} : { code: failure.code, message: failure.text }),
    asOf,
    nextAt: nextAt === undefined || state === "ended" ? undefined : nextAt,
  };
}
