/** Behaviour that only a separate process shows: streams, exit codes, signals, and two processes on one data directory. */
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { startSimulator, type Simulator } from "../../../main/simulator/simulator.ts";
import type { Outcome } from "#shared/contract/kit.ts";
import { serveControl } from "../../../main/platform/node/control-server.ts";
import { lockDataDir } from "../../../main/platform/node/lock.ts";
import packageJson from "../../../package.json" with { type: "json" };
import { createFakeLog } from "../../fakes/fake-log.ts";
import { createFastClock } from "../../fakes/fast-clock.ts";
import { createFakeTerminal } from "../../fakes/fake-terminal.ts";
import { createCommandLine, type CommandLine, type RunningCommand } from "../../make/command-line.ts";
import { t } from "../../../main/cli/text.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();
let simulator: Simulator;

beforeAll(async () => {
  simulator = await startSimulator({ endpoints: 300 });
});
afterAll(() => simulator.close());
afterEach(() => simulator.setFaults({}));

async function requestCount(operation: string): Promise<number> {
  const response = await fetch(`${simulator.baseUrl}/_simulator/requests`);
  const { operations } = (await response.json()) as { readonly operations: Readonly<Record<string, number>> };
  return operations[operation] ?? 0;
}

async function connected(): Promise<CommandLine> {
  const line = createCommandLine(folder.path("data"));
  const stdin = JSON.stringify({ application_token: simulator.applicationToken });
  const options = ["--set", "reconcileAfterMs=0", "--set", "ceiling=none"];
  expect(
    (await line.run(["connection", "create", "practice", "--base-url", simulator.baseUrl, ...options], { stdin })).err,
  ).toBe("");
  return line;
}

interface Planned {
  readonly id: string;
  /** The command that starts the campaign, with the number confirmed. */
  readonly run: readonly string[];
  /** Recipients that are not excluded: some endpoints are disabled. */
  readonly included: number;
}

/** Synchronises and plans one SMS to every endpoint. */
async function planned(line: CommandLine, text: string): Promise<Planned> {
  expect((await line.run(["sync", "endpoint"])).code).toBe(0);
  const ran = await line.run([
    "campaign",
    "create",
    "--name",
    text,
    "--sender",
    "4911",
    "--text",
    text,
    "--filter",
    "",
    "--json",
  ]);
  expect(ran.code).toBe(0);
  const { campaignId, ...plan } = ran.json<{ campaignId: string; planned: number; excluded: unknown[] }>();
  const included = plan.planned - plan.excluded.length;
  return { id: campaignId, included, run: ["campaign", "run", campaignId, "--confirm", String(included)] };
}

const sentBy = (text: string): number[] =>
  simulator
    .ledger()
    .filter(({ payload }) => payload === text)
    .map(({ endpointId }) => endpointId)
    .toSorted((a, b) => a - b);

/** Waits until the first message with this text was accepted. */
async function untilSending(text: string): Promise<void> {
  await expect.poll(() => sentBy(text).length).toBeGreaterThan(0);
}

describe("one process", () => {
  test("prints one JSON document on stdout and nothing else, options before or after the command", async () => {
    const line = createCommandLine(folder.path("data"));
    const before = await line.spawn(["--json", "connection", "list"]);
    const after = await line.spawn(["connection", "list", "--json", "--data-dir", folder.path("other")]);
    expect([before, after].map(({ code, out, err }) => [code, out, err])).toEqual([
      [0, '{"items":[],"total":0}\n', ""],
      [0, '{"items":[],"total":0}\n', ""],
    ]);
  });

  test("ends with the exit code of its failure", async () => {
    const { code, out, err } = await createCommandLine(folder.path("data")).spawn(["list", "\u001b[31mtrucks"]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/^error: invalid-usage: /);
    // The message repeats the arguments, escaped for the terminal.
    expect([err.includes("�[31mtrucks"), err.includes("\u001b")]).toEqual([true, false]);
  });

  test("runs from connect to a finished campaign", async () => {
    const line = createCommandLine(folder.path("data"));
    const stdin = JSON.stringify({ username: simulator.username, password: simulator.password, portal: true });
    expect(
      (await line.spawn(["connection", "create", "practice", "--base-url", simulator.baseUrl], { stdin })).code,
    ).toBe(0);
    expect((await line.spawn(["sync", "endpoint"])).code).toBe(0);
    const listed = (await line.spawn(["list", "endpoint", "--limit", "3", "--json"])).json();
    expect(listed).toMatchObject({ total: 300, complete: true, asOf: expect.stringMatching(/Z$/) as string });
    const ids = (listed["items"] as { id: number }[]).map(({ id }) => id);
    const csv = folder.write("recipients.csv", `id;pin\n${ids.map((id) => `${id};${id % 7}`).join("\n")}\n`);
    const plan = [
      "campaign",
      "create",
      "--name",
      "thin",
      "--sender",
      "4911",
      "--text",
      "THIN {{pin}}",
      "--csv",
      csv,
      "--json",
    ];
    const { campaignId } = (await line.spawn(plan)).json<{ campaignId: string }>();
    const ran = await line.spawn(["campaign", "run", campaignId, "--json"]);
    expect(ran.code).toBe(0);
    expect(ran.json()).toMatchObject({
      state: "finished",
      counts: { planned: 3, accepted: 3, pending: 0, unknown: 0 },
    });
    expect(
      simulator
        .ledger()
        .filter(({ payload }) => payload.startsWith("THIN"))
        .map(({ endpointId, payload }) => [endpointId, payload]),
    ).toEqual(expect.arrayContaining(ids.map((id) => [id, `THIN ${id % 7}`])));
  });

  test("simulator prints one line of JSON and ends at Ctrl-C", async () => {
    const running = createCommandLine(folder.path("data")).start(["simulator", "--endpoints", "5", "--seed", "3"]);
    await running.waitForOutput("}\n");
    running.child.kill("SIGINT");
    const ran = await running.ended;
    expect(Object.keys(ran.json())).toEqual(["baseUrl", "applicationToken", "username", "password"]);
    expect(ran.code).toBe(0);
  });

  test("reads standard input in the encoding that a file would have", async () => {
    const line = await connected();
    const add = ["suppression", "add", "--file", "-"];
    await line.spawn(add, { stdin: Buffer.from("M\u00fcller-07\n", "latin1") });
    await line.spawn(add, { stdin: Buffer.from("\ufeffM\u00fcller-08\n") });
    const { out } = await line.run(["suppression", "list"]);
    expect(out).toContain("M\u00fcller-07");
    expect(out).toMatch(/(?<!\ufeff)M\u00fcller-08/);
    const broken = await line.spawn(add, { stdin: Buffer.from([0, 1, 2]) });
    expect([broken.code, broken.err]).toEqual([2, expect.stringContaining("error: file-not-text")]);
  });

  test("a list reads no further pages when its reader has ended", async () => {
    const line = await connected();
    simulator.setFaults({ rules: [{ kind: "slow", rate: 1, delayMs: 100, on: "endpoint.list" }] });
    const countBefore = await requestCount("endpoint.list");
    const running = line.start(["list", "endpoint", "--live", "--all", "--per-page", "10", "--output", "ids"]);
    await running.waitForOutput("70001");
    running.child.stdout?.destroy();
    const [code] = (await once(running.child, "exit")) as [number];
    expect(code).toBe(0);
    expect((await requestCount("endpoint.list")) - countBefore).toBeLessThan(30);
  });

  test("a closed output pipe does not end the run", async () => {
    const line = await connected();
    const { included, run } = await planned(line, "EPIPE");
    const running = line.start(run);
    running.child.stdout?.destroy();
    running.child.stderr?.destroy();
    const [code] = (await once(running.child, "exit")) as [number];
    expect(code).toBe(0);
    expect(sentBy("EPIPE")).toHaveLength(included);
  });
});

describe("Ctrl-C", () => {
  test("ends a sync with nothing on stdout, and the next one continues", async () => {
    const line = await connected();
    simulator.setFaults({ rules: [{ kind: "slow", rate: 1, delayMs: 600_000, on: "endpoint.list" }] });
    const terminal = createFakeTerminal();
    const syncing = line.run(["sync", "endpoint"], { terminal });
    await expect.poll(() => terminal.listening, { timeout: 20_000 }).toBe(true);
    terminal.interrupt();
    const ran = await syncing;
    simulator.setFaults({});
    expect([ran.code, ran.out]).toEqual([130, ""]);
    expect((await line.run(["sync", "endpoint"])).code).toBe(0);
  });

  test("pauses cleanly, and resume sends the rest", async () => {
    const line = await connected();
    const { id: campaignId, included, run } = await planned(line, "PAUSE");
    const running = line.start([...run, "--rate", "5/s"]);
    await untilSending("PAUSE");
    running.child.kill("SIGINT");
    const ran = await running.ended;
    expect(ran.code).toBe(130);
    const status = (await line.run(["campaign", "get", campaignId, "--json"])).json<{
      state: string;
      reason: string;
      counts: Record<string, number>;
    }>();
    expect(status).toMatchObject({ state: "paused", reason: "user", counts: { sending: 0, unknown: 0 } });
    expect(status.counts["accepted"]).toBe(sentBy("PAUSE").length);
    await line.run(["campaign", "update", campaignId, "--rate", "0"]);
    expect((await line.run(["campaign", "resume", campaignId, "--json"])).json()).toMatchObject({ state: "finished" });
    expect(sentBy("PAUSE")).toEqual([...new Set(sentBy("PAUSE"))]);
    expect(sentBy("PAUSE")).toHaveLength(included);
  });

  test("twice aborts what is in flight", async () => {
    const line = await connected();
    const { run } = await planned(line, "PANIC");
    simulator.setFaults({ rules: [{ kind: "slow", rate: 1, delayMs: 600_000, on: "sms.send" }] });
    const running = line.start(run);
    await untilSending("PANIC");
    running.child.kill("SIGINT");
    await running.waitForOutput(t(($) => $.cli.campaigns.follow.pausing));
    running.child.kill("SIGINT");
    const ran = await running.ended;
    expect(ran.code).toBe(130);
  });
});

describe("a second process", () => {
  test("controls the campaign that the first one is sending", async () => {
    const line = await connected();
    const { run, id: campaignId } = await planned(line, "STEER");
    const running = line.start([...run, "--rate", "1/s", "--json"]);
    await untilSending("STEER");
    const status = await line.run(["campaign", "get", campaignId, "--json"]);
    expect(status.json()).toMatchObject({ state: "running", setRate: 1 });
    const faster = line.run(["campaign", "run", campaignId, "--rate", "2/s", "--json"]);
    await expect
      .poll(async () => (await line.run(["campaign", "get", campaignId, "--json"])).json()["setRate"])
      .toBe(2);
    expect((await line.run(["campaign", "pause", campaignId])).code).toBe(0);
    for (const ran of [await running.ended, await faster]) {
      expect(ran.json()).toMatchObject({ state: "paused", reason: "user" });
      expect(ran.code).toBe(0);
    }
    expect((await faster).err).toContain(
      t(($) => $.cli.campaigns.run.joins, { campaign: campaignId, pid: running.child.pid ?? 0 }),
    );
  });

  /** A first process that sends slowly, and another planned campaign. `tag`: part of the messages, which the ledger of every test has. */
  async function shared(
    tag: string,
  ): Promise<{ line: CommandLine; owner: RunningCommand; ownId: string; other: Planned }> {
    const line = await connected();
    const { id: ownId, run } = await planned(line, `OWNER ${tag}`);
    const other = await planned(line, `OTHER ${tag}`);
    const owner = line.start([...run, "--rate", "1/s"]);
    await untilSending(`OWNER ${tag}`);
    return { line, owner, ownId, other };
  }

  const statusOf = async (line: CommandLine, id: string): Promise<Record<string, unknown>> =>
    (await line.run(["campaign", "get", id, "--json"])).json();

  test("syncs, exports, changes quotas and sends another campaign in the first one, as alone", async () => {
    const { line, owner, ownId, other } = await shared("A");
    const synced = await line.run(["sync", "endpoint"]);
    expect([synced.code, synced.err]).toEqual([0, expect.stringContaining("endpoint")]);
    const file = folder.path("endpoints.csv");
    expect((await line.run(["export", "endpoint", "--out", file])).code).toBe(0);
    expect(readFileSync(file, "utf8").trimEnd().split("\r\n")).toHaveLength(301);
    const ids = folder.write("ids.txt", "70001\n70002\n");
    const set = ["quota", "set", "--ids-file", ids, "--volume", "50", "--expires", "2031-12-31", "--yes", "--json"];
    const quotas = await line.run(set);
    expect([quotas.code, quotas.json()]).toMatchObject([0, { state: "finished", counts: { set: 2 } }]);
    const sent = await line.run([...other.run, "--json"]);
    expect([sent.code, sent.json()]).toMatchObject([0, { state: "finished", counts: { accepted: other.included } }]);
    expect(sent.err).toContain(
      t(($) => $.cli.campaigns.run.runsElsewhere, { campaign: other.id, pid: owner.child.pid ?? 0 }),
    );
    expect(sentBy("OTHER A")).toHaveLength(other.included);
    expect(await statusOf(line, ownId)).toMatchObject({ state: "running" });
    await line.run(["campaign", "stop", "--all"]);
    await owner.ended;
  });

  test("pauses only its own campaign at Ctrl-C", async () => {
    const { line, owner, ownId, other } = await shared("B");
    const terminal = createFakeTerminal();
    const second = line.run([...other.run, "--rate", "1/s"], { terminal });
    await untilSending("OTHER B");
    terminal.interrupt();
    expect((await second).code).toBe(130);
    expect(await statusOf(line, other.id)).toMatchObject({ state: "paused", reason: "user" });
    expect(await statusOf(line, ownId)).toMatchObject({ state: "running" });
    await line.run(["campaign", "stop", "--all"]);
    await owner.ended;
  });

  test("interrupts only its own quota change at Ctrl-C", async () => {
    const { line, owner, ownId } = await shared("C");
    simulator.setFaults({ rules: [{ kind: "slow", rate: 1, delayMs: 1000, on: "quota.get" }] });
    const terminal = createFakeTerminal();
    const second = line.run(["quota", "set", "--filter", "", "--volume", "50", "--confirm", "300"], { terminal });
    await expect
      .poll(() => terminal.written.err)
      .toContain(t(($) => $.cli.quotas.follow.elsewhere, { change: 1, pid: owner.child.pid ?? 0 }));
    terminal.interrupt();
    expect((await second).code).toBe(130);
    expect((await line.run(["quota", "changes", "--json"])).json()).toMatchObject({
      items: [{ state: "reading-interrupted" }],
    });
    expect(await statusOf(line, ownId)).toMatchObject({ state: "running" });
    await line.run(["campaign", "stop", "--all"]);
    await owner.ended;
  });

  test("keeps the first one open until its own campaign ends; when that is ended, the campaign is paused", async () => {
    const { line, owner, other } = await shared("D");
    const second = line.start([...other.run, "--rate", "1/s"]);
    await untilSending("OTHER D");
    owner.child.kill("SIGINT");
    await owner.waitForOutput(t(($) => $.cli.program.inUse, { count: 1 }));
    expect(await statusOf(line, other.id)).toMatchObject({ state: "running" });
    owner.child.kill("SIGINT");
    const [first, ran] = await Promise.all([owner.ended, second.ended]);
    expect([first.code, ran.code]).toEqual([130, 4]);
    const ended = codedText("campaign-owner-gone", { campaign: other.id, pid: owner.child.pid ?? 0 });
    expect(ran.err).toContain(`error: owner-gone: ${formatText(ended)}`);
    const status = await statusOf(line, other.id);
    expect(status).toMatchObject({ state: "paused", reason: "interrupted", counts: { sending: 0, unknown: 0 } });
    expect((status["counts"] as Record<string, number>)["accepted"]).toBe(sentBy("OTHER D").length);
  });

  test("reads what the first one writes through a pipe", async () => {
    const line = await connected();
    simulator.setFaults({ rules: [{ kind: "slow", rate: 1, delayMs: 1500, on: "endpoint.list" }] });
    const first = line.start(["list", "endpoint", "--live", "--output", "ids"]);
    await expect.poll(() => existsSync(join(folder.path("data"), "owner.json"))).toBe(true);
    const second = line.start(["suppression", "add", "--file", "-"]);
    if (second.child.stdin !== null) first.child.stdout?.pipe(second.child.stdin);
    const ended = await Promise.all([first.ended, second.ended]);
    expect(ended.map(({ code, err }) => [code, err])).toEqual([
      [0, expect.anything()],
      [0, expect.anything()],
    ]);
  });

  test("gets an answer, also as one of twenty that start at once", async () => {
    const line = await connected();
    const commands = [
      ["connection", "list"],
      ["campaign", "list"],
      ["sms", "recent"],
      ["list", "endpoint", "--live"],
    ];
    const starts = Array.from({ length: 20 }, (_, index) =>
      line.spawn([...(index === 0 ? ["sync", "endpoint"] : (commands[index % 4] ?? [])), "--json"]),
    );
    const ended = await Promise.all(starts);
    expect(ended.map(({ code }) => code)).toEqual(Array.from({ length: 20 }, () => 0));
    expect(ended.map((ran) => Array.isArray(ran.json()["items"]))).toEqual(Array.from({ length: 20 }, () => true));
  }, 120_000);

  test("waits for a first one that is starting, and reports that", async () => {
    const dataDir = folder.path("data");
    const line = createCommandLine(dataDir);
    const lock = lockDataDir(dataDir);
    const clock = createFastClock(4);
    const call = (): Promise<Outcome<unknown>> => Promise.resolve({ ok: true, value: { connections: [] } });
    const owner = await serveControl({ dataDir, version: packageJson.version, call, clock, log: createFakeLog() });
    const terminal = createFakeTerminal();
    const listed = line.run(["connection", "list", "--json"], { terminal, clock });
    await expect
      .poll(() => terminal.written.err)
      .toBe(`${t(($) => $.cli.program.waitingForStart, { pid: process.pid })}\n`);
    owner.open();
    expect(await listed).toMatchObject({ code: 0, out: '{"items":[],"total":0}\n' });
    await owner.close();
    lock?.release();
  });

  test("is rejected with --timeout or another --keychain, which the first one could not apply", async () => {
    const dataDir = folder.path("data");
    const line = createCommandLine(dataDir);
    const lock = lockDataDir(dataDir);
    const value = { connections: [], state: "ready", protection: "file" };
    const call = (): Promise<Outcome<unknown>> => Promise.resolve({ ok: true, value });
    const clock = createFastClock(1);
    const owner = await serveControl({ dataDir, version: packageJson.version, call, clock, log: createFakeLog() });
    owner.open();
    const { code, out, err } = await line.run(["connection", "list", "--timeout", "3"]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(`error: invalid-usage: ${t(($) => $.cli.program.timeoutIgnored, { pid: process.pid })}`);
    const other = await line.run(["connection", "list", "--keychain", "memory"]);
    expect([other.code, other.out]).toEqual([2, ""]);
    expect(other.err).toContain(t(($) => $.cli.program.keychainIgnored, { pid: process.pid }));
    expect(await line.run(["connection", "list", "--keychain", "file"])).toMatchObject({ code: 0 });
    await owner.close();
    lock?.release();
  });

  test("calls its own request unknown if the first one ends before the answer", async () => {
    const dataDir = folder.path("data");
    const line = createCommandLine(dataDir);
    const lock = lockDataDir(dataDir);
    const clock = createFastClock(100);
    const sent = Promise.withResolvers<void>();
    const call = (): Promise<Outcome<unknown>> => {
      sent.resolve();
      return new Promise(() => undefined);
    };
    const owner = await serveControl({ dataDir, version: packageJson.version, call, clock, log: createFakeLog() });
    owner.open();
    const ran = line.run(["api", "DELETE", "/api/v1/dns/5"]);
    await sent.promise;
    await owner.close();
    lock?.release();
    const { code, err } = await ran;
    expect([code, err]).toEqual([4, expect.stringMatching(/^error: unknown: /)]);
  });

  test("takes over after the first one was killed", async () => {
    const line = await connected();
    const { id: campaignId, included, run } = await planned(line, "KILLED");
    const running = line.start([...run, "--rate", "5/s"]);
    await untilSending("KILLED");
    running.child.kill("SIGKILL");
    await running.ended;
    expect(sentBy("KILLED").length).toBeLessThan(included);
    await line.run(["campaign", "update", campaignId, "--rate", "0"]);
    const ran = await line.run(["campaign", "run", campaignId, "--json"]);
    expect(ran.json()).toMatchObject({ state: "finished", counts: { accepted: included, unknown: 0 } });
    expect(sentBy("KILLED")).toEqual([...new Set(sentBy("KILLED"))]);
  });
});
