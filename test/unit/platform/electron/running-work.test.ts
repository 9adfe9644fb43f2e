import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import {
  followWork,
  isSending,
  readWork,
  runningWork,
  showInTaskbar,
  stayAwake,
} from "../../../../main/platform/electron/running-work.ts";
import type { Call } from "../../../../main/core/ipc/router.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { createFakeClock, type FakeClock } from "../../../fakes/fake-clock.ts";

const counts = { pending: 7 };
const campaigns = [
  { name: "a", state: "running", counts },
  { name: "b", state: "scheduled", counts },
  { name: "c", state: "waiting", reason: "quiet-hours", counts },
  { name: "d", state: "paused", reason: "user", counts },
  { name: "e", state: "finished", counts },
  { name: "f", state: "waiting", reason: "canary-gate", wave: { open: 0, of: 2, phase: "waiting" }, counts },
  { name: "g", state: "paused", reason: "canary-gate", wave: { open: 0, of: 2, phase: "failed" }, counts },
];
const syncs = [{ connection: "work", collection: "sim" }];
const title = codedText("command-line", { message: "Add 50 MB" });
const quotaCounts = { waiting: 1, planned: 2, sending: 1, set: 6 };
const changes = [
  { state: "running", single: false, title, total: 10, counts: quotaCounts },
  { state: "running", single: true, title, total: 1, counts: quotaCounts },
  { state: "finished", single: false, title, total: 10, counts: quotaCounts },
];

interface State {
  campaigns: readonly object[];
  changes: readonly { readonly state?: string }[];
}

/** States of quota changes that are read, sent or interrupted. */
const activeStates = new Set(["reading", "reading-interrupted", "running", "interrupted"]);

/** A core with one connection. */
const coreOf =
  (state: State): Call =>
  (address, input) => {
    const { active = false } = (input ?? {}) as { readonly active?: boolean };
    const listed = state.changes.filter((change) => !active || activeStates.has(change.state ?? ""));
    const value = { ...state, changes: listed, syncs, connections: [{ name: "work" }] };
    return Promise.resolve({ ok: true, value, address } as never);
  };

test("quitting interrupts campaigns that send, scheduled campaigns, quota changes, and reads", async () => {
  expect(await runningWork(coreOf({ campaigns, changes }))).toEqual([
    t(($) => $.shell.interrupted.sending, { name: "a", count: 7 }),
    t(($) => $.shell.interrupted.scheduled, { name: "b" }),
    t(($) => $.shell.interrupted.waiting, { name: "c" }),
    t(($) => $.shell.interrupted.waiting, { name: "f" }),
    t(($) => $.shell.interrupted.quotas, { title: "Add 50 MB", count: 3 }),
    t(($) => $.shell.interrupted.sync, { connection: "work", collection: t(($) => $.shell.collections.sim.many) }),
  ]);
});

test("a quota change is read however many newer ones have ended", async () => {
  const core = coreOf({ campaigns: [], changes: [] });
  const inputs: unknown[] = [];
  await readWork(async (address, input) => {
    if (address === "quotas.changes") inputs.push(input);
    return await core(address, input);
  });
  expect(inputs).toEqual([{ connection: "work", active: true, limit: 200 }]);
});

test("a core that does not respond does not prevent quitting", async () => {
  expect(
    await runningWork(() => Promise.resolve({ ok: false, failure: { code: "internal", text: { code: "internal" } } })),
  ).toEqual([]);
});

test("something may be sending while a call fails", async () => {
  const core = coreOf({ campaigns: [], changes: [] });
  expect(isSending(await readWork(core))).toBe(false);
  const failure = { code: "internal", text: codedText("internal") } as const;
  const failing: Call = async (address, input) =>
    address === "quotas.changes" ? { ok: false, failure } : await core(address, input);
  expect(isSending(await readWork(failing))).toBe(true);
});

test.each([
  [{ campaigns: [{ state: "running" }], changes: [] }, true],
  [{ campaigns: [{ state: "waiting" }], changes: [] }, true],
  [{ campaigns: [{ state: "scheduled" }, { state: "paused" }], changes: [] }, false],
  [{ campaigns: [], changes: changes.slice(0, 1) }, true],
])("%j counts as sending: %s", async (state, sends) => {
  expect(isSending(await readWork(coreOf(state)))).toBe(sends);
});

interface Followed {
  readonly state: State;
  readonly clock: FakeClock;
  readonly work: ReturnType<typeof followWork>;
  readonly emit: (...topics: readonly string[]) => Promise<void>;
}

function follow(): Followed {
  const state: State = { campaigns: [], changes: [] };
  const clock = createFakeClock();
  let listener = (_topic: string): void => undefined;
  const work = followWork(
    (address, input) => coreOf(state)(address, input),
    (onTopic) => {
      listener = onTopic;
      return () => undefined;
    },
    clock,
  );
  const emit = async (...topics: readonly string[]): Promise<void> => {
    for (const topic of topics) listener(topic);
    await new Promise(setImmediate);
  };
  return { state, clock, work, emit };
}

test("keeps the computer awake from the first sending campaign to the last one, and not for others", async () => {
  const { state, work, emit } = follow();
  const done: string[] = [];
  stayAwake(
    {
      start: (kind: string) => done.push(kind),
      stop: (id: number) => done.push(`stop ${id}`) > 0,
    },
    work,
  );
  for (const now of [["scheduled"], ["running"], ["running", "running"], ["paused", "running"], ["paused"], []]) {
    state.campaigns = now.map((one) => ({ state: one, counts: {} }));
    await emit("fleet.changed", "campaigns.changed");
  }
  expect(done).toEqual(["prevent-app-suspension", "stop 1"]);
});

test("the taskbar shows the progress of what is sent, and the number of decisions that wait", async () => {
  const { state, clock, work, emit } = follow();
  const visible: unknown[] = [];
  showInTaskbar(
    {
      setProgressBar: (share, { mode }) => visible.push([mode, share]),
      setBadge: (count, text) => visible.push([count, text]),
    },
    work,
  );
  const half = { planned: 12, excluded: 2, accepted: 3, refused: 1, cancelled: 1, pending: 5, sending: 0, unknown: 0 };
  state.campaigns = [{ state: "running", counts: half }];
  await emit("campaigns.changed");
  state.campaigns = [{ state: "running", counts: { ...half, accepted: 5 } }];
  await emit("campaigns.progress", "campaigns.progress");
  expect(visible).toEqual([
    ["none", -1],
    ["normal", 0.5],
  ]);
  await clock.advance(2_000);
  await emit();
  expect(visible.splice(0).at(-1)).toEqual(["normal", 0.7]);
  state.changes = changes.slice(0, 1);
  state.campaigns = [{ state: "waiting", counts: half }];
  await emit("campaigns.changed");
  state.changes = [{ ...changes[0], state: "reading-interrupted" }];
  state.campaigns = [
    { state: "paused", reason: "canary-gate", counts: half },
    { state: "paused", reason: "user", counts: half },
  ];
  await emit("campaigns.changed", "campaigns.changed");
  expect(visible.splice(0)).toEqual([
    ["normal", 0.6],
    ["none", -1],
    [2, t(($) => $.shell.decisions, { count: 2 })],
  ]);
  state.changes = [];
  state.campaigns = [];
  await emit("campaigns.changed");
  expect(visible).toEqual([[0, ""]]);
});
