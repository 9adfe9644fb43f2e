/** A data directory that is not writable: cached data can be read, and commands that change something report why they cannot. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { t } from "../../../main/cli/text.ts";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startSimulator, type Simulator } from "../../../main/simulator/simulator.ts";
import { createCommandLine, type CommandLine } from "../../make/command-line.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();
let simulator: Simulator;
let line: CommandLine;

beforeEach(async () => {
  simulator = await startSimulator({ endpoints: 5 });
  line = createCommandLine(folder.path("data"));
  const secret = JSON.stringify({ application_token: simulator.applicationToken });
  await line.run(["connection", "create", "office", "--base-url", simulator.baseUrl, "--set", "ceiling=none"], {
    stdin: secret,
  });
  await line.run(["sync", "endpoint"]);
  const csv = folder.write("recipients.csv", "id\n70001\n");
  await line.run(["campaign", "create", "--name", "kept", "--sender", "4911", "--text", "CHK", "--csv", csv]);
});
afterEach(() => simulator.close());

/** A folder in place of a file that must be written simulates missing permissions: these tests may run as root. */
const places = [
  ["its lock cannot be taken", "data/lock.db-journal"],
  ["its owner cannot be recorded", "data/owner.json.new"],
  ["its database cannot be marked as open", "data/fleetdesk.db-open"],
] as const;

const notWritable = (): string => formatText(codedText("data-dir-read-only", { directory: folder.path("data") }));

test.each(places)("if %s, lists, records and campaigns are shown", async (_case, place) => {
  rmSync(folder.path(place), { force: true });
  mkdirSync(folder.path(place));
  const listed = await line.run(["list", "endpoint", "--json"]);
  expect(listed.err).toBe(t(($) => $.cli.program.readOnly, { reason: notWritable() }));
  expect(listed.json<{ items: unknown[] }>().items).toHaveLength(5);
  expect((await line.run(["get", "endpoint", "70001", "--json"])).code).toBe(0);
  expect((await line.run(["campaign", "get", "1", "--json"])).json()).toMatchObject({ state: "planned" });
});

test.each(places)("if %s, nothing is sent or changed", async (_case, place) => {
  rmSync(folder.path(place), { force: true });
  mkdirSync(folder.path(place));
  for (const command of [
    ["campaign", "run", "1"],
    ["suppression", "add", "70001"],
    ["sms", "send", "70001", "--sender", "4911", "--text", "CHK"],
  ]) {
    const ran = await line.run(command);
    expect(ran).toMatchObject({ code: 1 });
    expect(ran.err).toContain(`error: data-dir-read-only: ${notWritable()}`);
  }
  expect(simulator.ledger()).toEqual([]);
  rmSync(folder.path(place), { recursive: true });
  expect((await line.run(["campaign", "run", "1"])).code).toBe(0);
  expect(readdirSync(folder.path("data"))).not.toContain("fleetdesk.db-open");
});
