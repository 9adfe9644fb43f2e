/** Contract handlers for changes of many endpoints: plan, start, stop, resume, inspect and undo. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { quotas, QuotaChange } from "#shared/contract/quotas/quotas.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { AppError } from "#shared/failure.ts";
import { createKeyedMutex } from "../../core/wait.ts";
import type { QuotaDeps } from "./deps.ts";
import { resolveUnknown } from "./unconfirmed-changes.ts";
import type { ChangeRuns } from "./change-run.ts";
import { planChange, planUndo, requireNumber, requeue, requeueRows } from "./plan-change.ts";
import type { StoredChange } from "./queries-changes.ts";
import { changeStateError, moveChange } from "./transitions.ts";
import { warningsOf } from "./confirmations.ts";

type All = Handlers<typeof quotas>;
export type ChangeHandlers = Pick<
  All,
  | "plan"
  | "start"
  | "resume"
  | "stopAll"
  | "interrupt"
  | "cancel"
  | "resolve"
  | "retry"
  | "undo"
  | "state"
  | "rows"
  | "changes"
>;

export function createChangeHandlers(deps: QuotaDeps, runs: ChangeRuns): ChangeHandlers {
  const { store, clock, connections } = deps;
  const describe = createDescriber(deps);
  const runExclusive = createKeyedMutex();
  /** Serialises what an operator does with one change: rows are requeued only while nothing runs, and a run begins after that. */
  const exclusively = <T>(change: number, work: () => Promise<T>): Promise<T> => runExclusive(String(change), work);
  /** Publishes the new state at once; the run continues in the background. */
  const beginAndDescribe = async (change: StoredChange, signal?: AbortSignal): Promise<QuotaChange> => {
    const result = await describe(change);
    deps.publish("quotas.changeMoved", { connection: result.connection, change: change.id });
    if (change.state === "reading" || change.state === "running") runs.begin(change, signal);
    return result;
  };
  return {
    plan: async ({ connection: name, ...request }, { signal }) => {
      const connection = await connections.open(name);
      return await beginAndDescribe(await planChange(deps, connection, request, signal));
    },
    start: ({ change: id, confirm, acceptUsage, allowUnresolved }, { signal }) =>
      exclusively(id, async () => {
        const change = await store.readChange(id);
        moveChange(change.state, "start");
        const { planned, unsettled: unresolved } = change.counts;
        const count = planned + (allowUnresolved ? unresolved : 0);
        if (count === 0) throw new AppError("no-endpoints", noneLeft(unresolved));
        requireNumber(count, confirm);
        if (allowUnresolved) {
          await store.allowUnresolved(id);
          await requeueRows(deps, change, "unsettled");
        }
        const started = await store.moveChange({ change: id, event: "start", acceptUsage, now: clock.now() });
        return await beginAndDescribe(started, signal);
      }),
    resume: ({ change }, { signal }) =>
      exclusively(change, async () =>
        beginAndDescribe(await store.moveChange({ change, event: "resume", now: clock.now() }), signal),
      ),
    stopAll: async () => {
      const ended = await Promise.all((await runs.endAll()).map((change) => store.readChange(change)));
      // A request in flight may have been the last one and finished the change.
      const stopped = ended.filter(({ state }) => state === "interrupted" || state === "reading-interrupted");
      return { stopped: await Promise.all(stopped.map(describe)) };
    },
    interrupt: ({ change }) =>
      exclusively(change, async () => {
        await runs.end(change);
        return await describe(await store.readChange(change));
      }),
    cancel: ({ change: id }) =>
      exclusively(id, async () => {
        moveChange((await store.readChange(id)).state, "cancel");
        await runs.end(id);
        const change = await store.readChange(id);
        // A request in flight may have been the last one and finished the change.
        if (change.state === "finished") return await describe(change);
        return await beginAndDescribe(await store.moveChange({ change: id, event: "cancel", now: clock.now() }));
      }),
    resolve: async ({ change: id }, { signal }) => {
      const change = await store.readChange(id);
      if (change.counts.unknown > 0 && !runs.has(id)) {
        const connection = await connections.openById(change.connection);
        await resolveUnknown(deps, connection, change, { signal, priority: "delivery" });
        deps.publish("quotas.changeMoved", { connection: connection.name, change: id });
        deps.publish("quotas.changed", { connection: connection.name });
      }
      return await describe(await store.readChange(id));
    },
    retry: ({ change: id, ...request }, { signal }) =>
      exclusively(id, async () => {
        const change = await store.readChange(id);
        if (runs.has(id)) throw changeStateError(change.state, "quota-cannot-retry");
        return await beginAndDescribe(await requeue(deps, change, request), signal);
      }),
    undo: async ({ change: id, ...options }, { signal }) =>
      beginAndDescribe(await planUndo(deps, await store.readChange(id), options), signal),
    state: async ({ change }) => describe(await store.readChange(change)),
    rows: async ({ change, states, had, limit, after = 0 }) => {
      const { connection } = await store.readChange(change);
      const rows = await store.listRows({ change, states, had, limit, after });
      const items = await deps.names.attach(connection, rows);
      const last = items.at(-1);
      return { items, next: last === undefined || items.length < limit ? undefined : last.row };
    },
    changes: async ({ connection: name, endpoint, active, limit, before }) => {
      const connection = await connections.open(name);
      const changes = await store.listChanges({ connection: connection.id, endpoint, active, limit, before });
      const last = changes.at(-1);
      return {
        changes: changes.map((change) => describeChange(change, connection.name, clock.now())),
        next: active || last === undefined || changes.length < limit ? undefined : last.id,
      };
    },
  };
}

function noneLeft(unresolved: number): CodedText {
  return unresolved === 0
    ? codedText("quota-nothing-left")
    : codedText("quota-nothing-left-on-hold", { count: unresolved });
}

/** Needs only the name of the connection: changes stay readable when their connection can no longer be opened. */
function createDescriber({ connectionNames, clock }: QuotaDeps): (change: StoredChange) => Promise<QuotaChange> {
  return async (change) => describeChange(change, (await connectionNames()).get(change.connection) ?? "", clock.now());
}

function describeChange(change: StoredChange, connection: string, now: number): QuotaChange {
  const { id, connection: _id, rules: _rules, startWhenRead: _start, ...fields } = change;
  const warnings = [...warningsOf(change.kind, change.operation, undefined, now), ...ofRows(change)];
  return { ...fields, change: id, connection, warnings };
}

function ofRows({ toZero, total, operation, had }: StoredChange): CodedText[] {
  const zero = operation.op === "set" && operation.volume === 0 ? 0 : toZero;
  const expiresAt = operation.op === "set" ? operation.expiresAt : 0;
  return [
    ...(zero === 0 ? [] : [codedText("quota-warning-zero-count", { count: zero, total })]),
    ...(expiresAt !== undefined || had.none === 0
      ? []
      : [codedText("quota-warning-expiry-missing", { count: had.none, total })]),
  ];
}
