/** Assembles the quotas feature: its contract handlers and its lifecycle. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { quotas } from "#shared/contract/quotas/quotas.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { leavesExpired, leavesNothing, checkOperation } from "./operations.ts";
import { requiredConfirmations, leavesNone, warningsOf } from "./confirmations.ts";
import { createKeyedMutex, createSendClock } from "../../core/wait.ts";
import { ChangeRuns } from "./change-run.ts";
import { pruneChanges, createChangeHandlers } from "./change-handlers.ts";
import { createOverview, createRefreshService } from "./overview.ts";
import { mutexKeyOf } from "./queries-readings.ts";
import { cachedEffect } from "./enforcement.ts";
import type { QuotaConnection, QuotaDeps } from "./deps.ts";
import { fetchEndpoint, readEndpoint } from "./readings.ts";
import { createRunRecovery, resolveByReading, resolveUnknown, type RunRecovery } from "./unconfirmed-changes.ts";
import { changeOne, planSingle } from "./single-change.ts";

export interface Quotas {
  readonly handlers: Handlers<typeof quotas>;
  /** Recovers changes that a former process left unfinished. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Removes the data of a connection; stops early when aborted. */
  deleteConnectionData(connectionId: number, signal?: AbortSignal): Promise<void>;
}

/** Rows of a removed connection deleted per transaction. */
const deleteAtOnce = 2_000;
/** Quotas whose old readings are deleted per transaction. */
const pruneAtOnce = 500;

type Single = Pick<Handlers<typeof quotas>, "get" | "read" | "check" | "change">;

export function createQuotas(outer: Omit<QuotaDeps, "sendClock">): Quotas {
  const deps: QuotaDeps = { ...outer, sendClock: createSendClock(outer.clock) };
  const { store, clock, log } = deps;
  const runExclusive = createKeyedMutex();
  const recovery = createRunRecovery(deps);
  const runs = new ChangeRuns(deps, runExclusive, recovery);
  const refreshService = createRefreshService(deps);
  const later = resolveLater(deps);
  const many = createChangeHandlers(deps, runs);
  const stopping = new AbortController();
  let tidying = Promise.resolve();
  const prune = async (): Promise<void> => {
    await pruneChanges(deps, stopping.signal);
    while (!stopping.signal.aborted && (await store.pruneHistory(clock.now(), pruneAtOnce))) continue;
  };
  const tidy = (): void => {
    const logFailure = (cause: unknown): void => log.error("quotas.old-changes-not-deleted", {}, cause);
    tidying = tidying.then(prune).catch(logFailure);
  };
  return {
    handlers: {
      ...createSingle(deps, runExclusive, recovery, (connection, change) => later.schedule(connection, change)),
      ...many,
      plan: async (...args) => {
        tidy();
        return await many.plan(...args);
      },
      ...createOverview(deps),
      ...refreshService.handlers,
    },
    start: async () => {
      const left = await store.recoverChanges(codedText("quota-change-ended"), clock.now(), clock.uptime());
      if (left.length > 0) log.warn("quotas.changes-interrupted", { changes: left.length });
      tidy();
    },
    stop: async () => {
      later.stop();
      recovery.stop();
      stopping.abort();
      await Promise.all([refreshService.stop(), runs.stop(), tidying]);
    },
    deleteConnectionData: async (connectionId, signal) => {
      await Promise.all([refreshService.endOver(connectionId), runs.endOver(connectionId)]);
      while (await store.deleteQuotas(connectionId, deleteAtOnce)) if (signal?.aborted === true) return;
    },
  };
}

function createSingle(
  deps: QuotaDeps,
  runExclusive: ReturnType<typeof createKeyedMutex>,
  recovery: RunRecovery,
  whenUnknown: (connection: QuotaConnection, change: number) => void,
): Single {
  const { connections, clock } = deps;
  return {
    get: async ({ connection: name, endpoint }, { signal }) => {
      const connection = await connections.open(name);
      return await readEndpoint(deps, connection.id, endpoint, signal);
    },
    read: async ({ connection: name, endpoint, kinds }, { signal }) => {
      const connection = await connections.open(name);
      const readings = await fetchEndpoint(deps, connection, endpoint, kinds, signal);
      for (const reading of readings) await resolveByReading(deps, connection, reading);
      return await readEndpoint(deps, connection.id, endpoint, signal);
    },
    check: async ({ connection: name, endpoint, kind, operation, seen }, { signal }) => {
      checkOperation(kind, operation);
      const now = clock.now();
      const after = seen === undefined ? undefined : planSingle(kind, operation, seen, now).after;
      const required = requiredConfirmations(operation, now);
      const effect =
        endpoint === undefined || after === undefined
          ? undefined
          : await cachedEffect(deps, (await connections.open(name)).id, { kind, endpoint, after }, signal);
      return {
        after,
        needsConfirmZero:
          after === undefined ? required.zero : leavesNothing(seen, after) || leavesNone(seen, after, effect),
        needsConfirmPast: after === undefined ? required.past : leavesExpired(seen, after, now),
        warnings: warningsOf(kind, operation, after, now, effect),
      };
    },
    change: async ({ connection: name, ...request }, { signal }) => {
      const connection = await connections.open(name);
      return await runExclusive(mutexKeyOf(connection.id, request.kind, request.endpoint), () =>
        changeOne(deps, connection, request, {
          signal,
          recovery,
          whenUnknown: (change) => whenUnknown(connection, change),
        }),
      );
    },
  };
}

/**
 * Resolves a lost answer by reading once more after the grace period, when the service no longer applies the request.
 */
function resolveLater(deps: QuotaDeps): {
  schedule(connection: QuotaConnection, change: number): void;
  stop(): void;
} {
  const { clock, store, log, publish } = deps;
  const stopping = new AbortController();
  const resolveNow = async (connection: QuotaConnection, id: number): Promise<void> => {
    const change = await store.readChange(id);
    await resolveUnknown(deps, connection, change, { signal: stopping.signal, priority: "delivery" });
    publish("quotas.changeMoved", { connection: connection.name, change: id });
    publish("quotas.changed", { connection: connection.name });
  };
  return {
    schedule: (connection, change) => {
      // Slightly later than the time from which a reading is proof.
      const cancel = clock.after(connection.options.reconcileAfterMs + 1_000, () => {
        stopping.signal.removeEventListener("abort", cancel);
        resolveNow(connection, change).catch((cause: unknown) => {
          if (!stopping.signal.aborted) log.warn("quotas.still-unknown", { change }, cause);
        });
      });
      stopping.signal.addEventListener("abort", cancel, { once: true });
    },
    stop: () => stopping.abort(),
  };
}
