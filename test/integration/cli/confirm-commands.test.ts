/** `--confirm COUNT` of `campaign run`: the number of recipients, once, before a large campaign starts. */
import { t } from "../../../main/cli/text.ts";
import { formatText } from "#shared/texts/text.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { startSimulator } from "../../../main/simulator/simulator.ts";
import { createCommandLine } from "../../make/command-line.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();

test("a run above 100 recipients ends with exit code 5 until --confirm has their number", async () => {
  await using stack = new AsyncDisposableStack();
  const service = stack.adopt(await startSimulator({ endpoints: 110 }), (simulator) => simulator.close());
  const line = createCommandLine(folder.path("data"));
  const stdin = JSON.stringify({ application_token: service.applicationToken });
  await line.run(["connection", "create", "practice", "--base-url", service.baseUrl, "--set", "ceiling=5000/300"], {
    stdin,
  });
  await line.run(["sync", "endpoint"]);
  const file = folder.path("list.csv");
  writeFileSync(file, `id\n${Array.from({ length: 110 }, (_, index) => 70_001 + index).join("\n")}\n`);
  const plan = ["campaign", "create", "--name", "all", "--sender", "4911", "--csv", file, "--text", "PING", "--json"];
  const { planned, excluded } = (await line.run(plan)).json<{ planned: number; excluded: unknown[] }>();
  const count = planned - excluded.length;
  expect(count).toBeGreaterThan(100);

  const result = await line.run(["campaign", "run", "1"]);
  expect([result.code, result.out]).toEqual([5, ""]);
  const size = {
    campaign: "1",
    recipients: codedText("recipients", { count }),
    segments: codedText("segments", { count }),
    longest: 1,
  };
  const message = t(($) => $.cli.program.addOption, {
    message: formatText(codedText("start-unconfirmed", size)),
    option: `--confirm ${count}`,
  });
  expect(result.err).toContain(`error: confirmation-needed: ${message}`);
  expect((await line.run(["campaign", "run", "1", "--yes"])).code).toBe(2);
  expect((await line.run(["campaign", "run", "1", "--confirm", String(count - 1)])).code).toBe(5);
  expect(service.ledger()).toEqual([]);

  const create = ["campaign", "create", "--name", "one", "--sender", "4911", "--filter", "id:70001", "--text", "PING"];
  await line.run(create);
  const wrong = await line.run(["campaign", "run", "2", "--confirm", "5"]);
  const one = {
    campaign: "2",
    recipients: codedText("recipients", { count: 1 }),
    segments: codedText("segments", { count: 1 }),
    longest: 1,
    confirmed: 5,
  };
  expect(wrong.err).toContain(formatText(codedText("start-misconfirmed", one)));

  const rate = formatText(
    codedText("pace-default-limited", { requests: 5000, span: codedText("span-minutes", { count: 5 }) }),
  );
  const ran = await line.run(["campaign", "run", "1", "--confirm", String(count)]);
  expect([ran.code, ran.err]).toEqual([0, expect.stringContaining(t(($) => $.cli.campaigns.run.rate, { rate }))]);
  expect(service.ledger()).toHaveLength(count);
  expect((await line.run(["campaign", "resume", "1"])).code).toBe(0);
});

test("nothing is sent, cancelled or deleted by a command that names another connection than that of the campaign or quota change", async () => {
  await using stack = new AsyncDisposableStack();
  const service = stack.adopt(await startSimulator({ endpoints: 3 }), (simulator) => simulator.close());
  const line = createCommandLine(folder.path("data"));
  const stdin = JSON.stringify({ application_token: service.applicationToken });
  for (const name of ["lab", "live"]) {
    await line.run(["connection", "create", name, "--base-url", service.baseUrl, "--set", "ceiling=none"], { stdin });
  }
  const live = ["--connection", "live"];
  await line.run(["sync", "endpoint", ...live]);
  const plan = ["campaign", "create", "--name", "one", "--sender", "4911", "--filter", "id:70001", "--text", "PING"];
  expect((await line.run([...plan, ...live])).code).toBe(0);
  await line.run(["quota", "set", "--ids-file", folder.write("ids.txt", "70001\n"), "--volume", "50", ...live]);
  for (const [command, item] of [
    [["campaign", "run", "1"], t(($) => $.cli.program.campaignItem, { campaign: "1" })],
    [["campaign", "retry", "1", "--rejected"], t(($) => $.cli.program.campaignItem, { campaign: "1" })],
    [["campaign", "cancel", "1"], t(($) => $.cli.program.campaignItem, { campaign: "1" })],
    [["campaign", "delete", "1", "--yes"], t(($) => $.cli.program.campaignItem, { campaign: "1" })],
    [["campaign", "drift", "1", "--exclude", "missing"], t(($) => $.cli.program.campaignItem, { campaign: "1" })],
    [["quota", "start", "1", "--yes"], t(($) => $.cli.program.quotaChangeItem, { change: 1 })],
    [["quota", "cancel", "1"], t(($) => $.cli.program.quotaChangeItem, { change: 1 })],
    [["quota", "undo", "1", "--yes"], t(($) => $.cli.program.quotaChangeItem, { change: 1 })],
  ] as const) {
    const refused = await line.run([...command, "--connection", "lab"]);
    const message = t(($) => $.cli.program.otherConnection, { item, owner: "live", named: "lab" });
    expect([refused.code, refused.err]).toEqual([2, `error: invalid-usage: ${message}\n`]);
  }
  expect(service.ledger()).toEqual([]);
  expect((await line.run(["campaign", "run", "1", ...live])).code).toBe(0);
  expect(service.ledger()).toHaveLength(1);
});
