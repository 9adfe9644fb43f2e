/** Steering a change of many: cancelling, settling, retrying what is unknown, a service that fails throughout, a killed process. */
import { describe, expect, it } from "vitest";
import { startSimulator } from "../../../main/simulator/simulator.ts";
import { createCommandLine } from "../../make/command-line.ts";
import { useQuotaCores } from "../../make/quota-core.ts";
import { add5, ids, plan } from "../../make/quota-changes.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();
const open = useQuotaCores();

/** The machine may have other things to do. */
const patiently = { timeout: 20_000 };
describe("cancelling", () => {
  it("lets what is in flight find its answer, and sends nothing more", async () => {
    const core = await open();
    const change = await plan(core, add5);
    await core.faults([{ kind: "slow", rate: 1, delayMs: 150, on: "quota.set" }]);
    await core.quotas.start({ change });
    await expect.poll(() => core.requests("quota.set"), patiently).toBeGreaterThan(0);
    const { state, counts } = await core.quotas.cancel({ change });
    expect([state, counts.set + counts.cancelled, counts.sending, counts.unknown]).toEqual(["cancelled", 12, 0, 0]);
    expect(counts.set).toBe(await core.requests("quota.set"));
    // What was set before it was cancelled can be taken back.
    const { change: undo } = await core.quotas.undo({ change });
    expect((await core.rest(undo)).counts.set).toBe(counts.set);
  });

  it("a stop of everything sends nothing more, and each can be resumed to its end", async () => {
    const core = await open();
    const change = await plan(core, add5);
    await core.faults([{ kind: "slow", rate: 1, delayMs: 150, on: "quota.set" }]);
    await core.quotas.start({ change });
    await expect.poll(() => core.requests("quota.set"), patiently).toBeGreaterThan(0);
    const { stopped } = await core.quotas.stopAll({});
    expect(stopped).toMatchObject([{ change, state: "interrupted", counts: { sending: 0, unknown: 0 } }]);
    expect(stopped[0]?.counts.set).toBe(await core.requests("quota.set"));
    expect(stopped[0]?.counts.planned).toBeGreaterThan(0);
    await core.faults([]);
    await core.quotas.resume({ change });
    expect(await core.rest(change)).toMatchObject({ state: "finished", counts: { set: 12 } });
    expect(await core.requests("quota.set")).toBe(12);
    expect(await core.quotas.stopAll({})).toEqual({ stopped: [] });
  });

  it("ends a reading as well", async () => {
    const core = await open();
    await core.faults([{ kind: "slow", rate: 1, delayMs: 100, on: "quota.get" }]);
    const { change } = await core.quotas.plan({ kind: "data", operation: add5, source: { ids: [...ids] } });
    expect(await core.quotas.cancel({ change })).toMatchObject({ state: "cancelled" });
    await expect(core.quotas.resume({ change })).rejects.toMatchObject({ code: "quota-change-state" });
  });
});

describe("rows that are unknown", () => {
  it("stay so while the quota cannot be read, and are not sent again where the first attempt was taken", async () => {
    const core = await open({ options: { reconcileAfterMs: 1_000 } });
    const change = await plan(core, add5);
    await core.faults([{ kind: "late", rate: 1, delayMs: 100, on: "quota.set" }]);
    await core.quotas.start({ change });
    await expect.poll(() => core.requests("quota.set"), patiently).toBeGreaterThan(0);
    await core.core.crash();
    const { unknown } = (await core.quotas.state({ change })).counts;
    expect(unknown).toBeGreaterThan(0);
    await core.faults([{ kind: "refuse", rate: 1, status: 403, on: "quota.get" }]);
    expect((await core.quotas.settle({ change })).counts.unknown).toBe(unknown);

    await core.faults([]);
    await core.quotas.retry({ change, which: ["unknown"] });
    await core.quotas.resume({ change });
    expect(await core.rest(change)).toMatchObject({ state: "finished", counts: { set: 12 } });
    expect(await core.requests("quota.set")).toBe(12);
  });

  it("that turn out not to be set are refused, and sent again with the refused ones on a person's word", async () => {
    const core = await open();
    const change = await plan(core, add5);
    await core.faults([
      { kind: "reset-after", rate: 1, on: "quota.set", endpoints: [70001] },
      { kind: "reset-before", rate: 1, on: "quota.set", endpoints: [70002] },
      { kind: "refuse", rate: 1, status: 403, on: "quota.set", endpoints: ids.slice(2).map(Number) },
    ]);
    await core.quotas.start({ change });
    expect(await core.rest(change)).toMatchObject({ counts: { set: 1, refused: 11 } });
    await core.faults([]);
    await core.quotas.retry({ change, which: ["refused"] });
    expect(await core.rest(change)).toMatchObject({ counts: { set: 12 } });
    expect(await core.requests("quota.set")).toBe(12 + 11);
  });
});

it("who is planned is sent to before anybody waits for what is unknown", async () => {
  const core = await open({ options: { reconcileAfterMs: 60_000 } });
  const change = await plan(core, add5);
  await core.faults([
    { kind: "reset-before", rate: 1, on: "quota.set", endpoints: [70001] },
    { kind: "slow", rate: 1, delayMs: 300, on: "quota.set", endpoints: ids.slice(1).map(Number) },
  ]);
  await core.quotas.start({ change });
  const counts = async (): Promise<object> => (await core.quotas.state({ change })).counts;
  await expect.poll(counts, patiently).toMatchObject({ unknown: 1 });
  const { stopped } = await core.quotas.stopAll({});
  expect(stopped[0]?.counts.planned).toBeGreaterThan(0);
  await core.faults([]);
  await core.quotas.resume({ change });
  await expect.poll(counts, patiently).toMatchObject({ set: 11, unknown: 1, planned: 0 });
});

it("a service that fails at every endpoint interrupts the reading, which can go on later", async () => {
  const core = await open();
  await core.faults([{ kind: "error-before", rate: 1, on: "quota.get" }]);
  const { change } = await core.quotas.plan({ kind: "data", operation: add5, source: { filter: "" } });
  expect(await core.rest(change)).toMatchObject({
    state: "reading-interrupted",
    message: expect.stringContaining("The service failed 20 times one after the other."),
  });
  await core.faults([]);
  await core.quotas.resume({ change });
  const { counts } = await core.rest(change);
  expect(counts.planned + counts.unreadable).toBe(30);
  await core.quotas.retry({ change, which: ["unreadable"] });
  expect(await core.rest(change)).toMatchObject({ state: "planned", counts: { planned: 30 } });
});

it("a process that is killed while it sends leaves nothing set twice, whatever it was doing", async () => {
  const simulator = await startSimulator({
    endpoints: 100,
    faults: { rules: [{ kind: "late", rate: 1, delayMs: 60, on: "quota.set" }] },
  });
  try {
    const line = createCommandLine(folder.path("data"));
    const stdin = JSON.stringify({ application_token: simulator.applicationToken });
    const options = ["--set", "ceiling=none", "--set", "reconcileAfterMs=1000"];
    await line.spawn(["connect", "practice", "--base-url", simulator.baseUrl, ...options], { stdin });
    await line.spawn(["sync", "endpoint"]);
    await line.spawn(["quota", "set", "--filter", "", "--volume", "10", "--expires", "2040-01-01", "--yes"]);
    await line.spawn(["quota", "add", "--filter", "", "--volume", "5"]);
    const sets = async (): Promise<number> => {
      const answer = await fetch(`${simulator.baseUrl}/_simulator/requests`);
      const { operations } = (await answer.json()) as { readonly operations: Readonly<Record<string, number>> };
      return operations["quota.set"] ?? 0;
    };
    const before = await sets();
    const running = line.start(["quota", "start", "2", "--yes"]);
    await expect.poll(sets, patiently).toBeGreaterThan(before + 20);
    running.child.kill("SIGKILL");
    await running.ended.catch(() => undefined);
    const found = (await line.spawn(["quota", "rows", "2", "--limit", "1000", "--json"])).json<Rows>();
    expect(found.items.some(({ state }) => state === "unknown")).toBe(true);
    const resumed = await line.spawn(["quota", "resume", "2", "--json"]);
    expect(resumed.json()).toMatchObject({ state: "finished", counts: { unknown: 0, sending: 0, planned: 0 } });
    await line.spawn(["quota", "refresh", "--kind", "data"]);
    const { items } = (await line.spawn(["quota", "rows", "2", "--limit", "1000", "--json"])).json<Rows>();
    const listed = (await line.spawn(["quota", "list", "--limit", "1000", "--json"])).json<Listed>();
    const volumes = new Map(listed.items.map(({ endpoint, stand }) => [endpoint, stand.quota.volume]));
    expect(items.map(({ endpoint }) => volumes.get(endpoint))).toEqual(
      items.map(({ state }) => (state === "set" ? 15 : 10)),
    );
  } finally {
    await simulator.close();
  }
});

interface Rows {
  readonly items: readonly { readonly endpoint: string; readonly state: string }[];
}
interface Listed {
  readonly items: readonly {
    readonly endpoint: string;
    readonly stand: { readonly quota: { readonly volume: number } };
  }[];
}
