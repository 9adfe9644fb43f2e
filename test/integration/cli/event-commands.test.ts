/** Events on the command line: requested, shown without a network, followed, exported. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { readFileSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import type { SimulatorOptions } from "../../../main/simulator/options.ts";
import { startSimulator, type Simulator } from "../../../main/simulator/simulator.ts";
import { createFastClock } from "../../fakes/fast-clock.ts";
import { createFakeTerminal } from "../../fakes/fake-terminal.ts";
import { createCommandLine, type CommandLine } from "../../make/command-line.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";
import { textPattern } from "../../make/text-pattern.ts";
import { t } from "../../../main/cli/text.ts";
import { soon } from "../../make/soon.ts";

const folder = useScratchFolder();
const open: Simulator[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((simulator) => simulator.close()));
});

async function connected(
  options: SimulatorOptions = {},
): Promise<{ readonly line: CommandLine; readonly service: Simulator }> {
  const service = await startSimulator({ endpoints: 20, ...options });
  open.push(service);
  const line = createCommandLine(folder.path("data"));
  const stdin = JSON.stringify({ application_token: service.applicationToken });
  await line.run(["connection", "create", "practice", "--base-url", service.baseUrl], { stdin });
  return { line, service };
}

interface EventList {
  readonly items: readonly {
    readonly id: string;
    readonly severity: string;
    readonly endpoint?: { readonly id: string };
  }[];
  readonly more: boolean;
  readonly coverage: { readonly whole: boolean; readonly spans: readonly unknown[] };
}

/** The line of a completely read period. */
const readWhole = textPattern((any) =>
  t(($) => $.cli.events.coverage.whole, { time: t(($) => $.cli.events.coverage.at, { time: any(/20\d\d-.*Z/) }) }),
);

test("events are requested, and shown again when the service is unreachable", async () => {
  const { line, service } = await connected();
  const online = await line.run(["event", "list", "--endpoint", "70001", "--json"]);
  const { items, coverage } = online.json<EventList>();
  expect([online.code, coverage.spans.length]).toEqual([0, 1]);
  expect(items.every(({ endpoint }) => endpoint?.id === "70001")).toBe(true);
  await service.close();
  const offline = await line.run(["event", "list", "--endpoint", "70001", "--cached", "--json"]);
  expect(offline.json<EventList>().items).toEqual(items);
  const table = await line.run(["event", "list", "--endpoint", "70001", "--cached"]);
  expect(table.out).toContain("SEVERITY");
  expect(table.out).toMatch(new RegExp(readWhole));
});

test("reports a completely read period as complete", async () => {
  const { line } = await connected();
  const days = (count: number): string => new Date(Date.now() - count * 86_400_000).toISOString();
  const period = ["event", "list", "--since", days(20), "--until", days(2), "--limit", "1000"];
  const whole = await line.run(period);
  const count = (await line.run([...period, "--cached", "--json"])).json<EventList>().items.length;
  expect(count).toBeGreaterThan(1);
  const countLine = RegExp.escape(t(($) => $.cli.events.countLine, { count }));
  expect(whole.out).toMatch(new RegExp(`\n${countLine}${readWhole}$`));
  const wider = await line.run(["event", "list", "--since", days(25), "--until", days(2), "--cached"]);
  const partly = textPattern((any) =>
    t(($) => $.cli.events.coverage.partly, { time: any(/.+/), gaps: any(/20\d\d-.+/) }),
  );
  expect(wider.out).toMatch(new RegExp(partly));
});

test("a period that was not read is unknown, not empty", async () => {
  const { line } = await connected();
  const unread = await line.run(["event", "list", "--sim", "4242", "--cached"]);
  expect(unread.out).toBe(t(($) => $.cli.events.countLine, { count: 0 }) + t(($) => $.cli.events.coverage.none));
});

test("filters, dates and severities restrict; invalid ones are named and nothing is requested", async () => {
  const { line } = await connected();
  const filtered = await line.run(["event", "list", "--filter", "type:1|2,severity:0", "--limit", "200", "--json"]);
  expect(filtered.json<EventList>().items.length).toBeGreaterThan(0);
  const only = await line.run(["event", "list", "--cached", "--severity", "critical", "--json"]);
  expect(only.json<EventList>().items.every(({ severity }) => severity === "critical")).toBe(true);
  const cases: readonly [readonly string[], string][] = [
    [["--filter", "colour:red"], "error: filter-invalid: "],
    [["--filter", "severity:high"], "error: filter-invalid: "],
    [["--endpoint", "1", "--sim", "2"], "error: invalid-usage: "],
    [["--cached", "--follow"], "error: invalid-usage: "],
    [["--live", "--all"], `error: invalid-usage: ${t(($) => $.cli.events.pagingCached)}`],
    [["--follow", "--cursor", "1"], `error: invalid-usage: ${t(($) => $.cli.events.pagingCached)}`],
    [["--follow", "--output", "csv"], `error: invalid-usage: ${t(($) => $.cli.events.followFormats)}`],
    [["--follow", "--columns", "at"], `error: invalid-usage: ${t(($) => $.cli.events.followFormats)}`],
    [["--sort=-timestamp"], "error: invalid-usage: "],
    [["--since", "2031-01-02", "--until", "2031-01-01"], "error: invalid-input: "],
    [["--since", "yesterday"], "error: invalid-usage: "],
    [["--since", "2131-01-02"], `error: invalid-input: ${formatText(codedText("period-starts-in-future"))}`],
    [["--sim", ""], `error: invalid-usage: ${t(($) => $.cli.events.emptyScope, { option: "sim" })}`],
  ];
  for (const [args, message] of cases) {
    const { code, err } = await line.run(["event", "list", ...args]);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  }
});

test("an endpoint is found by any identifier; nothing is requested for an unknown one", async () => {
  const { line } = await connected();
  await line.run(["sync", "endpoint"]);
  const named = await line.run(["event", "list", "--endpoint", "van-00001", "--json"]);
  expect(named.json<EventList>().items.every(({ endpoint }) => endpoint?.id === "70001")).toBe(true);
  for (const part of [["list"], ["history"], ["export", "--out", folder.path("never.csv")]]) {
    const { code, err } = await line.run(["event", ...part, "--endpoint", "van-99999"]);
    expect([code, err]).toEqual([1, expect.stringContaining("error: endpoint-unknown: ")]);
    expect(err).toContain(t(($) => $.cli.events.notContacted));
  }
});

test("reports a service without the list of all events, also from the cache", async () => {
  const { line } = await connected({ oddities: { notOffered: ["event.list"] } });
  const result = await line.run(["event", "list"]);
  expect([result.code, result.err]).toEqual([
    1,
    `error: not-offered: ${formatText(codedText("events-not-offered"))}\n`,
  ]);
  expect((await line.run(["event", "list", "--cached"])).out).toMatch(
    new RegExp(textPattern((any) => t(($) => $.cli.events.coverage.notOffered, { time: any(/20\d\d-.*Z/) }))),
  );
});

test("reads one page from the service in any of its orders", async () => {
  const { line } = await connected();
  const live = await line.run(["event", "list", "--live", "--sort", "type,-id", "--limit", "5", "--json"]);
  expect(live.json<{ items: unknown[]; total: number }>()).toMatchObject({ total: 40 });
  expect(live.json<{ items: unknown[] }>().items).toHaveLength(5);
});

test("an endpoint's history contains its events, messages and changes", async () => {
  const { line } = await connected();
  await line.run(["sync", "endpoint"]);
  await line.run(["event", "list", "--endpoint", "70001"]);
  await line.run(["sms", "send", "70001", "--sender", "4911", "--text", "PING"]);
  await line.run(["sms", "thread", "70001", "--refresh"]);
  const history = await line.run(["event", "history", "--endpoint", "70001", "--json"]);
  interface EventHistory {
    readonly items: readonly { source: string; message?: { submittedAt: string }; change?: { at: string } }[];
    readonly coverage: { sms: unknown; changes: unknown };
  }
  const { items, coverage } = history.json<EventHistory>();
  expect(items.map(({ source }) => source)).toContain("sms");
  const moments = items.flatMap(({ message, change }) => [message?.submittedAt ?? [], change?.at ?? []].flat());
  expect(moments).toEqual(moments.map(() => expect.stringMatching(/^20\d\d-.*Z$/)));
  expect(moments).not.toEqual([]);
  expect(items.map(({ source }) => source)).toContain("event");
  expect([typeof coverage.sms, typeof coverage.changes]).toEqual(["object", "object"]);
  const events = await line.run(["event", "history", "--endpoint", "70001", "--source", "event"]);
  expect(events.out).not.toContain("  sms  ");
  expect((await line.run(["event", "history"])).code).toBe(2);
});

test("exports events as CSV and as JSON lines, and shows one as it was received", async () => {
  const { line } = await connected();
  const { items } = (await line.run(["event", "list", "--endpoint", "70001", "--json"])).json<EventList>();
  const csv = folder.path("events.csv");
  const lines = folder.path("events.jsonl");
  expect((await line.run(["event", "export", "--endpoint", "70001", "--out", csv])).code).toBe(0);
  expect(readFileSync(csv, "utf8").trim().split("\r\n")).toHaveLength(items.length + 1);
  await line.run(["event", "export", "--endpoint", "70001", "--out", lines]);
  const rows = readFileSync(lines, "utf8").trim().split("\n");
  expect(rows.map((row) => (JSON.parse(row) as { id: string }).id)).toEqual(items.map(({ id }) => id));
  const one = await line.run(["event", "get", items[0]?.id ?? "", "--json"]);
  expect(one.json()).toMatchObject({ id: items[0]?.id, record: { event_severity: {} } });
  expect((await line.run(["event", "get", "1"])).err).toContain("error: event-unknown: ");
});

test("following prints a line for each new event, and Ctrl-C ends it cleanly", async () => {
  const { line, service } = await connected();
  const terminal = createFakeTerminal();
  const running = line.run(["event", "list", "--endpoint", "70001", "--follow", "--limit", "1", "--json"], {
    terminal,
    clock: createFastClock(20),
  });
  await vi.waitUntil(() => terminal.written.err.includes(t(($) => $.cli.events.follow.started)), soon);
  const before = terminal.written.out.trim().split("\n").length;
  const answer = await fetch(`${service.baseUrl}/api/v1/authenticate`, {
    method: "POST",
    body: JSON.stringify({ application_token: service.applicationToken }),
  });
  const { auth_token: token } = (await answer.json()) as { readonly auth_token: string };
  await fetch(`${service.baseUrl}/api/v1/endpoint/70001/sms`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ source_address: "4911", payload: "PING" }),
  });
  await vi.waitUntil(() => terminal.written.out.includes("accepted for delivery"), soon);
  terminal.interrupt();
  const { code, out } = await running;
  expect(code).toBe(0);
  const rows = out
    .trim()
    .split("\n")
    .map((row) => JSON.parse(row) as { id: string });
  expect(rows.length).toBeGreaterThan(before);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
});

test("following ends when the reader of the output has ended", async () => {
  const { line } = await connected();
  const terminal = createFakeTerminal({ outIsClosed: true });
  expect((await line.run(["event", "list", "--endpoint", "70001", "--follow"], { terminal })).code).toBe(0);
});

test("following ends at its time limit, and when there is nothing to follow", async () => {
  const { line } = await connected({ oddities: { notOffered: ["sim.events"] } });
  const bounded = await line.run(["event", "list", "--user", "1", "--follow", "--duration", "0m"]);
  expect([bounded.code, bounded.err]).toEqual([0, `${t(($) => $.cli.events.follow.started)}\n`]);
  const { err } = await line.run(["event", "list", "--sim", "4", "--follow"]);
  expect(err).toContain(`error: not-offered: ${formatText(codedText("sim-events-not-offered", { id: "4" }))}`);
});

test("following that ends while nothing can be read reports that, and fails", async () => {
  const { line, service } = await connected();
  const terminal = createFakeTerminal();
  const rules = [{ kind: "reset-before", rate: 1, on: "user.events" }] as const;
  // From the first line on nothing can be read, however slow this computer is.
  const err = (text: string): void => {
    if (text.includes(t(($) => $.cli.events.follow.started))) service.setFaults({ rules });
    terminal.err(text);
  };
  const args = ["event", "list", "--user", "1", "--follow", "--duration", "1m"];
  const ended = await line.run(args, { terminal: { ...terminal, err }, clock: createFastClock(20) });
  const readAt = textPattern((any) => t(($) => $.cli.events.follow.readAt, { time: any(/20\d\d-.*Z/) }));
  const nothingRead = RegExp.escape(t(($) => $.cli.events.follow.nothingRead));
  expect([ended.code, terminal.written.err]).toEqual([
    1,
    expect.stringMatching(new RegExp(`\nerror: connection-lost: .+ (${readAt}|${nothingRead})`)),
  ]);
});

test("a clock change during following moves neither its end nor its lease", async () => {
  const { line } = await connected();
  const [terminal, clock] = [createFakeTerminal(), createFastClock(20)];
  const running = line.run(["event", "list", "--user", "1", "--follow", "--duration", "1m"], { terminal, clock });
  await vi.waitUntil(() => terminal.written.err.includes(t(($) => $.cli.events.follow.started)), soon);
  clock.jump(-86_400_000);
  const { code, err } = await running;
  expect([code, err]).toEqual([0, `${t(($) => $.cli.events.follow.started)}\n`]);
});
