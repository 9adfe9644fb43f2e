/** `list --live` and `event list --live`: pages as the service returns them, and warnings about its responses. */
import { echoWarnings, mismatchWarning } from "../../../main/core/api/paging.ts";
import { t } from "../../../main/cli/text.ts";
import { formatText } from "#shared/texts/text.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { afterEach, expect, test } from "vitest";
import { startSimulator } from "../../../main/simulator/simulator.ts";
import { jsonAnswer, startOddService } from "../../fakes/odd-service.ts";
import { type CommandLine, createCommandLine } from "../../make/command-line.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();
const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

async function connect(baseUrl: string, applicationToken: string): Promise<CommandLine> {
  const line = createCommandLine(folder.path("data"));
  const stdin = JSON.stringify({ application_token: applicationToken });
  await line.run(["connection", "create", "practice", "--base-url", baseUrl], { stdin });
  return line;
}

async function practice(): Promise<CommandLine> {
  const service = await startSimulator({ endpoints: 250 });
  open.push(service);
  return await connect(service.baseUrl, service.applicationToken);
}

function mismatch(fields: string, mismatches: number, count: number): string {
  return formatText(codedText("filter-mismatch", { fields, mismatches, count }));
}

/** Answers every list with the same records and headers, whatever was requested. */
async function startFixedService(
  records: readonly object[],
  headers: Readonly<Record<string, string>>,
): Promise<CommandLine> {
  const service = await startOddService(({ path }, socket) =>
    socket.write(
      path.endsWith("/authenticate") ? jsonAnswer(200, { auth_token: "a.b.c" }) : jsonAnswer(200, records, headers),
    ),
  );
  open.push(service);
  return await connect(service.baseUrl, "token");
}

test("does not show the list of a service that ignores the filter as filtered", async () => {
  const line = await startFixedService([{ id: 1 }, { id: 2 }], { "x-total-count": "2001", "x-sort": "id" });
  const listed = await line.run(["list", "endpoint", "--live", "--filter", "id:5003", "--sort=-name", "--limit", "2"]);
  expect(listed.err).toBe(
    [
      mismatchWarning(["id"], 2, 2),
      ...echoWarnings("endpoint", { filter: [], sort: [{ field: "name" }] }, { sortEcho: "id" }),
    ]
      .map((warning) => t(($) => $.cli.fleet.warning, { warning: formatText(warning) }))
      .join(""),
  );
});

test("warnings are part of the JSON of a live list", async () => {
  const line = await startFixedService([{ id: 1 }, { id: 2 }], {});
  const listed = await line.run(["list", "endpoint", "--live", "--filter", "id:1", "--json"]);
  const warnings = [formatText(mismatchWarning(["id"], 1, 2))];
  expect(listed.json()).toMatchObject({ items: { length: 2 }, warnings });
});

test("does not show events of a service that ignores the filter as filtered", async () => {
  const line = await startFixedService([{ id: 1, event_severity: { id: 0 }, endpoint: { id: 777, name: "van" } }], {});
  const filter = ["--filter", "endpoint:70001,severity:critical"];
  const listed = await line.run(["event", "list", "--live", ...filter]);
  expect(listed.err).toBe(t(($) => $.cli.program.warning, { warning: mismatch("endpoint and severity", 1, 1) }));
});

test("reading all pages of a service that always returns the first page is incomplete", async () => {
  const line = await startFixedService([{ id: 1 }, { id: 2 }], { "x-total-count": "2001" });
  const listed = await line.run(["list", "endpoint", "--live", "--all"]);
  expect([listed.code, listed.err]).toEqual([
    4,
    t(($) => $.cli.fleet.warning, {
      warning: t(($) => $.cli.fleet.list.incomplete, { received: 2, total: 2001 }),
    }),
  ]);
});

test("shows a total below the number of rows as reported by the service", async () => {
  const line = await startFixedService([{ id: 1 }, { id: 2 }], { "x-total-count": "0" });
  expect((await line.run(["list", "endpoint", "--live"])).out).toContain(
    t(($) => $.cli.fleet.list.footer.visibleReported, { count: 2, total: 0 }),
  );
});

test("shows one page as the service returns it, with its page number", async () => {
  const line = await practice();
  const listed = await line.run(["list", "endpoint", "--live", "--page", "2", "--per-page", "100"]);
  expect(listed.out).toContain(
    [
      `${t(($) => $.cli.fleet.list.footer.pageOf, { page: 2, pages: 3 })}, ${t(($) => $.cli.fleet.list.footer.perPage, { count: 100 })}`,
      t(($) => $.cli.fleet.list.footer.visibleOf, { count: 100, total: 250 }),
    ].join(" · "),
  );
  const beyond = await line.run(["list", "endpoint", "--live", "--page", "9", "--per-page", "100", "--json"]);
  expect(JSON.parse(beyond.out)).toMatchObject({ page: 3, totalPages: 3, total: 250 });
  const first = await line.run(["list", "endpoint", "--live", "--page", "-4", "--per-page", "0", "--json"]);
  expect(JSON.parse(first.out)).toMatchObject({ page: 1, items: { length: 250 } });
});

test("reads all pages until the service has no more", async () => {
  const line = await practice();
  const listed = await line.run(["list", "endpoint", "--live", "--all", "--per-page", "100", "--json"]);
  const { items, complete } = JSON.parse(listed.out) as {
    readonly items: readonly object[];
    readonly complete: boolean;
  };
  expect([items.length, complete]).toEqual([250, true]);
});

test("passes a property that is unknown here to the service", async () => {
  const line = await practice();
  const rejected = await line.run(["list", "organisation", "--live", "--sort", "type"]);
  expect([rejected.code, rejected.err]).toEqual([1, expect.stringContaining("service-1302")]);
  const cached = await line.run(["list", "organisation", "--sort", "type"]);
  expect([cached.code, cached.err]).toEqual([2, expect.stringContaining("sort-invalid")]);
});

test.each([
  [["--page", "2"], t(($) => $.cli.fleet.list.pagingNeedsLive)],
  [["--live", "--all", "--page", "2"], t(($) => $.cli.fleet.list.pageOrAll)],
  [["--live", "--all", "--limit", "5"], t(($) => $.cli.fleet.list.limitOrPages)],
])("rejects the combination %j", async (options, sentence) => {
  const line = createCommandLine(folder.path("data"));
  const listed = await line.run(["list", "endpoint", ...options]);
  expect([listed.code, listed.err]).toEqual([2, expect.stringContaining(sentence)]);
});

test("pages events too", async () => {
  const line = await practice();
  const listed = await line.run(["event", "list", "--live", "--page", "2", "--limit", "10", "--json"]);
  expect(JSON.parse(listed.out)).toMatchObject({ page: expect.any(Number), warnings: [] });
});

test("reports events that were read but are older than the listed ones", async () => {
  const line = await startFixedService([{ id: 1, timestamp: "2020-01-01T00:00:00.000Z" }], { "x-total-count": "1" });
  const result = await line.run(["event", "list"]);
  expect([result.out, result.err]).toEqual([
    expect.stringMatching(new RegExp(`^${t(($) => $.cli.events.countLine, { count: 0 })}`)),
    t(($) => $.cli.events.noneInPeriod, { count: 1 }),
  ]);
});

test("lists the tariff plans of an organisation that is not in the cache", async () => {
  const line = await startFixedService([{ id: 301, name: "Europe" }], {});
  const result = await line.run(["get", "organisation", "4200", "--tariff-plans"]);
  expect([result.code, result.out, result.err]).toEqual([
    0,
    expect.stringMatching(/301 +Europe/),
    t(($) => $.cli.fleet.show.organisationNotCached, { organisation: "4200" }),
  ]);
});
