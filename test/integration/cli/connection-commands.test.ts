/** Managing connections on the command line. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { mkdirSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { t } from "../../../main/cli/text.ts";
import { startSimulator, type Simulator } from "../../../main/simulator/simulator.ts";
import { createCommandLine, type CommandLine } from "../../make/command-line.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";
import { tableRow } from "../../make/table-row.ts";

const folder = useScratchFolder();
const open: Simulator[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((simulator) => simulator.close()));
});

async function connected(): Promise<{
  readonly cli: CommandLine;
  readonly service: Simulator;
  readonly secret: string;
}> {
  const service = await startSimulator({ endpoints: 5 });
  open.push(service);
  const cli = createCommandLine(folder.path("data"));
  const secret = JSON.stringify({ application_token: service.applicationToken });
  const ran = await cli.run(["connection", "create", "office", "--base-url", service.baseUrl], { stdin: secret });
  expect(ran).toMatchObject({ code: 0, err: "" });
  return { cli, service, secret };
}

test("changes a setting by name, and the others stay unchanged", async () => {
  const { cli } = await connected();
  await cli.run(["connection", "update", "office", "--set", "separator=space"]);
  const ran = await cli.run(["connection", "update", "office", "--set", "ceiling=1000/300", "--json"]);
  expect(ran.json()).toMatchObject({
    name: "office",
    options: { separator: "space", ceiling: { requests: 1000, seconds: 300 }, quotaPath: "auto" },
  });
  expect((await cli.run(["connection", "update", "office"])).code).toBe(2);
});

test("connecting again preserves the settings that are not named", async () => {
  const { cli, service, secret } = await connected();
  await cli.run(["connection", "update", "office", "--set", "daily-budget=150", "--set", "reconcileAfterMs=10000"]);
  const again = [
    "connection",
    "create",
    "office",
    "--base-url",
    `${service.baseUrl}/`,
    "--set",
    "daily-budget=200",
    "--json",
  ];
  expect((await cli.run(again, { stdin: secret })).json()).toMatchObject({
    connection: { options: { dailyBudget: 200, reconcileAfterMs: 10_000 } },
  });
});

test("the default sender is used by sms send and campaign create without --sender", async () => {
  const { cli, service } = await connected();
  const send = ["sms", "send", "70001", "--text", "PING"];
  const without = await cli.run(send);
  expect(without.code).toBe(2);
  expect(without.err).toContain(t(($) => $.cli.messages.send.senderMissing, { connection: "office" }));
  await cli.run(["connection", "update", "office", "--set", "default-sender=+49 157 1122"]);
  expect(await cli.run(send)).toMatchObject({ code: 0 });
  const csv = folder.write("ids.csv", "id\n70002\n");
  const create = ["campaign", "create", "--name", "a", "--text", "PING", "--csv", csv, "--json"];
  const { campaignId } = (await cli.run(create)).json<{ campaignId: string }>();
  expect(await cli.run(["campaign", "run", campaignId])).toMatchObject({ code: 0 });
  expect(service.ledger().map(({ endpointId, sourceAddress }) => [endpointId, sourceAddress])).toEqual([
    [70001, "491571122"],
    [70002, "491571122"],
  ]);
});

test("deleting reports that backups of the database remain", async () => {
  const { cli } = await connected();
  mkdirSync(folder.path("data/backups"));
  folder.write("data/backups/fleetdesk-2031-01-02T00-00-00-000Z-v200.db", "");
  const { out } = await cli.run(["connection", "delete", "office"]);
  expect(out).toContain(t(($) => $.cli.connections.delete.backups, { count: 1 }));
});

test("a deleted connection is in no list, and its name is available again", async () => {
  const { cli, service, secret } = await connected();
  expect(await cli.run(["connection", "delete", "office"])).toMatchObject({ code: 0 });
  expect((await cli.run(["connection", "list", "--json"])).json()).toEqual({ items: [], total: 0 });
  expect((await cli.run(["connection", "delete", "office"])).err).toContain("connection-unknown");
  const again = await cli.run(["connection", "create", "office", "--base-url", service.baseUrl], { stdin: secret });
  expect(again.code).toBe(0);
});

test("reports the path to a service hop by hop, and ends with exit code 1 if a hop fails", async () => {
  const { cli, service, secret } = await connected();
  const good = await cli.run(["connection", "test", "office"]);
  expect(good).toMatchObject({ code: 0, err: "" });
  expect(good.out).toContain(formatText(codedText("test-connection-signed-in", { name: "office" })));
  const bare = (await cli.run(["connection", "test", "--base-url", service.baseUrl, "--json"])).json();
  expect(bare).toMatchObject({ works: true });
  const signedIn = await cli.run(["connection", "test", "--base-url", service.baseUrl, "--sign-in"], { stdin: secret });
  expect(signedIn.out).toContain(formatText(codedText("test-sign-in-ok")));
  const wrong = await cli.run(["connection", "test", "--base-url", "nowhere"]);
  expect(wrong).toMatchObject({ code: 1 });
  expect(wrong.out).toContain("invalid-url");
});

test("diagnostics contain version, paths, the protection of tokens, and numbered checks", async () => {
  const cli = createCommandLine(folder.path("data"));
  const ran = await cli.run(["diagnostics", "--json"]);
  expect(ran).toMatchObject({ code: 0, err: "" });
  const [program] = ran.json<{ checks: unknown[] }>().checks;
  expect(program).toMatchObject({ id: "program", result: "ok" });
  expect(ran.json()).toMatchObject({
    version: packageJson.version,
    dataDir: folder.path("data"),
    keychain: { state: "ready", protection: "file" },
  });
  const table = await cli.run(["diagnostics", "--offline"]);
  const row = tableRow(
    "4",
    t(($) => $.settings.diagnostics.check.integrity),
    t(($) => $.settings.diagnostics.result.ok),
  );
  expect(table.out).toMatch(new RegExp(`^${row}`, "m"));
});

test("a problem is exit code 1; its report and the log have no name of a connection and no token", async () => {
  const { cli, service, secret } = await connected();
  const { baseUrl, applicationToken } = service;
  await cli.run(["connection", "create", "Acme Fleet", "--base-url", baseUrl], { stdin: secret });
  await cli.run(["sign-out", "--connection", "Acme Fleet"]);
  const scope = ["--connection", "Acme Fleet"];
  expect(await cli.run(["diagnostics", ...scope])).toMatchObject({ code: 1, err: "" });
  const report = (await cli.run(["diagnostics", "--report", ...scope])).json<{ checks: { id: string }[] }>();
  expect(report.checks.find(({ id }) => id === "session")).toMatchObject({
    result: "problem",
    code: "sign-in-required",
  });
  expect(JSON.stringify(report)).not.toMatch(/acme/i);
  expect(JSON.stringify(report)).not.toContain(applicationToken);
  const named = await cli.run(["diagnostics", "--report", "--identifiers"]);
  expect(named.out).not.toContain(applicationToken);
  expect(await cli.run(["log", "--level", "error"])).toMatchObject({
    code: 0,
    out: t(($) => $.cli.settings.log.empty),
  });
});
