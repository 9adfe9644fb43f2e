/** `suppression add --file` reads a customer's table, and reports which endpoints it protects. */
import { writeFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { startSimulator, type Simulator } from "../../../main/simulator/simulator.ts";
import { createCommandLine, type CommandLine } from "../../make/command-line.ts";
import { t } from "../../../main/cli/text.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();
const open: Simulator[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((simulator) => simulator.close()));
});

async function connected(): Promise<CommandLine> {
  const service = await startSimulator({ endpoints: 10 });
  open.push(service);
  const line = createCommandLine(folder.path("data"));
  const stdin = JSON.stringify({ application_token: service.applicationToken });
  await line.run(["connection", "create", "practice", "--base-url", service.baseUrl], { stdin });
  await line.run(["sync", "endpoint"]);
  return line;
}

test("adds the identifiers of a table with named columns, and reports the unknown ones", async () => {
  const line = await connected();
  const endpoint = await line.run(["get", "endpoint", "70002", "--json"]);
  const { record } = endpoint.json<{ record: { sim: { iccid: string } } }>();
  const file = folder.path("customer.csv");
  writeFileSync(file, `Serial;ICCID\nS-1;${record.sim.iccid}\nS-2;8944500000000000001\n`);
  const added = await line.run(["suppression", "add", "--file", file]);
  expect(added.code).toBe(0);
  expect(added.out).toBe(
    `${t(($) => $.cli.campaigns.suppression.added, { added: "2", matching: "1" })}\n${t(($) => $.cli.campaigns.suppression.unmatched, { count: 1, values: "8944500000000000001" })}\n`,
  );
  expect((await line.run(["suppression", "list"])).out).toContain("70002");
});

test("rejects an empty file with a message", async () => {
  const line = await connected();
  const file = folder.path("empty.csv");
  writeFileSync(file, "");
  const rejected = await line.run(["suppression", "add", "--file", file]);
  expect(rejected.code).not.toBe(0);
  expect(rejected.err).toContain("suppression-empty");
});
