/** A campaign in waves on the command line: followed through its gates, to a decision where one failed. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startSimulator, type Simulator } from "../../../main/simulator/simulator.ts";
import { createCommandLine, type CommandLine } from "../../make/command-line.ts";
import { t } from "../../../main/cli/text.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";
import { tableRow } from "../../make/table-row.ts";

const folder = useScratchFolder();
let simulator: Simulator;
let line: CommandLine;

const hour = 3_600_000;

beforeEach(async () => {
  // Nothing is delivered while a test runs, however slow the machine is.
  simulator = await startSimulator({ endpoints: 40, smsLife: { bufferedMs: [hour, hour], asleepRate: 0 } });
  line = createCommandLine(folder.path("data"));
  const stdin = JSON.stringify({ application_token: simulator.applicationToken });
  await line.run(["connection", "create", "practice", "--base-url", simulator.baseUrl, "--set", "ceiling=none"], {
    stdin,
  });
  await line.run(["sync", "endpoint"]);
});
afterEach(() => simulator.close());

async function plan(...options: string[]): Promise<string> {
  const basic = [
    "campaign",
    "create",
    "--name",
    "ringed",
    "--sender",
    "4911",
    "--text",
    "CHK",
    "--filter",
    "",
    "--json",
  ];
  const ran = await line.run([...basic, ...options]);
  return ran.json<{ campaignId: string }>().campaignId;
}

test("a failed gate ends the run with a decision that the operator takes", async () => {
  const id = await plan(
    "--canary",
    "5",
    "--canary-sample-by",
    "tags,name-prefix",
    "--canary-gate",
    "delivered:100%:1s",
  );
  const ran = await line.run(["campaign", "run", id]);
  expect(ran.code).toBe(5);
  expect(ran.err).toContain(
    `error: gate-failed: ${formatText(
      codedText("wave-failed-time-over", {
        wave: codedText("wave-canary"),
        progress: codedText("wave-progress-delivered", { met: 0, sent: 5, needed: 5 }),
      }),
    )}`,
  );
  expect(ran.out).toContain(t(($) => $.cli.campaigns.text.wave, { wave: 1, waves: 2 }));
  expect(simulator.ledger().length).toBe(5);
  const waves = await line.run(["campaign", "waves", id]);
  expect(waves.out).toMatch(
    new RegExp(
      tableRow(
        "1",
        t(($) => $.cli.values.canary),
        "failed",
        "5/5",
      ),
    ),
  );
  const opened = await line.run(["campaign", "open-wave", id]);
  expect(opened.out).toContain(formatText(codedText("next-wave-opened")));
  const { counts: left } = (await line.run(["campaign", "get", id, "--json"])).json<{
    counts: { pending: number };
  }>();
  const messages = t(($) => $.cli.campaigns.openWave.messages, { count: left.pending, connection: "practice" });
  expect(opened.err).toBe(t(($) => $.cli.campaigns.openWave.opened, { messages, campaign: id }));
  const resumed = await line.run(["campaign", "resume", id, "--json"]);
  expect(resumed.code).toBe(0);
  expect(resumed.err).toContain(
    t(($) => $.cli.campaigns.run.remaining, {
      campaign: id,
      name: "ringed",
      messages: t(($) => $.common.messageCount, { count: left.pending }),
      connection: "practice",
    }),
  );
  const { counts } = resumed.json<{ counts: Record<string, number> }>();
  expect(simulator.ledger().length).toBe(counts["accepted"]);
  const { items: steps } = (await line.run(["campaign", "history", id, "--json"])).json<{
    items: { event: string }[];
  }>();
  expect(steps.map(({ event }) => event).filter((event) => event.startsWith("ring"))).toEqual([
    "ring-failed",
    "ring-opened",
  ]);
});

test("a wave that is opened while no process runs the campaign names the command that sends it", async () => {
  const id = await plan("--canary", "5", "--canary-gate", "delivered:100%:60m");
  const process = line.start(["campaign", "run", id]);
  await process.waitForOutput(formatText(codedText("wave-progress-delivered", { met: 0, sent: 5, needed: 5 })));
  process.child.kill("SIGKILL");
  await process.ended;
  // Another campaign's process uses the directory.
  const other = line.start(["campaign", "run", await plan("--at", "2099-01-01T00:00:00Z")]);
  await other.waitForOutput(formatText(codedText("starts-at", { at: { at: Date.UTC(2099, 0), zone: "UTC" } })));
  const opened = await line.run(["campaign", "open-wave", id]);
  expect(opened.err).toContain(`fleetdesk campaign resume ${id}`);
  other.child.kill("SIGTERM");
  await other.ended;
});

test("Stop all sending reports what it stopped, or that nothing was sending", async () => {
  const id = await plan("--at", "2099-01-01T00:00:00Z");
  expect((await line.run(["campaign", "stop", "--all"])).out).toBe(t(($) => $.cli.campaigns.stop.nothing));
  const process = line.start(["campaign", "run", id]);
  await process.waitForOutput(formatText(codedText("starts-at", { at: { at: Date.UTC(2099, 0), zone: "UTC" } })));
  const stopped = await line.run(["campaign", "stop", "--all"]);
  expect(stopped.out).toContain(
    t(($) => $.cli.campaigns.text.head, {
      campaign: id,
      name: "ringed",
      connection: "practice",
      status: `paused (${t(($) => $.campaigns.reasons.user)})`,
    }),
  );
  expect((await process.ended).code).toBe(0);
  const none = await line.run(["campaign", "stop", "--all", "--json"]);
  expect(none.json()).toEqual({ items: [], messages: 0, quotaChanges: [] });
});

test("follows waves to the end", async () => {
  const id = await plan("--wave", "50%", "--wave-pause", "1s");
  const ran = await line.run(["campaign", "run", id, "--json"]);
  expect(ran.code).toBe(0);
  expect(ran.json()).toMatchObject({ state: "finished", wave: { open: 1, of: 2 } });
  const { items: waves } = (await line.run(["campaign", "waves", id, "--json"])).json<{ items: { phase: string }[] }>();
  expect(waves.map(({ phase }) => phase)).toEqual(["passed", "passed"]);
  const { items } = (
    await line.run(["campaign", "recipients", id, "--outcome", "accepted", "--limit", "1", "--json"])
  ).json<{
    items: { row: number }[];
  }>();
  const steps = await line.run(["campaign", "history", id, "--recipient", String(items[0]?.row)]);
  expect(steps.out).toMatch(/sending[\s\S]*accepted/);
});

test("reports that a campaign without waves has none", async () => {
  const id = await plan();
  expect((await line.run(["campaign", "waves", id])).out).toBe(t(($) => $.cli.campaigns.waves.single));
});
