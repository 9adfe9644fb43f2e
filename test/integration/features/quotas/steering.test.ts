/** Controlling a bulk change: cancelling, resolving, retrying unknown rows, a service that fails throughout, a killed process. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { describe, expect, it, onTestFinished } from "vitest";
import { startSimulator } from "../../../../main/simulator/simulator.ts";
import type { Core } from "../../../make/core.ts";
import { createFakeClock, type FakeClock } from "../../../fakes/fake-clock.ts";
import { createCommandLine } from "../../../make/command-line.ts";
import { add5, holdReading, ids, openQuotaCore, planChange, setElsewhere, untilIdle } from "../../../make/quotas.ts";
import { countRequests, holdMs } from "../../../make/service-client.ts";
import { useScratchFolder } from "../../../make/scratch-folder.ts";

const folder = useScratchFolder();
/** The computer may be busy with other work. */
const longTimeout = { timeout: 60_000 };
/** The command line is started ten times, which takes more than a minute on a busy computer. */
const manyStarts = { timeout: 300_000 };
/** The last of the twelve. */
const holdLast = holdReading(70_012);
/** Rows of a change that are sent at the same time. */
const atOnce = 8;

describe("cancelling", () => {
  it("requests in flight finish, and nothing more is sent", async () => {
    await using core = await openQuotaCore();
    const change = await planChange(core, add5);
    core.setFaults({ kind: "slow", rate: 1, delayMs: 150, on: "quota.set" }, holdLast);
    await core.client.quotas.start({ change });
    await expect.poll(() => core.requests("quota.set"), longTimeout).toBeGreaterThan(0);
    const { state, counts } = await core.client.quotas.cancel({ change });
    expect([state, counts.set + counts.cancelled, counts.sending, counts.unknown]).toEqual(["cancelled", 12, 0, 0]);
    expect(counts.set).toBe(await core.requests("quota.set"));
    // Rows that were set before the cancellation can be undone.
    const { change: undo } = await core.client.quotas.undo({ change });
    expect((await untilIdle(core, undo)).counts.set).toBe(counts.set);
  });

  it("Stop all sending sends nothing more, and each change can be resumed to its end", async () => {
    await using core = await openQuotaCore();
    const change = await planChange(core, add5);
    core.setFaults({ kind: "slow", rate: 1, delayMs: 150, on: "quota.set" }, holdLast);
    await core.client.quotas.start({ change });
    await expect.poll(() => core.requests("quota.set"), longTimeout).toBeGreaterThan(0);
    const { stopped } = await core.client.quotas.stopAll({});
    expect(stopped).toMatchObject([{ change, state: "interrupted", counts: { sending: 0, unknown: 0 } }]);
    expect(stopped[0]?.counts.set).toBe(await core.requests("quota.set"));
    expect(stopped[0]?.counts.planned).toBeGreaterThan(0);
    core.setFaults();
    await core.client.quotas.resume({ change });
    expect(await untilIdle(core, change)).toMatchObject({ state: "finished", counts: { set: 12 } });
    expect(await core.requests("quota.set")).toBe(12);
    expect(await core.client.quotas.stopAll({})).toEqual({ stopped: [] });
  });

  it("also ends the reading phase", async () => {
    await using core = await openQuotaCore();
    core.setFaults({ kind: "slow", rate: 1, delayMs: 100, on: "quota.get" });
    const { change } = await core.client.quotas.plan({ kind: "data", operation: add5, source: { ids: [...ids] } });
    expect(await core.client.quotas.cancel({ change })).toMatchObject({ state: "cancelled" });
    await expect(core.client.quotas.resume({ change })).rejects.toMatchObject({ code: "quota-change-state" });
  });
});

it("is interrupted, with the reason, when its connection becomes read-only, and resumes to its end", async () => {
  await using core = await openQuotaCore();
  const change = await planChange(core, add5);
  core.setFaults({ kind: "slow", rate: 1, delayMs: 150, on: "quota.set" }, holdLast);
  await core.client.quotas.start({ change });
  await expect.poll(() => core.requests("quota.set"), longTimeout).toBeGreaterThan(0);
  await core.client.connections.setOptions({ connection: "practice", options: { readOnly: true } });
  core.setFaults();
  core.simulator.advance(holdMs);
  const { state, code, counts } = await untilIdle(core, change);
  expect([state, code]).toEqual(["interrupted", "connection-read-only"]);
  expect(counts).toMatchObject({ set: await core.requests("quota.set"), sending: 0, unknown: 0, "not-applied": 0 });
  await expect(core.client.quotas.resume({ change })).rejects.toMatchObject({ code: "connection-read-only" });
  await core.client.connections.setOptions({ connection: "practice", options: { readOnly: false } });
  await core.client.quotas.resume({ change });
  expect(await untilIdle(core, change)).toMatchObject({ state: "finished", counts: { set: 12 } });
  expect(await core.requests("quota.set")).toBe(12);
});

describe("unknown rows", () => {
  it("stay unknown while the quota cannot be read, and are not sent again if the first attempt was applied", async () => {
    await using core = await openQuotaCore({ connection: { reconcileAfterMs: 1_000 } });
    const change = await planChange(core, add5);
    core.setFaults({ kind: "late", rate: 1, delayMs: holdMs, on: "quota.set" });
    await core.client.quotas.start({ change });
    // Rows are saved as sending before their requests leave. A crash before all have arrived leaves rows that end as not applied.
    await expect.poll(() => core.requests("quota.set"), longTimeout).toBe(atOnce);
    // The service sets all of them, and the program dies before it reads an answer.
    core.simulator.advance(holdMs);
    await core.crash();
    const { unknown } = (await core.client.quotas.state({ change })).counts;
    expect(unknown).toBe(atOnce);
    core.setFaults({ kind: "refuse", rate: 1, status: 403, on: "quota.get" });
    expect((await core.client.quotas.resolve({ change })).counts.unknown).toBe(unknown);

    core.setFaults();
    await core.client.quotas.retry({ change, states: ["unknown"] });
    await core.client.quotas.resume({ change });
    expect(await untilIdle(core, change)).toMatchObject({ state: "finished", counts: { set: 12 } });
    expect(await core.requests("quota.set")).toBe(12);
  });

  it("that turn out not to be set are rejected, and retried with the rejected ones on request", async () => {
    await using core = await openQuotaCore();
    const change = await planChange(core, add5);
    core.setFaults(
      { kind: "reset-after", rate: 1, on: "quota.set", endpoints: [70001] },
      { kind: "reset-before", rate: 1, on: "quota.set", endpoints: [70002] },
      { kind: "refuse", rate: 1, status: 403, on: "quota.set", endpoints: ids.slice(2).map(Number) },
    );
    await core.client.quotas.start({ change });
    expect(await untilIdle(core, change)).toMatchObject({ counts: { set: 1, "not-applied": 11 } });
    core.setFaults();
    await core.client.quotas.retry({ change, states: ["not-applied"] });
    expect(await untilIdle(core, change)).toMatchObject({ counts: { set: 12 } });
    expect(await core.requests("quota.set")).toBe(12 + 11);
  });
});

it("pending rows are sent to before unknown ones are awaited", async () => {
  await using core = await openQuotaCore({ connection: { reconcileAfterMs: 60_000 } });
  const change = await planChange(core, add5);
  core.setFaults(
    { kind: "reset-before", rate: 1, on: "quota.set", endpoints: [70001] },
    { kind: "slow", rate: 1, delayMs: 300, on: "quota.set", endpoints: ids.slice(1).map(Number) },
    holdLast,
  );
  await core.client.quotas.start({ change });
  const counts = async (): Promise<object> => (await core.client.quotas.state({ change })).counts;
  await expect.poll(counts, longTimeout).toMatchObject({ unknown: 1 });
  const { stopped } = await core.client.quotas.stopAll({});
  expect(stopped[0]?.counts.planned).toBeGreaterThan(0);
  core.setFaults();
  await core.client.quotas.resume({ change });
  await expect.poll(counts, longTimeout).toMatchObject({ set: 11, unknown: 1, planned: 0 });
});

it("a service that fails for every endpoint interrupts the reading phase, which can be resumed later", async () => {
  await using core = await openQuotaCore();
  core.setFaults({ kind: "error-before", rate: 1, on: "quota.get" });
  const { change } = await core.client.quotas.plan({ kind: "data", operation: add5, source: { filter: "" } });
  expect(await untilIdle(core, change)).toMatchObject({
    state: "reading-interrupted",
    message: { code: "quota-service-failing", params: { failures: 20 } },
  });
  core.setFaults();
  await core.client.quotas.resume({ change });
  const { counts } = await untilIdle(core, change);
  expect(counts.planned + counts.unreadable).toBe(30);
  await core.client.quotas.retry({ change, states: ["unreadable"] });
  expect(await untilIdle(core, change)).toMatchObject({ state: "planned", counts: { planned: 30 } });
});

it("a process that is killed while it sends sets no quota twice, whatever it was doing", manyStarts, async () => {
  const simulator = await startSimulator({ endpoints: 100 });
  try {
    const line = createCommandLine(folder.path("data"));
    const stdin = JSON.stringify({ application_token: simulator.applicationToken });
    const options = ["--set", "ceiling=none", "--set", "reconcileAfterMs=1000"];
    await line.spawn(["connection", "create", "practice", "--base-url", simulator.baseUrl, ...options], { stdin });
    await line.spawn(["sync", "endpoint"]);
    await line.spawn(["quota", "set", "--filter", "", "--volume", "10", "--expires", "2040-01-01", "--yes"]);
    await line.spawn(["quota", "add", "--filter", "", "--volume", "5"]);
    const sets = (): Promise<number> => countRequests(simulator, "quota.set");
    const before = await sets();
    const late = { kind: "late", rate: 1, on: "quota.set" } as const;
    // The first row is in flight at whatever moment the process is killed.
    simulator.setFaults({
      rules: [
        { ...late, delayMs: holdMs, endpoints: [70_001] },
        { ...late, delayMs: 60 },
      ],
    });
    const running = line.start(["quota", "start", "2", "--yes"]);
    await expect.poll(sets, longTimeout).toBeGreaterThan(before + 20);
    running.child.kill("SIGKILL");
    await running.ended.catch(() => undefined);
    const interrupted = (await line.spawn(["quota", "rows", "2", "--limit", "1000", "--json"])).json<Rows>();
    expect(interrupted.items.some(({ state }) => state === "unknown")).toBe(true);
    simulator.advance(holdMs);
    const resumed = await line.spawn(["quota", "resume", "2", "--json"]);
    expect(resumed.json()).toMatchObject({ state: "finished", counts: { unknown: 0, sending: 0, planned: 0 } });
    await line.spawn(["quota", "refresh", "--type", "data"]);
    const { items } = (await line.spawn(["quota", "rows", "2", "--limit", "1000", "--json"])).json<Rows>();
    const listed = (await line.spawn(["quota", "list", "--limit", "1000", "--json"])).json<Listed>();
    const volumes = new Map(listed.items.map(({ endpoint, state }) => [endpoint, state.quota.volume]));
    expect(items.map(({ endpoint }) => volumes.get(endpoint))).toEqual(
      items.map(({ state }) => (state === "set" ? 15 : 10)),
    );
    // The audit says of each request what its row says: each link is stored with the row.
    const audit = (await line.spawn(["audit", "list", "--limit", "1000", "--json"])).json<Audited>();
    const ofRows = audit.items.filter(({ operation }) => operation === formatText(codedText("add-data-quota")));
    const count = (outcome: string): number => ofRows.filter((entry) => entry.outcome === outcome).length;
    const isSet = items.filter(({ state }) => state === "set").length;
    expect([ofRows.length, count("done"), count("not-done")]).toEqual([items.length, isSet, items.length - isSet]);
    expect((await line.spawn(["audit", "verify"])).code).toBe(0);
  } finally {
    await simulator.close();
  }
});

interface Rows {
  readonly items: readonly { readonly endpoint: string; readonly state: string }[];
}
interface Audited {
  readonly items: readonly { readonly operation: string; readonly outcome: string }[];
}
interface Listed {
  readonly items: readonly {
    readonly endpoint: string;
    readonly state: { readonly quota: { readonly volume: number } };
  }[];
}

/** What begins a change, and what happened to it before. */
const beginnings = [
  ["start", () => undefined, ({ start }, change) => start({ change })],
  [
    "resume",
    async (core, change) => {
      core.setFaults({ kind: "slow", rate: 1, delayMs: 500, on: "quota.get" });
      await core.client.quotas.start({ change });
      await core.client.quotas.stopAll({});
    },
    ({ resume }, change) => resume({ change }),
  ],
  [
    "retry",
    async (core, change) => {
      core.setFaults({ kind: "refuse", rate: 1, status: 403, on: "quota.set" });
      await core.client.quotas.start({ change });
      await untilIdle(core, change);
      core.setFaults();
    },
    ({ retry }, change) => retry({ change, states: ["not-applied"] }),
  ],
  [
    "undo",
    async (core, change) => {
      await core.client.quotas.start({ change });
      await untilIdle(core, change);
    },
    ({ undo }, change) => undo({ change, start: true }),
  ],
] satisfies readonly [
  string,
  (core: Core, change: number) => unknown,
  (quotas: Core["client"]["quotas"], change: number) => Promise<unknown>,
][];

it.each(beginnings)("a change does not begin to %s after everything is stopped", async (_name, prepare, begin) => {
  await using core = await openQuotaCore();
  const { quotas } = core.client;
  const change = await planChange(core, add5);
  await prepare(core, change);
  const sent = await core.requests("quota.set");
  const beginning = begin(quotas, change).catch(() => undefined);
  await quotas.stopAll({});
  await beginning;
  const states = async (): Promise<readonly string[]> =>
    (await quotas.changes({ limit: 10 })).changes.map(({ state }) => state);
  await expect
    .poll(states, longTimeout)
    .not.toEqual(expect.arrayContaining([expect.stringMatching(/^(reading|running)$/)]));
  expect(await core.requests("quota.set")).toBe(sent);
});

it("a change of one endpoint is not sent where everything is stopped after its reading", async () => {
  await using core = await openQuotaCore();
  const { quotas } = core.client;
  const stopping: Promise<unknown>[] = [];
  core.app.on("quotas.changed", () => void stopping.push(quotas.stopAll({})));
  const changing = quotas.change({ endpoint: "70001", kind: "data", operation: add5 });
  await expect(changing).rejects.toMatchObject({ code: "aborted" });
  await Promise.all(stopping);
  expect(stopping).toHaveLength(1);
  expect(await core.requests("quota.set")).toBe(0);
});

it("a change whose endpoints are still being selected is not planned where everything is stopped", async () => {
  await using core = await openQuotaCore();
  const { quotas } = core.client;
  const planning = quotas.plan({ kind: "data", operation: add5, source: { filter: "" } });
  await quotas.stopAll({});
  await expect(planning).rejects.toMatchObject({ code: "aborted" });
  expect(await quotas.changes({ limit: 10 })).toMatchObject({ changes: [] });
});

/** The service limits the rate of all requests for `seconds`. */
async function limitRate(core: Core, seconds: number): Promise<void> {
  core.setFaults({ kind: "throttle", rate: 1, retryAfter: seconds, on: "sms.list" });
  // The list waits as well, until the core is closed.
  core.client.sms.list({ endpoint: "70002" }).catch(() => undefined);
  await expect.poll(() => core.client.connections.governor({}), longTimeout).toMatchObject({ limitedBy: "service" });
  core.setFaults();
}

it("a change of one endpoint that waits for the rate limit is neither read nor sent after everything is stopped", async () => {
  await using core = await openQuotaCore();
  const { quotas } = core.client;
  await limitRate(core, 600);
  const changing = quotas.change({ endpoint: "70001", kind: "data", operation: add5 });
  const failing = expect(changing).rejects.toMatchObject({ code: "aborted" });
  await drainEventLoop();
  await quotas.stopAll({});
  await failing;
  expect([await core.requests("quota.get"), await core.requests("quota.set")]).toEqual([0, 0]);
  expect(await quotas.changes({ limit: 10 })).toMatchObject({ changes: [] });
});

it("a change of one endpoint is rejected where the service demands a longer wait than a read may have", async () => {
  await using core = await openQuotaCore();
  await limitRate(core, 3_600);
  const changing = core.client.quotas.change({ endpoint: "70001", kind: "data", operation: add5 });
  await expect(changing).rejects.toMatchObject({ code: "throttled" });
  expect([await core.requests("quota.get"), await core.requests("quota.set")]).toEqual([0, 0]);
});

it("a quota set elsewhere while a change waits for the rate limit is not overwritten", async () => {
  const clock = createFakeClock();
  await using core = await openQuotaCore({ clock, connection: { ceiling: { requests: 1, seconds: 60 } } });
  await setElsewhere(core, "70001", 10);
  const { quotas, connections } = core.client;
  // The only permit of the next minute is that of the write.
  await clock.advance(61_000);
  const changing = quotas.change({ endpoint: "70001", kind: "data", operation: add5 });
  await expect.poll(() => connections.governor({}), longTimeout).toMatchObject({ limitedBy: "ceiling" });
  await drainEventLoop();
  await setElsewhere(core, "70001", 90);
  passMinutes(clock);
  const { outcome, reading } = await changing;
  expect([outcome, reading?.state]).toMatchObject(["set", { quota: { volume: 95 } }]);
});

it("a change of one endpoint that waits for a new token is not sent after everything is stopped", async () => {
  await using core = await openQuotaCore();
  const { quotas } = core.client;
  const signIns = await core.requests("authenticate");
  core.setFaults(
    { kind: "unauthorized", rate: 1, on: "quota.set" },
    { kind: "late", rate: 1, delayMs: holdMs, on: "authenticate" },
  );
  const changing = quotas.change({ endpoint: "70001", kind: "data", operation: add5 });
  const failing = expect(changing).rejects.toMatchObject({ code: "aborted" });
  await expect.poll(() => core.requests("authenticate"), longTimeout).toBeGreaterThan(signIns);
  expect(await stopThenSignIn(core)).toBe(1);
  await failing;
  expect(await core.requests("quota.set")).toBe(1);
  const { changes } = await quotas.changes({ limit: 10 });
  expect(changes.map(({ counts }) => counts["not-applied"])).toEqual([1]);
});

it("rows that wait for a new token are not sent after everything is stopped", async () => {
  await using core = await openQuotaCore();
  const { quotas } = core.client;
  const change = await planChange(core, add5);
  core.setFaults(
    { kind: "unauthorized", rate: 1, on: "quota.set" },
    { kind: "late", rate: 1, delayMs: holdMs, on: "authenticate" },
  );
  const signIns = await core.requests("authenticate");
  await quotas.start({ change });
  await expect.poll(() => core.requests("authenticate"), longTimeout).toBeGreaterThan(signIns);
  const sent = await stopThenSignIn(core);
  expect(await core.requests("quota.set")).toBe(sent);
  const { state, counts } = await quotas.state({ change });
  expect([state, counts.planned]).toEqual(["interrupted", 12]);
});

/** Advances `clock` by a minute every few turns of the event loop, until the test has finished. */
function passMinutes(clock: FakeClock): void {
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  void (async () => {
    for (; !ending.signal.aborted; await drainEventLoop()) await clock.advance(60_000);
  })();
}

/** Stops everything while a sign-in is held, then lets it end. Resolves with the number of changes sent before that. */
async function stopThenSignIn(core: Core): Promise<number> {
  core.setFaults();
  const stopping = core.client.quotas.stopAll({});
  await drainEventLoop();
  const sent = await core.requests("quota.set");
  core.simulator.advance(holdMs);
  await stopping;
  return sent;
}

/** A few turns of the event loop, in which work that still runs would show. */
async function drainEventLoop(): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => void setImmediate(resolve));
}
