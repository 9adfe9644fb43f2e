/** What the command line says while it waits for the service, and how long it waits. */
import { codedText } from "#shared/texts/coded-text.ts";
import { t } from "../../../main/cli/text.ts";
import { formatText } from "#shared/texts/text.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startSimulator, type Simulator } from "../../../main/simulator/simulator.ts";
import { createFakeTerminal } from "../../fakes/fake-terminal.ts";
import { createFastClock } from "../../fakes/fast-clock.ts";
import { type CommandLine, createCommandLine } from "../../make/command-line.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";
import { soon } from "../../make/soon.ts";

const folder = useScratchFolder();
let service: Simulator;
let line: CommandLine;

beforeEach(async () => {
  service = await startSimulator({ endpoints: 3 });
  line = createCommandLine(folder.path("data"));
  const stdin = JSON.stringify({ application_token: service.applicationToken });
  await line.run(["connection", "create", "practice", "--base-url", service.baseUrl], { stdin });
});

afterEach(() => service.close());

test("a sync that the service puts off for an hour ends at once, and says when to try again", async () => {
  service.setFaults({ rules: [{ kind: "throttle", rate: 1, retryAfter: 3600, on: "endpoint.list" }] });
  const { code, err } = await line.run(["sync", "endpoint"]);
  expect([code, err]).toEqual([1, expect.stringMatching(/error: throttled: .* Try again at 20\d\d-.*:\d\dZ\.\n/)]);
});

test("a sync that the service puts off for ten minutes says when the next request is, and Ctrl-C ends it", async () => {
  service.setFaults({ rules: [{ kind: "throttle", rate: 1, retryAfter: 600, on: "endpoint.list" }] });
  const terminal = createFakeTerminal();
  const running = line.run(["sync", "endpoint"], { terminal, clock: createFastClock(20) });
  await expect
    .poll(() => terminal.written.err, soon)
    .toMatch(new RegExp(`^${t(($) => $.cli.program.wait.rateLimited)}.* 20\\d\\d-.*:\\d\\dZ `, "m"));
  terminal.interrupt();
  expect((await running).code).toBe(130);
});

test("a read that the service does not answer is given up after --timeout", async () => {
  service.setFaults({ rules: [{ kind: "slow", rate: 1, delayMs: 600_000, on: "sms.list" }] });
  const clock = createFastClock(20);
  const read = await line.run(["sms", "list", "70001", "--timeout", "20"], { clock });
  expect([read.code, read.err]).toEqual([
    1,
    expect.stringContaining(`error: read-timeout: ${formatText(codedText("read-timeout", { seconds: 20 }))}\n`),
  ]);
});
