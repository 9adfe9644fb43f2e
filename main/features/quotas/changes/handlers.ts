/** Answers the part of the treaty that is about changes of many: plan, start, steer, look, take back. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { quotas, QuotaChange } from "#contract/quotas.ts";
import type { Handlers } from "#contract/kit.ts";
import { AppError } from "../../../failure.ts";
import type { QuotaParts } from "../parts.ts";
import { settleUnknown } from "../settle-unknown.ts";
import type { ChangeRuns } from "./change-runs.ts";
import { describeChange } from "./describe-change.ts";
import { planChange, planUndo, requireNumber } from "./plan-change.ts";
import { putBack, putRowsBack } from "./put-back.ts";
import type { StoredChange } from "./queries-changes.ts";
import { changeStateError, moveChange } from "./transitions.ts";

type All = Handlers<typeof quotas>;
export type ChangeHandlers = Pick<
  All,
  "plan" | "start" | "resume" | "stopAll" | "cancel" | "settle" | "retry" | "undo" | "state" | "rows" | "changes"
>;

export function createChangeHandlers(parts: QuotaParts, runs: ChangeRuns): ChangeHandlers {
  const { store, clock, connections } = parts;
  const tell = teller(parts);
  /** Told at once, and worked in the background. */
  const begun = async (change: StoredChange): Promise<QuotaChange> => {
    const told = await tell(change);
    parts.publish("quotas.changeMoved", { connection: told.connection, change: change.id });
    if (change.state === "reading" || change.state === "running") runs.begin(change);
    return told;
  };
  return {
    plan: async ({ connection: name, ...wanted }, { signal }) => {
      const connection = await connections.open(name);
      return await begun(await planChange(parts, connection, wanted, signal));
    },
    start: async ({ change: id, confirm, acceptUsage, allowUnsettled }) => {
      const change = await store.readChange(id);
      moveChange(change.state, "start");
      const { planned, unsettled } = change.counts;
      const count = planned + (allowUnsettled ? unsettled : 0);
      if (count === 0) throw new AppError("nobody", nobodyLeft(unsettled));
      requireNumber(count, confirm);
      if (allowUnsettled) {
        await store.allowUnsettled(id);
        await putRowsBack(parts, change, "unsettled");
      }
      return await begun(await store.moveChange({ change: id, event: "start", acceptUsage, now: clock.now() }));
    },
    resume: async ({ change }) => begun(await store.moveChange({ change, event: "resume", now: clock.now() })),
    stopAll: async () => {
      const ended = await Promise.all((await runs.endAll()).map((change) => store.readChange(change)));
      // What was in flight may have been the last of it.
      const stopped = ended.filter(({ state }) => state === "interrupted" || state === "reading-interrupted");
      return { stopped: await Promise.all(stopped.map(tell)) };
    },
    cancel: async ({ change: id }) => {
      moveChange((await store.readChange(id)).state, "cancel");
      await runs.end(id);
      const { state } = await store.readChange(id);
      // What was in flight may have been the last of it.
      if (state === "finished") return await tell(await store.readChange(id));
      return await begun(await store.moveChange({ change: id, event: "cancel", now: clock.now() }));
    },
    settle: async ({ change: id }, { signal }) => {
      const change = await store.readChange(id);
      if (change.counts.unknown > 0 && !runs.has(id)) {
        const connection = await connections.openById(change.connection);
        await settleUnknown(parts, connection, change, { signal, priority: "delivery" });
        parts.publish("quotas.changeMoved", { connection: connection.name, change: id });
        parts.publish("quotas.changed", { connection: connection.name });
      }
      return await tell(await store.readChange(id));
    },
    retry: async ({ change: id, which, allowUnsettled, confirm }) => {
      const change = await store.readChange(id);
      if (runs.has(id)) throw changeStateError(change.state, "quota-cannot-retry");
      return await begun(await putBack(parts, change, which, { allowUnsettled, confirm }));
    },
    undo: async ({ change: id, ...wanted }) =>
      begun(await planUndo(parts, await store.readChange(id), { ...wanted, confirm: wanted.confirm })),
    state: async ({ change }) => tell(await store.readChange(change)),
    rows: async ({ change, states, had, limit, after = 0 }) => {
      const { connection } = await store.readChange(change);
      const found = await store.listRows({ change, states, had, limit, after });
      const ids = found.map(({ endpoint }) => endpoint);
      const names = await parts.names.of(connection, ids);
      const items = found.map((row) => {
        const name = names.get(row.endpoint);
        return name === undefined ? row : { ...row, name };
      });
      const last = items.at(-1);
      return { items, ...(last === undefined || items.length < limit ? {} : { next: last.row }) };
    },
    changes: async ({ connection: name, endpoint, limit, before }) => {
      const connection = await connections.open(name);
      const found = await store.listChanges({ connection: connection.id, endpoint, limit, before });
      const last = found.at(-1);
      return {
        changes: found.map((change) => describeChange(change, connection.name, clock.now())),
        ...(last === undefined || found.length < limit ? {} : { next: last.id }),
      };
    },
  };
}

function nobodyLeft(unsettled: number): CodedText {
  return unsettled === 0
    ? codedText("quota-nothing-left")
    : codedText("quota-nothing-left-on-hold", { count: unsettled });
}

/** Changes stay readable when their connection cannot be opened any more. */
function teller({ connectionNames, clock }: QuotaParts): (change: StoredChange) => Promise<QuotaChange> {
  return async (change) => describeChange(change, (await connectionNames()).get(change.connection) ?? "", clock.now());
}
