/** `fleetdesk api`: one request with the session, the governor and the audit of every call. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startSimulator, type Simulator } from "../../../main/simulator/simulator.ts";
import { t } from "../../../main/cli/text.ts";
import { createFakeTerminal } from "../../fakes/fake-terminal.ts";
import { type CommandLine, createCommandLine } from "../../make/command-line.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";
import { holdMs } from "../../make/service-client.ts";

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

async function calls(operation: string): Promise<number> {
  const answer = await fetch(`${service.baseUrl}/_simulator/requests`);
  const { operations } = (await answer.json()) as { readonly operations: Readonly<Record<string, number>> };
  return operations[operation] ?? 0;
}

interface Entry {
  readonly outcome: string;
  readonly kind: string;
  readonly operation: string;
  readonly method: string;
  readonly path: string;
}

/** Changes in the audit, oldest first. */
async function audited(): Promise<readonly Partial<Entry>[]> {
  const { items } = (await line.run(["audit", "list", "--json"])).json<{ items: readonly Entry[] }>();
  return items
    .filter(({ kind }) => kind !== "sign-in")
    .map(({ outcome, operation, method, path }) => ({ outcome, operation, method, path }))
    .toReversed();
}

const operation = formatText(codedText("raw-request"));
const smsPath = "/api/v1/endpoint/70001/sms";
const sms = ["api", "POST", smsPath, "--field", "source_address=4911", "--field", "payload=PING"];

test("prints the JSON of a read, with the parameters of --query", async () => {
  const ran = await line.run(["api", "get", "/api/v1/endpoint", "--query", "q=id:70002", "--query", "per_page=5"]);
  expect([ran.code, ran.err]).toEqual([0, ""]);
  expect(ran.json()).toMatchObject([{ id: 70_002 }]);
  const json = await line.run(["api", "GET", "/api/v1/endpoint?q=id:70002", "--json"]);
  expect(json.json()).toMatchObject([{ id: 70_002 }]);
  expect(await audited()).toEqual([]);
});

test("sends fields or a file as the JSON body, and records the change", async () => {
  expect(await line.run(sms)).toMatchObject({ code: 0, err: "" });
  const body = folder.write("dns.json", '{"primary":"9.9.9.9","secondary":"8.8.8.8","ip_address_version":4}');
  expect(await line.run(["api", "POST", "/api/v1/dns", "--input", body])).toMatchObject({ code: 0, err: "" });
  expect(await line.run(["api", "DELETE", "/api/v1/dns/5"])).toMatchObject({ code: 0, out: "", err: "" });
  const { items } = (await line.run(["sms", "list", "70001", "--json"])).json<{ items: { payload: string }[] }>();
  expect(items.map(({ payload }) => payload)).toEqual(["PING"]);
  expect(await audited()).toEqual([
    { outcome: "done", operation, method: "POST", path: smsPath },
    { outcome: "done", operation, method: "POST", path: "/api/v1/dns" },
    { outcome: "done", operation, method: "DELETE", path: "/api/v1/dns/5" },
  ]);
});

test("an error status is a failure with the code of the service", async () => {
  const none = await line.run(["api", "GET", "/api/v1/endpoint/99999999"]);
  expect([none.code, none.out]).toEqual([1, ""]);
  expect(none.err).toMatch(/^error: (http-404|service-\d+): /);
  const rejected = await line.run(["api", "POST", "/api/v1/dns", "--field", "primary=1", "--json"]);
  expect([rejected.code, rejected.out]).toEqual([1, ""]);
  expect(JSON.parse(rejected.err)).toMatchObject({
    error: { details: { accepted: "no", status: expect.any(Number) } },
  });
});

test.each(["reset-before", "reset-after"])(
  "an SMS whose response is lost (%s) is unknown, and sent once",
  async (kind) => {
    service.setFaults({ rules: [{ kind: kind as "reset-before", rate: 1, on: "sms.send" }] });
    const ran = await line.run(sms);
    expect([ran.code, ran.out]).toEqual([4, ""]);
    const message = formatText(codedText("connection-lost"));
    expect(ran.err).toBe(`error: unknown: ${t(($) => $.cli.connections.api.unknown, { message })}\n`);
    expect(await calls("sms.send")).toBe(1);
    expect(await audited()).toEqual([{ outcome: "unknown", operation, method: "POST", path: smsPath }]);
  },
);

test.each([smsPath, `${smsPath}?trace=1`])("a bare 200 does not prove that an SMS to %s was accepted", async (path) => {
  service.setFaults({
    rules: [{ kind: "answer-before", rate: 1, on: "*", body: "{}", headers: { location: smsPath } }],
  });
  expect((await line.run(["api", "POST", path, "--field", "payload=PING"])).code).toBe(4);
});

test("an SMS that is cancelled after it was sent is unknown", async () => {
  service.setFaults({ rules: [{ kind: "slow", rate: 1, on: "sms.send", delayMs: holdMs }] });
  const terminal = createFakeTerminal();
  const running = line.run(sms, { terminal });
  await expect.poll(() => calls("sms.send")).toBe(1);
  terminal.interrupt();
  const ran = await running;
  expect([ran.code, ran.out]).toEqual([4, ""]);
  expect(ran.err).toMatch(/^error: unknown: /);
});

test("a number of --field is sent digit for digit", async () => {
  const field = ["--field", "primary=8988303000000000001", "--field", "primary=8988303000000000002"];
  const ran = await line.run(["api", "POST", "/api/v1/dns", ...field, "--field", 'name="x"', "--verbose"]);
  expect(ran.err).toContain('  > {"primary":"8988303000000000002","name":"x"}\n');
});

test("a change is in the audit before it is sent", async () => {
  service.setFaults({ rules: [{ kind: "slow", rate: 1, on: "sms.send", delayMs: holdMs }] });
  const running = line.run(sms);
  await expect.poll(() => calls("sms.send")).toBe(1);
  expect(await audited()).toMatchObject([{ operation, outcome: "under-way" }]);
  service.advance(holdMs);
  expect((await running).code).toBe(0);
  expect(await audited()).toMatchObject([{ operation, outcome: "done" }]);
});

test.each([
  "https://example.com/api/v1/dns",
  "//example.com/api/v1/dns",
  "api/v1/dns",
  "/api/v1/../../admin",
  "/api/v1/%2e%2e/admin",
  "/api/v1/a%2F..%2Fb",
  "/api/v1\\..\\admin",
  "/api/v1/dns#part",
  "/api/v1/a b",
  "/api/v1/authenticate",
  "/api/v1/%61uthenticate",
  "/api/v1//authenticate",
  "/api/v1/%E0%A4%A",
])("refuses %s", async (path) => {
  const before = await calls("dns.list");
  const ran = await line.run(["api", "GET", path]);
  expect([ran.code, ran.out]).toEqual([2, ""]);
  expect(ran.err).toMatch(/^error: invalid-input: /);
  expect(await calls("dns.list")).toBe(before);
});

test.each([
  [["GET", "/api/v1/dns", "--field", "a=1"], t(($) => $.cli.connections.api.noBody)],
  [["POST", "/api/v1/dns", "--field", "a=1", "--input", "-"], t(($) => $.cli.connections.api.fieldOrInput)],
  [["POST", "/api/v1/dns", "--field", "a"], t(($) => $.cli.connections.api.badPair)],
  [["PUT", "/api/v1/dns"], t(($) => $.cli.program.badChoice, { choices: "GET, POST, PATCH, DELETE" })],
])("invalid usage: %j", async (args, sentence) => {
  const ran = await line.run(["api", ...args]);
  expect([ran.code, ran.out]).toEqual([2, ""]);
  expect(ran.err).toContain(sentence);
});

test("a body that is not JSON is not sent", async () => {
  const ran = await line.run(["api", "POST", "/api/v1/dns", "--input", "-"], { stdin: "primary=1" });
  expect([ran.code, ran.err]).toEqual([
    2,
    `error: invalid-usage: ${t(($) => $.cli.connections.api.inputNotJson, { file: "-" })}\n`,
  ]);
  expect(await calls("dns.create")).toBe(0);
});
