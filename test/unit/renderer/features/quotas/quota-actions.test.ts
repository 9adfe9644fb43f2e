import { codedText } from "#shared/texts/coded-text.ts";
import { t } from "#shared/texts/text.ts";
import { expect, onTestFinished, test } from "vitest";
import {
  quotaChangeStateSchema,
  type QuotaCounts,
  quotaRowStateSchema,
} from "#shared/contract/quotas/quota-changes.ts";
import type { QuotaChange } from "#shared/contract/quotas/quotas.ts";
import { titleOf } from "../../../../../renderer/app/actions/action.ts";
import type { State } from "../../../../../renderer/app/store/store.ts";
import { waitsFor } from "../../../../../renderer/features/quotas/quota-labels.ts";
import { doneOf } from "../../../../../renderer/features/quotas/quotas-slice.ts";
import {
  planQuotaChange,
  possibleActions,
  type QuotaPlan,
  undoChange,
} from "../../../../../renderer/features/quotas/quota-actions.ts";
import { formatDateTime } from "#shared/format.ts";
import { createShellSlice } from "../../../../../renderer/app/shell-slice.ts";
import type { Address } from "../../../../../renderer/lib/address.ts";
import { createWaitingBridge, openSlice } from "../../open-slice.ts";

function change(state: QuotaChange["state"], counts: Partial<QuotaCounts> = {}): QuotaChange {
  const none = Object.fromEntries(quotaRowStateSchema.options.map((one) => [one, 0])) as QuotaCounts;
  return {
    change: 1,
    connection: "Acme",
    kind: "data",
    operation: { op: "add", volume: 50, whereNone: "skip" },
    title: codedText("quota-add-data", { volume: 50 }),
    targets: codedText("quota-endpoints-selected", { count: 12 }),
    state,
    counts: { ...none, ...counts },
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
    had: { quota: 0, none: 0 },
    toZero: 0,
    warnings: [],
    single: false,
    createdAt: 1,
  };
}

function offered(of: QuotaChange): readonly string[] {
  return possibleActions(of).map(({ id }) => id);
}

test("states what a fully sent change still waits for, and until when", () => {
  const row = { row: 1, endpoint: "70001", state: "unknown", resolvedAt: new Date(2031, 0, 1, 12).getTime() } as const;
  const running = change("running", { set: 19, unknown: 1 });
  const time = formatDateTime(new Date(2031, 0, 1, 12, 1).getTime());
  expect(waitsFor(running, { items: [row] }, 60_000)).toBe(t(($) => $.quotas.change.checkingUntil, { count: 1, time }));
  expect(waitsFor(running, undefined, 60_000)).toBe(t(($) => $.quotas.change.checking, { count: 1 }));
  expect(waitsFor(change("running", { planned: 1, unknown: 1 }), { items: [row] }, 60_000)).toBe(undefined);
  expect(waitsFor(change("finished", { set: 19, unknown: 1 }), { items: [row] }, 60_000)).toBe(undefined);
});

test("offers start and discard for a planned change, start only if there are endpoints to change", () => {
  expect(offered(change("planned", { planned: 12 }))).toEqual(["start-quota-change", "cancel-quota-change"]);
  expect(offered(change("planned", { unchanged: 12 }))).toEqual(["cancel-quota-change"]);
});

test("offers reconciliation before retry, and undo, for a completed change", () => {
  const ended = change("finished", { set: 9, unknown: 1, "not-applied": 1, moved: 1, unreadable: 1 });
  expect(offered(ended)).toEqual([
    "resolve-quota-change",
    "retry-unknown-quotas",
    "retry-not-applied-quotas",
    "retry-unreadable-quotas",
    "retry-quotas-changed-elsewhere",
    "undo-quota-change",
  ]);
  expect(offered(change("finished", { unchanged: 3 }))).toEqual([]);
});

test("offers undo but not resume for a cancelled change", () => {
  expect(offered(change("cancelled", { set: 3, cancelled: 4, "not-applied": 1 }))).toEqual(["undo-quota-change"]);
});

test("requires confirmation for every action that writes to endpoints, in every state", () => {
  const counts = { planned: 2, set: 2, unknown: 2, "not-applied": 2, moved: 2, unreadable: 2 };
  for (const state of quotaChangeStateSchema.options) {
    for (const action of possibleActions(change(state, counts))) {
      const confirmation = action.confirm?.(change(state, counts), {} as State);
      if (
        !["resume-quota-change", "cancel-quota-change", "resolve-quota-change", "retry-unreadable-quotas"].includes(
          action.id,
        )
      )
        expect(confirmation).toBeDefined();
      expect(titleOf(action, change(state, counts))).not.toBe("");
    }
  }
});

test("counts readings while reading, and results while writing", () => {
  expect(doneOf(change("reading", { waiting: 3, planned: 5, unreadable: 2 }))).toEqual({ done: 7, total: 10 });
  expect(doneOf(change("running", { planned: 3, sending: 2, set: 5 }))).toEqual({ done: 5, total: 10 });
});

test.each(["start-quota-change", "undo-quota-change", "retry-unknown-quotas", "retry-quotas-on-hold"])(
  "%s sends the number that its dialog names, also a small one",
  async (id) => {
    const inputs: unknown[] = [];
    const call = (_address: string, input: unknown): Promise<unknown> => {
      inputs.push(input);
      return Promise.resolve({ ok: false, failure: { code: "confirmation-needed", text: codedText("internal") } });
    };
    Object.assign(globalThis, { window: { fleet: { call, cancel: () => undefined } } });
    onTestFinished(() => void Reflect.deleteProperty(globalThis, "window"));
    const counts = { planned: 3, set: 3, unknown: 3, unsettled: 3 };
    const changes = [change("planned", counts), change("finished", counts)];
    const target = changes.find((one) => offered(one).includes(id));
    const action = target && possibleActions(target).find((one) => one.id === id);
    const state = { watchPage: () => () => true } as Pick<State, "watchPage"> as State;
    const ran = target && action?.run(target, state, { number: undefined, option: false });
    await expect(ran).rejects.toThrow();
    expect(inputs).toMatchObject([{ change: 1, confirm: 3 }]);
  },
);

test("opens a planned change, and an undo, only while the page that it was started from is open", async () => {
  const plan = { connection: "Acme", confirmed: false, onPlanned: () => undefined } as unknown as QuotaPlan;
  const path = (text: string): Address => ({ path: text.split("/"), query: {} });
  const run = async (
    start: (state: State) => void | Promise<void>,
    from: string,
    to = from,
  ): Promise<{ readonly path: string; readonly isAnnounced: boolean }> => {
    const { call, requests } = createWaitingBridge();
    const history = { pushState: () => undefined, replaceState: () => undefined };
    const shell = openSlice(createShellSlice, call, { location: { hash: "" }, history });
    shell().navigate(path(from));
    const started = start({ ...shell() } as State);
    shell().navigate(path(to));
    requests[0]?.answer({ ...change("planned"), change: 8 });
    await started;
    return { path: shell().address.path.join("/"), isAnnounced: shell().announcement !== "" };
  };
  const input = { number: undefined, option: false };
  const planned = (state: State): void | Promise<void> => planQuotaChange.run(plan, state, input);
  expect(await run(planned, "quotas/new")).toEqual({ path: "quotas/changes/8", isAnnounced: false });
  expect(await run(planned, "quotas/new", "audit")).toEqual({ path: "audit", isAnnounced: false });
  const undone = (state: State): void | Promise<void> => undoChange.run(change("finished"), state, input);
  expect(await run(undone, "quotas/changes/1")).toEqual({ path: "quotas/changes/8", isAnnounced: false });
  for (const to of ["audit", "quotas/changes/2"])
    expect(await run(undone, "quotas/changes/1", to)).toEqual({ path: to, isAnnounced: true });
});
