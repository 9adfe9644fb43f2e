/** The commands that read a fleet: list with an audience, export, check, doctor, audience. */
import type { Overview } from "#shared/contract/overview.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { t } from "../../../main/cli/text.ts";
import { parse } from "csv-parse/sync";
import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSimulator, type Simulator } from "../../../main/simulator/simulator.ts";
import { type CommandLine, createCommandLine } from "../../make/command-line.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();
let service: Simulator;
let line: CommandLine;

/** The scratch folder is new for every test. */
async function synchronised(): Promise<CommandLine> {
  const commandLine = createCommandLine(folder.path("data"));
  const stdin = JSON.stringify({ application_token: service.applicationToken });
  await commandLine.run(["connection", "create", "practice", "--base-url", service.baseUrl], { stdin });
  await commandLine.run(["sync", "endpoint"]);
  return commandLine;
}

beforeAll(async () => {
  service = await startSimulator({ endpoints: 40 });
});

afterAll(() => service.close());

test("a sync reports progress before there is anything to count", async () => {
  const synced = await (await synchronised()).run(["sync", "endpoint"]);
  expect(synced.err.split("\n")[0]).toBe(t(($) => $.cli.fleet.sync.started, { collection: "endpoint" }));
});

const offered = ["endpoint", "sim", "imsi", "organisation", "user", "tariff_plan"];

test("a sync of a service that offers no collection fails and names the base address", async () => {
  const service = await startSimulator({
    endpoints: 5,
    faults: { seed: 1, rules: [{ kind: "refuse", rate: 1, status: 404, on: offered.map((name) => `${name}.list`) }] },
  });
  try {
    const commandLine = createCommandLine(folder.path("elsewhere"));
    const stdin = JSON.stringify({ application_token: service.applicationToken });
    await commandLine.run(["connection", "create", "practice", "--base-url", service.baseUrl], { stdin });
    const synced = await commandLine.run(["sync"]);
    expect([synced.code, synced.err]).toEqual([
      1,
      expect.stringContaining(formatText(codedText("no-collection-offered"))),
    ]);
  } finally {
    await service.close();
  }
});

test.each([
  ["list", "endpoint"],
  ["list", "endpoint", "--output", "csv"],
  ["list", "endpoint", "--output", "json"],
  ["export", "endpoint", "--out", "typing-error.csv"],
])("%s %s with a column that no record has is invalid usage", async (...command) => {
  const { code, out, err } = await (await synchronised()).run([...command, "--columns", "id,sim.icid"]);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toMatch(/\\?"sim\.icid\\?"/);
});

test("a list as CSV, ids and JSON lines has one line for each row", async () => {
  const list = async (...options: string[]): Promise<string> =>
    (await (await synchronised()).run(["list", "endpoint", "--limit", "2", ...options])).out;
  const csv = await list("--output", "csv", "--columns", "id,name");
  expect(csv).toBe('"id","name"\n"70001","van-00001"\n"70002","van-00002"\n');
  expect(await list("--output", "csv", "--columns", "id", "--no-headers")).toBe('"70001"\n"70002"\n');
  const imsis = await list("--output", "csv", "--columns", "imsi", "--no-headers");
  expect(imsis).toMatch(/^("\d+"\n){2}$/);
  expect(await list("--output", "csv", "--columns", "sim.imsi", "--no-headers")).toBe(imsis);
  expect(await list("--output", "ids")).toBe("70001\n70002\n");
  const lines = (await list("--output", "jsonl")).trim().split("\n");
  expect(lines.map((line) => (JSON.parse(line) as { id: number }).id)).toEqual([70001, 70002]);
});

test("examines a list, saves its valid rows as an audience, and writes its invalid rows to a file", async () => {
  line = await synchronised();
  const file = folder.path("given.csv");
  writeFileSync(file, "Nr;Endpoint ID\r\n1;70005\r\n2;8.98E+18\r\n3;70005\r\n4;70007\r\n", "latin1");
  const rejects = folder.path("rejects.csv");
  const ran = await line.run(["identify", file, "--unresolved-out", rejects, "--save-audience", "trackers"]);
  expect([ran.code, ran.err]).toEqual([4, ""]);
  const counts = [
    `2 ${t(($) => $.cli.fleet.doctor.resolved)}`,
    `1 ${t(($) => $.cli.fleet.doctor.damaged)}`,
    `1 ${t(($) => $.cli.fleet.doctor.duplicate)}`,
  ];
  expect(ran.out).toContain(counts.join(", "));
  expect(ran.out).toContain(t(($) => $.cli.fleet.doctor.audienceSaved, { count: 2, id: 1, name: "trackers" }));
  const rows: Record<string, string>[] = parse(readFileSync(rejects, "utf8"), { bom: true, columns: true });
  expect(rows.map(({ row, result, first_row: first }) => [row, result, first])).toEqual([
    ["3", "damaged", ""],
    ["4", "duplicate", "2"],
  ]);

  expect((await line.run(["audience", "get", "Trackers"])).out).toBe("70005\n70007\n");
  const listed = await line.run(["list", "endpoint", "--audience", "trackers", "--json"]);
  expect(listed.json<{ items: { id: number }[]; total: number }>()).toMatchObject({
    items: [{ id: 70_005 }, { id: 70_007 }],
    total: 2,
  });
  const out = folder.path("vans.csv");
  const exported = await line.run(["export", "endpoint", "--out", out, "--audience", "1", "--columns", "id,sim.iccid"]);
  expect([exported.code, exported.out]).toEqual([0, t(($) => $.cli.program.rowsWritten, { count: 2, file: out })]);
  expect(readFileSync(out, "utf8")).toMatch(/^\uFEFF"id","sim\.iccid"\r\n"70005","89\d+"\r\n"70007","89\d+"\r\n$/);
  const again = await line.run(["export", "endpoint", "--out", out]);
  expect([again.code, again.err]).toEqual([5, expect.stringContaining("error: file-exists: ")]);
  const intoFolder = await line.run(["export", "endpoint", "--out", folder.path(".")]);
  expect([intoFolder.code, intoFolder.err]).toEqual([1, expect.stringContaining("error: file-unwritable: ")]);

  expect((await line.run(["audience", "delete", "trackers"])).out).toBe(
    t(($) => $.cli.fleet.audience.removed, { name: "trackers" }),
  );
  expect((await line.run(["audience", "list", "--json"])).json()).toEqual({ items: [], total: 0 });
  expect((await line.run(["audience", "get", "trackers"])).err).toContain("error: audience-unknown: ");
});

test("examines standard input, and succeeds for a list without faults", async () => {
  line = await synchronised();
  const ran = await line.run(["identify", "-", "--json"], { stdin: "70005\n70006\n" });
  expect([ran.code, ran.json<{ counts: { resolved: number } }>().counts.resolved]).toEqual([0, 2]);
});

test("compares the cache with the service, and reports a difference with the exit code too", async () => {
  line = await synchronised();
  const agreed = await line.run(["check", "endpoint", "--sort=-name"]);
  expect([agreed.code, agreed.out]).toEqual([
    0,
    expect.stringContaining(
      [
        t(($) => $.cli.fleet.check.agree),
        t(($) => $.cli.fleet.check.compared, { count: 40 }),
        t(($) => $.cli.fleet.check.totals, { cache: 40, service: 40 }),
      ].join("\n"),
    ),
  ]);
  await fetch(`${service.baseUrl}/_simulator/mutate`, {
    method: "POST",
    body: JSON.stringify({ collection: "endpoint", delete: [70_010] }),
  });
  const differs = await line.run(["check", "endpoint"]);
  expect([differs.code, differs.out]).toEqual([
    1,
    expect.stringContaining(t(($) => $.cli.fleet.check.onlyInCache, { ids: "70010" })),
  ]);
});

test("a live list without matches has a total of 0", async () => {
  line = await synchronised();
  const ran = await line.run(["list", "endpoint", "--live", "--filter", "name:nothing has this", "--json"]);
  expect(ran.json()).toMatchObject({ items: [], total: 0, complete: true });
});

test("the overview prints figures with the command that lists the rows of each", async () => {
  const commandLine = await synchronised();
  const document = (await commandLine.run(["overview", "--json"])).json<Overview>();
  const { byStatus, withoutSim } = document.endpoints;
  const cached = byStatus.reduce((sum, { count }) => sum + count, 0);
  expect(document.contact).toEqual({ unknown: cached });
  const { out } = await commandLine.run(["overview"]);
  for (const [count, command] of [
    [byStatus.find(({ value }) => value === "0")?.count ?? 0, "fleetdesk list endpoint --filter status:0"],
    [withoutSim, "fleetdesk list endpoint --filter sim_status:null"],
    [cached, "fleetdesk list endpoint --filter seen:unknown"],
  ] as const) {
    const line = out.split("\n").find((one) => one.endsWith(command)) ?? "";
    expect(line).toMatch(new RegExp(String.raw` ${count} `));
    const listed = await commandLine.run([...command.split(" ").slice(1), "--output", "ids", "--limit", "1000"]);
    expect(listed.out.split("\n").filter((one) => one !== "")).toHaveLength(count);
  }
});

test("criteria of the cache find and count records, and a live list rejects them", async () => {
  const commandLine = await synchronised();
  const listed = await commandLine.run(["list", "endpoint", "--filter", "VAN-00001,not:status:disabled", "-o", "ids"]);
  expect(listed.out).toBe("70001\n");
  const counts = await commandLine.run([
    "count",
    "endpoint",
    "--by",
    "status",
    "--filter",
    "or:id:70001|id:70002",
    "--json",
  ]);
  expect(counts.json()).toMatchObject({ items: [{ value: "0", label: "Enabled", count: 2 }], other: 0 });
  // No event was read: that no endpoint was seen is not known.
  const seen = ["list", "endpoint", "--filter", "seen:<24h"];
  const { total } = (await commandLine.run(["list", "endpoint", "--json"])).json<{ total: number }>();
  const undecided = formatText(codedText("contacts-undecided", { count: total }));
  expect((await commandLine.run(seen)).out).toContain(undecided);
  const [, ...query] = seen;
  expect((await commandLine.run(["count", ...query, "--by", "status"])).out).toContain(undecided);
  const exported = await commandLine.run(["export", ...query, "--out", folder.path("seen.csv")]);
  expect(exported.out).toContain(undecided);
  expect((await commandLine.run([...seen, "--json"])).json()).toMatchObject({ items: [], total: 0, unknown: total });
  const live = await commandLine.run(["list", "endpoint", "--filter", "van", "--live"]);
  expect([live.code, live.out]).toEqual([2, ""]);
  expect(live.err).toContain(formatText(codedText("filter-cache-only", { name: "any" })));
});
