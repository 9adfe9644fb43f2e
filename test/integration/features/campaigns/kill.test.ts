/**
 * Kills the sending process with SIGKILL at random times and restarts it, fifty times, until the campaign is finished. The simulator, in
 * this process and with its own faults, records what was sent.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startSimulator, type Simulator } from "../../../../main/simulator/simulator.ts";
import { createCommandLine, type CommandLine } from "../../../make/command-line.ts";
import { diskDirectory } from "../../../make/scratch-folder.ts";

const kills = 50;
const recipients = 2_000;
/** Slow enough that the campaign is not finished before the last kill. */
const rate = "20/s";
const longestMs = 500;
/** Half of the kills come after the end of a retry, the others at any moment of it. */
const retryFromMs = longestMs / 2;
const seed = Number(process.env["FLEETDESK_KILL_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

interface Status {
  readonly state: string;
  readonly reason?: string;
  readonly counts: Readonly<Record<string, number>>;
}

let folder: string;
let simulator: Simulator;
let line: CommandLine;

beforeEach(async () => {
  folder = mkdtempSync(join(diskDirectory(), "fleetdesk-kill-"));
  const rules = [
    { kind: "reset-after" as const, rate: 0.03, on: "sms.send" },
    { kind: "reset-before" as const, rate: 0.03, on: "sms.send" },
    { kind: "error-after" as const, rate: 0.02, on: "sms.send" },
    { kind: "slow" as const, rate: 0.05, delayMs: 150, on: "sms.send" },
    { kind: "refuse" as const, rate: 0.05, attempts: 1, on: "sms.send" },
  ];
  simulator = await startSimulator({ endpoints: recipients, faults: { seed, rules } });
  line = createCommandLine(join(folder, "data"));
});
afterEach(async () => {
  await simulator.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A deterministic generator, so that a printed seed gives the same times again. */
function createRandom(start: number): () => number {
  let state = start;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Plan {
  readonly campaignId: string;
  readonly planned: number;
  readonly excluded: readonly unknown[];
}

async function planAll(): Promise<Plan> {
  const secret = JSON.stringify({ application_token: simulator.applicationToken });
  const options = ["--set", "ceiling=none", "--set", "reconcileAfterMs=300"];
  const connected = await line.spawn(
    ["connection", "create", "practice", "--base-url", simulator.baseUrl, ...options],
    {
      stdin: secret,
    },
  );
  expect(connected.err).toBe("");
  await line.spawn(["sync", "endpoint"]);
  const file = join(folder, "recipients.csv");
  writeFileSync(file, `id\n${Array.from({ length: recipients }, (_, index) => 70001 + index).join("\n")}\n`);
  const plan = ["campaign", "create", "--name", "kill", "--sender", "4911", "--text", "CHK", "--csv", file];
  const answer = await line.spawn([...plan, "--rate", rate, "--concurrency", "16", "--json"]);
  return answer.json<Plan>();
}

/** Runs the campaign and kills the process some time after it started to send, or after another process ordered a retry of the rejected. */
async function runAndKill({ campaignId, planned, excluded }: Plan, afterMs: number, retries: boolean): Promise<void> {
  const running = line.start(["campaign", "run", campaignId, "--confirm", String(planned - excluded.length)]);
  const before = simulator.ledger().length;
  // The time counts from the first SMS of this process, so that no kill hits its start.
  while (running.child.exitCode === null && simulator.ledger().length === before) await rest(5);
  const retrying = retries ? line.start(["campaign", "retry", campaignId, "--rejected"]) : undefined;
  if (afterMs > retryFromMs) await retrying?.ended;
  await rest(afterMs);
  const ended = running.child.exitCode !== null;
  running.child.kill("SIGKILL");
  const { code, err } = await running.ended;
  await retrying?.ended;
  if (ended) throw new Error(`The campaign finished (${code}), before the last kill: ${err}`);
}

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

function countsAddUp({ counts }: Status): boolean {
  const { planned = -1, ...outcomeCounts } = counts;
  return Object.values(outcomeCounts).reduce((sum, part) => sum + part, 0) === planned;
}

describe("a campaign whose process is killed at random instants", () => {
  it(`loses no recipient and sends to none twice (seed ${seed})`, { timeout: 600_000 }, async () => {
    const random = createRandom(seed);
    const plan = await planAll();
    const { campaignId } = plan;
    for (let done = 1; done <= kills; done += 1) {
      await runAndKill(plan, random() * longestMs, done % 10 === 5);
      if (done % 10 === 0) {
        const status = (await line.spawn(["campaign", "get", campaignId, "--json"])).json<Status>();
        expect(countsAddUp(status)).toBe(true);
      }
    }

    await line.spawn(["campaign", "update", campaignId, "--rate", "0"]);
    await line.spawn(["campaign", "run", campaignId]);
    await line.spawn(["campaign", "retry", campaignId, "--rejected"]);
    const last = await line.spawn(["campaign", "run", campaignId, "--json"]);
    const status = last.json<Status>();
    const entries = simulator.ledger();
    const twice = entries.length - new Set(entries.map(({ endpointId }) => endpointId)).size;
    expect({ state: status.state, twice, sent: entries.length }).toEqual({
      state: "finished",
      twice: 0,
      sent: status.counts["accepted"],
    });
    expect(status.counts).toMatchObject({ planned: recipients, pending: 0, sending: 0, unknown: 0, refused: 0 });
    expect(countsAddUp(status)).toBe(true);
  });
});
