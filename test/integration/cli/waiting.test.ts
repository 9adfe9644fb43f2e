/** Messages of the command line while it waits for the service, and the limits of the wait. */
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
import { textPattern } from "../../make/text-pattern.ts";

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

test("a sync that the service delays by an hour ends immediately, and reports when to retry", async () => {
  service.setFaults({ rules: [{ kind: "throttle", rate: 1, retryAfter: 3600, on: "endpoint.list" }] });
  const { code, err } = await line.run(["sync", "endpoint"]);
  const tryAgain = textPattern((any) =>
    formatText(codedText("throttled-until", { status: 429, until: any(/20\d\d-.*:\d\dZ/) })),
  );
  expect([code, err]).toEqual([1, expect.stringMatching(new RegExp(`error: throttled: ${tryAgain}\n`))]);
});

test("a sync that the service delays by ten minutes reports the time of the next request, and Ctrl-C ends it", async () => {
  service.setFaults({ rules: [{ kind: "throttle", rate: 1, retryAfter: 600, on: "endpoint.list" }] });
  const terminal = createFakeTerminal();
  const running = line.run(["sync", "endpoint"], { terminal, clock: createFastClock(20) });
  await expect
    .poll(() => terminal.written.err, soon)
    .toMatch(new RegExp(`^${RegExp.escape(t(($) => $.cli.program.wait.rateLimited))}.* 20\\d\\d-.*:\\d\\dZ `, "m"));
  terminal.interrupt();
  expect((await running).code).toBe(130);
});

test("a read without a response ends after --timeout", async () => {
  service.setFaults({ rules: [{ kind: "slow", rate: 1, delayMs: 600_000, on: "sms.list" }] });
  const clock = createFastClock(20);
  const read = await line.run(["sms", "list", "70001", "--timeout", "20"], { clock });
  expect([read.code, read.err]).toEqual([
    1,
    expect.stringContaining(`error: read-timeout: ${formatText(codedText("read-timeout", { seconds: 20 }))}\n`),
  ]);
});
