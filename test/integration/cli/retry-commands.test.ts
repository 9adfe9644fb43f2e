/** `campaign retry --unknown` prints how many recipients may get the message twice, and requires that number; `campaign recall`. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { writeFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { startSimulator, type Simulator } from "../../../main/simulator/simulator.ts";
import type { FaultRule } from "../../../main/simulator/faults.ts";
import { createCommandLine, type CommandLine } from "../../make/command-line.ts";
import { t } from "../../../main/cli/text.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();
const open: Simulator[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((simulator) => simulator.close()));
});

/** A campaign to the endpoints 70001 and 70002, not yet started. */
async function openCampaign(rules: readonly FaultRule[]): Promise<CommandLine> {
  const service = await startSimulator({ endpoints: 10, faults: { seed: 1, rules } });
  open.push(service);
  const line = createCommandLine(folder.path("data"));
  const stdin = JSON.stringify({ application_token: service.applicationToken });
  await line.run(["connection", "create", "practice", "--base-url", service.baseUrl], { stdin });
  await line.run(["sync", "endpoint"]);
  const file = folder.path("list.csv");
  writeFileSync(file, "id\n70001\n70002\n");
  await line.run(["campaign", "create", "--name", "lost", "--sender", "4911", "--csv", file, "--text", "PING"]);
  return line;
}

test("a retry of unknown recipients requeues none before their number is confirmed", async () => {
  const line = await openCampaign([
    { kind: "reset-after", rate: 1, on: "sms.send", endpoints: [70_001] },
    { kind: "refuse", rate: 1, on: "sms.list" },
  ]);
  expect((await line.run(["campaign", "run", "1"])).code).toBe(4);

  const result = await line.run(["campaign", "retry", "1", "--unknown"]);
  expect(result.code).toBe(5);
  const message = formatText(codedText("may-receive-twice", { count: 1 }));
  expect(result.err).toContain(t(($) => $.cli.program.addOption, { message, option: "--confirm 1" }));
  const status = (await line.run(["campaign", "get", "1", "--json"])).json();
  expect(status).toMatchObject({ counts: { pending: 0 } });

  const done = await line.run(["campaign", "retry", "1", "--unknown", "--confirm", "1"]);
  expect(done.code).toBe(0);
  expect(done.out).toContain(
    t(($) => $.cli.campaigns.retry.requeued, {
      count: 1,
      next: t(($) => $.cli.campaigns.retry.next, { campaign: "1" }),
    }),
  );
  expect((await line.run(["campaign", "retry", "1", "--rejected", "--confirm", "1"])).code).toBe(2);
});

test("a recall that leaves messages uncancelled ends as incomplete", async () => {
  const line = await openCampaign([{ kind: "refuse", rate: 1, on: "sms.cancel", endpoints: [70_001] }]);
  expect((await line.run(["campaign", "run", "1"])).code).toBe(0);
  const recall = await line.run(["campaign", "recall", "1", "--json"]);
  expect([recall.code, recall.json()]).toMatchObject([4, { requested: 2 }]);
});
