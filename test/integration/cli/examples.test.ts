/** Every example of the help, run against the simulator. */
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exitCodeOf } from "../../../main/cli/exit-codes.ts";
import { loadDefinitions } from "../../../main/cli/program.ts";
import type { SmsLife } from "../../../main/simulator/options.ts";
import { startSimulator, type Simulator } from "../../../main/simulator/simulator.ts";
import { createFastClock } from "../../fakes/fast-clock.ts";
import { type CommandLine, createCommandLine } from "../../make/command-line.ts";
import { exampleLines } from "../../make/example-lines.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();
let service: Simulator;

/** Run until Ctrl-C, or need another service. */
const skipped = /^simulator|--follow|^connection (create|test) .*cdn/;

/** Run last, in this order: the other examples need what they delete. */
const removes = [/^(audience|template|dns|callback) delete/, /^sign-out|^connection delete/];

/** Start of an example → code of its failure in this state. */
const failing: Readonly<Record<string, string>> = {
  "identify trackers.csv --unresolved-out": "name-taken",
  "sms cancel": "not-cancelled",
  "dns create": "exists",
  "dns delete": "dns-in-use",
  "stream get": "stream-unknown",
  "stream duplicate": "stream-unknown",
  "stream resolve": "stream-unknown",
  "callback create": "exists",
  "callback delete": "in-use",
  "event get": "event-unknown",
  "quota set --filter": "confirmation-needed",
  "quota start 3": "incomplete",
  "quota start 4": "quota-change-state",
  "quota resume": "quota-change-state",
  "quota cancel": "quota-change-state",
  "quota resolve": "incomplete",
  "verify audit.jsonl": "head-mismatch",
  "campaign run 2": "confirmation-needed",
  "campaign recall": "incomplete",
  "campaign open-wave": "ring-last",
  "campaign pause": "campaign-state",
  "campaign cancel": "campaign-state",
  "campaign delete": "campaign-state",
  "campaign history 1 --recipient": "recipient-unknown",
  draft: "draft-unknown",
  "backup restore": "backup-unknown",
  "connection delete": "connection-in-use",
};

const files: Readonly<Record<string, string>> = {
  "trackers.csv": "id,pin\n70001,1111\n70002,2222\n",
  "all.csv": "id\n70003\n70004\n",
  "extra.csv": "id\n70005\n",
  "never.csv": "id\n70004\n",
  "blocked.txt": "70009\n",
  "empty.txt": "70001\n70002\n",
  "dns.json": '{"primary":"8.8.8.8","secondary":"8.8.4.4","ip_address_version":4}',
};

beforeAll(async () => {
  // Each message is delivered at once: whether it can still be cancelled must not depend on the time between two examples.
  const smsLife: SmsLife = { pendingMs: 0, bufferedMs: [0, 0], failedRate: 0, expiredRate: 0, asleepRate: 0 };
  service = await startSimulator({ endpoints: 40, smsLife });
});
afterAll(() => service.close());

/** The state that the examples refer to. */
async function prepare(): Promise<CommandLine> {
  for (const [name, text] of Object.entries(files)) folder.write(name, text);
  const line = createCommandLine(folder.path("data"));
  const stdin = JSON.stringify({ application_token: service.applicationToken });
  for (const name of ["second-office", "office"])
    await line.run(["connection", "create", name, "--base-url", service.baseUrl], { stdin });
  await line.run(["sync"]);
  for (let id = 1; id <= 8; id += 1) {
    const plan = ["campaign", "create", "--name", `c${id}`, "--sender", "4911", "--text", "PING"];
    await line.run([...plan, "--filter", `id:7000${id}`]);
  }
  await line.run(["identify", folder.path("trackers.csv"), "--save-audience", "trackers"]);
  const template = ["--text", "REBOOT {{pin}}", "--variable", "pin=0000"];
  await line.run(["template", "save", "reboot", "--folder", "resets", ...template]);
  await line.run(["campaign", "export", "8", "--evidence", "--out", folder.path("reboot.fleetdesk-evidence")]);
  folder.write("settings.json", (await line.run(["settings", "export"])).out);
  return line;
}

function withFiles(words: readonly string[]): readonly string[] {
  return words.map((word) => {
    const [, prefix = "", name] = /^((?:csv:)?)([\w.-]+\.(?:csv|txt|jsonl|json|fleetdesk-evidence))$/.exec(word) ?? [];
    return name === undefined ? word : `${prefix}${folder.path(name)}`;
  });
}

test("every example of the help works against the simulator", async () => {
  const line = await prepare();
  const lines = exampleLines(await loadDefinitions()).filter((words) => !skipped.test(words.join(" ")));
  const stageOf = (words: readonly string[]): number => removes.findIndex((one) => one.test(words.join(" ")));
  for (const words of lines.toSorted((a, b) => stageOf(a) - stageOf(b))) {
    const example = words.join(" ");
    const args = withFiles(words);
    const at = args.indexOf("--out");
    if (at !== -1) rmSync(args[at + 1] ?? "", { force: true });
    const stdin = words.includes("-") ? "70001\n" : inputs().get(example);
    // Watching waits half a minute between two readings.
    const clock = example === "campaign watch 1" ? createFastClock(60) : undefined;
    const ran = await line.run(args, { stdin, clock });
    const code = Object.entries(failing).find(([start]) => isStart(start, words))?.[1] ?? "done";
    expect({ example, exit: ran.code, err: ran.err }).toEqual({
      example,
      exit: exitCodeOf(code),
      err:
        code === "done" || code === "incomplete" ? expect.not.stringContaining("error") : expect.stringContaining(code),
    });
  }
}, 120_000);

function isStart(start: string, words: readonly string[]): boolean {
  const first = start.split(" ");
  return first.every((word, index) => words[index] === word) && (start !== "draft" || words[1] !== "list");
}

/** Example → its standard input. */
function inputs(): ReadonlyMap<string, string> {
  const { baseUrl, applicationToken, username, password } = service;
  return new Map([
    ["connection create practice", JSON.stringify({ baseUrl, applicationToken, username, password })],
    ["proxy sign-in proxy.example:3128", JSON.stringify({ username, password })],
  ]);
}
