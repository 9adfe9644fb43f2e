/** The commands for data streams and API callbacks. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startSimulator, type Simulator } from "../../../main/simulator/simulator.ts";
import { type CommandLine, createCommandLine } from "../../make/command-line.ts";
import { formatFields } from "../../../main/cli/output.ts";
import { t } from "../../../main/cli/text.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";
import { tableRow } from "../../make/table-row.ts";

const folder = useScratchFolder();
const role = "arn:aws:iam::123456789012:role/fleet";
let service: Simulator;
let line: CommandLine;

beforeEach(async () => {
  service = await startSimulator({ endpoints: 3 });
  line = createCommandLine(folder.path("data"));
  const stdin = JSON.stringify({ application_token: service.applicationToken });
  await line.run(["connection", "create", "office", "--base-url", service.baseUrl], { stdin });
});

afterEach(() => service.close());

function withKey(text: CodedText, key: string): string {
  return `${t(($) => $.cli.program.localKey, { message: formatText(text), key })}\n`;
}

const bucket = ["object-storage", "--role", role, "--target", "eu-west-1/fleet-data"];

test("previews a stream, creates, lists and shows it, and does not create a duplicate", async () => {
  expect((await line.run(["stream", "list"])).out).toBe(
    t(($) => $.cli.network.streams.noneHere) + t(($) => $.cli.network.streams.never),
  );
  const body = `{"stream_historic_data":1,"data_stream_type":{"id":3,"description":"Usage Data & Events"},"api_type":{"id":8,"description":"AWS S3"},"api_username":"${role}","api_parameter":"eu-west-1/fleet-data"}`;
  const preview = await line.run(["stream", "create", ...bucket, "--historic", "--dry-run"]);
  expect(preview.out).toBe(t(($) => $.cli.network.requests, { requests: `POST /api/v1/data_stream\n${body}\n` }));
  const created = await line.run(["stream", "create", ...bucket, "--historic"]);
  expect([created.code, created.out]).toEqual([0, withKey(codedText("stream-created", { stream: "501" }), "here:1")]);
  const again = await line.run(["stream", "create", ...bucket]);
  expect([again.code, again.out, again.err]).toEqual([
    5,
    "",
    `error: exists: ${withKey(codedText("stream-exists", { stream: "501" }), "here:1").trimEnd()}${t(($) => $.cli.program.allowSame)}\n`,
  ]);
  const { items } = (await line.run(["stream", "list", "--refresh", "--json"])).json<{ items: unknown[] }>();
  expect(items).toEqual([
    expect.objectContaining({ key: "here:1", source: "both", target: "eu-west-1/fleet-data", active: true }),
  ]);
  expect((await line.run(["stream", "get", "here:1"])).out).toContain(body);
});

const url = ["rest-api", "--url", "https://fleet.example.com/in", "--purpose", "fleet events"];

test("a stream to a new URL creates its callback first, and a rejection reports what remains", async () => {
  service.setFaults({ seed: 1, rules: [{ kind: "refuse", rate: 1, on: "stream.create" }] });
  const rejected = await line.run(["stream", "create", ...url, "--content", "events"]);
  expect([rejected.code, rejected.out, rejected.err]).toEqual([
    1,
    "",
    expect.stringContaining(formatText(codedText("stream-callback-stays", { callback: "22" }))),
  ]);
  service.setFaults({ seed: 1, rules: [] });
  const preview = await line.run(["stream", "create", ...url, "--content", "events", "--dry-run", "--json"]);
  expect(preview.json()).toMatchObject({ reused: { callback: "22" }, requests: [{ path: "/api/v1/data_stream" }] });
  expect(preview.err).toContain(formatText(codedText("callback-reused", { callback: "22" })));
  expect((await line.run(["stream", "create", ...url, "--content", "events"])).code).toBe(0);
  expect((await line.run(["callback", "list", "--refresh"])).out).toMatch(
    new RegExp(
      tableRow(
        "here:1",
        "22",
        "https://fleet.example.com/in",
        "fleet events",
        "here:3",
        t(($) => $.cli.network.source.both),
      ),
    ),
  );
});

const wrong: readonly (readonly [args: readonly string[], sentence: string])[] = [
  [["rest-api"], `invalid-input: ${formatText(codedText("callback-id-missing"))}`],
  [["rest-api", "--callback", "x"], `invalid-input: ${formatText(codedText("callback-id-invalid"))}`],
  [["rest-api", "--url", "nowhere", "--purpose", "p"], `invalid-input: ${formatText(codedText("url-not-http"))}`],
  [
    ["rest-api", "--url", "https://x.example.com"],
    `invalid-input: ${formatText(codedText("callback-purpose-missing"))}`,
  ],
  [
    ["rest-api", "--url", "https://x.example.com", "--callback", "2"],
    `invalid-usage: ${t(($) => $.cli.network.streams.callbackMissing)}`,
  ],
  [["rest-api", "--role", role], `invalid-usage: ${t(($) => $.cli.network.streams.cloudOnly)}`],
  [
    ["rest-api", "--url", "https://x.example.com", "--callback", "2"],
    `invalid-usage: ${t(($) => $.cli.network.streams.callbackMissing)}`,
  ],
  [["object-storage", "--target", "eu-west-1/x"], `invalid-input: ${formatText(codedText("role-missing"))}`],
  [
    ["object-storage", "--role", "fleet", "--target", "eu-west-1/x"],
    `invalid-input: ${formatText(codedText("role-shape"))}`,
  ],
  [
    ["cloud-stream", "--role", role, "--target", "eu-west-1"],
    `invalid-input: ${formatText(codedText("stream-name-missing"))}`,
  ],
  [
    ["object-storage", "--role", "fleet", "--target", "/", "--content", "events"],
    `invalid-input: ${(["role-shape", "region-missing", "bucket-name-missing", "stream-content-fixed"] as const)
      .map((code) => formatText(codedText(code)))
      .join(" ")}`,
  ],
  [
    ["rest-api", "--url", "nowhere"],
    `${formatText(codedText("url-not-http"))} ${formatText(codedText("callback-purpose-missing"))}`,
  ],
  [["cloud-stream", "--role", role, "--target", "/x"], `invalid-input: ${formatText(codedText("region-missing"))}`],
  [
    ["cloud-stream", "--role", role, "--target", "eu-west-1/x", "--content", "events"],
    formatText(codedText("stream-content-fixed")),
  ],
  [["pigeon"], t(($) => $.cli.program.badChoice, { choices: "rest-api, object-storage, cloud-stream" })],
];

test("an invalid field or option is exit code 2 with a message, and nothing is sent", async () => {
  for (const [args, sentence] of wrong) {
    const ran = await line.run(["stream", "create", ...args]);
    expect([ran.code, ran.out, ran.err]).toEqual([2, "", expect.stringContaining(sentence)]);
  }
  const answer = await fetch(`${service.baseUrl}/_simulator/requests`);
  expect(((await answer.json()) as { readonly operations: object }).operations).not.toHaveProperty("stream.create");
});

test("a lost response is exit code 4, is not sent again, and can be resolved by the operator", async () => {
  service.setFaults({
    seed: 1,
    rules: [
      { kind: "reset-before", rate: 1, on: "stream.create" },
      { kind: "refuse", rate: 1, status: 404, on: "stream.list" },
    ],
  });
  const lost = await line.run(["stream", "create", ...bucket]);
  expect([lost.code, lost.out, lost.err]).toEqual([4, "", expect.stringContaining("error: unknown: ")]);
  const again = await line.run(["stream", "create", ...bucket, "--json"]);
  expect([again.code, again.json()]).toEqual([5, expect.objectContaining({ outcome: "unsettled", key: "here:1" })]);
  expect(JSON.parse(again.err)).toMatchObject({ error: { code: "unsettled", exitCode: 5 } });
  expect((await line.run(["stream", "list", "--refresh"])).out).toContain(
    `${t(($) => $.cli.network.outcomeUnknown)}\n${t(($) => $.cli.network.streams["not-offered"])}`,
  );
  expect((await line.run(["stream", "resolve", "here:1", "not-created"])).out).toBe(
    t(($) => $.cli.network.streams.resolvedNotCreated),
  );
  const resolved = await line.run(["stream", "resolve", "1", "created"]);
  expect([resolved.code, resolved.err]).toEqual([1, expect.stringContaining("error: entry-settled: ")]);
});

test("every time in the JSON of a lost creation is ISO 8601", async () => {
  service.setFaults({ seed: 1, rules: [{ kind: "reset-before", rate: 1, on: "stream.create" }] });
  await line.run(["stream", "create", ...bucket]);
  expect((await line.run(["stream", "list", "--json"])).json()).toMatchObject({
    items: [{ creation: { state: "unknown", resolvableFrom: expect.stringMatching(/^20\d\d-.*Z$/) as string } }],
  });
});

test("creates a stream on a service without a list, and does not report whether it runs", async () => {
  service.setFaults({ seed: 1, rules: [{ kind: "refuse", rate: 1, status: 404, on: "stream.list" }] });
  await line.run(["stream", "create", ...bucket]);
  const listed = (await line.run(["stream", "list", "--refresh"])).out;
  const headings = tableRow(
    t(($) => $.cli.headings.created),
    t(($) => $.cli.headings.running),
    t(($) => $.cli.headings.source),
  );
  const cells = tableRow(
    t(($) => $.cli.values.yes),
    t(($) => $.cli.network.notReported),
    t(($) => $.cli.network.source.local),
  );
  expect(listed).toMatch(new RegExp(`${headings}\n.* ${cells}\n`));
});

test("a callback is sent inside the stream with --callback-url", async () => {
  const inline = ["--callback-url", "https://fleet.example.com/in", "--organisation", "4400"];
  const preview = await line.run(["stream", "create", "rest-api", ...inline, "--dry-run"]);
  expect(preview.out).toContain('"api_callback":{"url":"https://fleet.example.com/in","organisation_id":"4400"}');
  expect((await line.run(["stream", "create", "rest-api", ...inline])).code).toBe(0);
  const mixed = await line.run([
    "stream",
    "create",
    "rest-api",
    "--url",
    "https://a.example.com",
    "--organisation",
    "1",
  ]);
  expect([mixed.code, mixed.err]).toEqual([
    2,
    expect.stringContaining(t(($) => $.cli.network.streams.organisationNeeds)),
  ]);
});

test("sends the same stream to another connection", async () => {
  await line.run(["stream", "create", ...bucket]);
  const other = await startSimulator({ endpoints: 3 });
  try {
    const stdin = JSON.stringify({ application_token: other.applicationToken });
    await line.run(["connection", "create", "elsewhere", "--base-url", other.baseUrl], { stdin });
    const sent = await line.run(["stream", "duplicate", "501", "--connection", "office", "--to", "elsewhere"]);
    expect([sent.code, sent.out]).toEqual([0, withKey(codedText("stream-created", { stream: "501" }), "here:2")]);
    const stream = await line.run(["stream", "get", "here:2", "--connection", "elsewhere", "--json"]);
    expect(stream.json()).toMatchObject({ target: "eu-west-1/fleet-data", creation: { state: "created" } });
    expect((await line.run(["stream", "duplicate", "here:9"])).err).toContain("error: stream-unknown: ");
    // Of a stream that a colleague created, only the ID of its callback is known, which may be that of another one there.
    const colleague = createCommandLine(folder.path("colleague"));
    const office = JSON.stringify({ application_token: service.applicationToken });
    await colleague.run(["connection", "create", "office", "--base-url", service.baseUrl], { stdin: office });
    expect((await colleague.run(["stream", "create", ...url, "--content", "events"])).code).toBe(0);
    await line.run(["stream", "list", "--refresh", "--connection", "office"]);
    const rest = await line.run(["stream", "duplicate", "502", "--connection", "office", "--to", "elsewhere"]);
    const [before] = t(($) => $.cli.network.streams.callbackElsewhere, {
      callback: "#",
      connection: "elsewhere",
    }).split("#");
    expect([rest.code, rest.err]).toEqual([1, expect.stringContaining(before ?? "")]);
  } finally {
    await other.close();
  }
});

test("prints the policies of a destination, for an incomplete form too", async () => {
  const ran = await line.run(["stream", "trust", "cloud-stream", "--target", "eu-west-1/fleet", "--role", role]);
  expect(ran.out).toContain('"sts:ExternalId": "org-4401"');
  expect(ran.out).toContain('"arn:aws:kinesis:eu-west-1:123456789012:stream/fleet"');
  expect(ran.out).toContain(
    t(($) => $.cli.network.streams.toFillIn, { fields: formatText(codedText("policy-principal-missing")) }),
  );
  expect(ran.err).toContain(`1. ${formatText(codedText("trust-step-why"))}`);
  const json = await line.run(["stream", "trust", "object-storage", "--principal", "210987654321", "--json"]);
  expect(json.json()).toMatchObject({
    trust: { missing: [] },
    permission: { missing: [{ text: expect.any(String) as unknown }] },
  });
});

test("creates a callback once, shows, lists and deletes it", async () => {
  const create = ["callback", "create", "https://fleet.example.com/in", "--purpose", "events"];
  expect((await line.run(create)).out).toBe(withKey(codedText("callback-created", { callback: "22" }), "here:1"));
  const again = await line.run(create);
  expect([again.code, again.err]).toEqual([
    5,
    expect.stringContaining(`error: exists: ${formatText(codedText("callback-exists", { callback: "22" }))}`),
  ]);
  const wrong = await line.run(["callback", "create", "https://me:secret@fleet.example.com", "--purpose", "events"]);
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining(formatText(codedText("url-credentials")))]);
  expect((await line.run(["callback", "get", "22"])).out).toContain(
    formatFields([[t(($) => $.cli.labels.purpose), "events"]]),
  );
  expect((await line.run(["callback", "get", "99"])).err).toContain("error: callback-unknown: ");

  const deleted = await line.run(["callback", "delete", "22"]);
  expect(deleted.out).toBe(`${formatText(codedText("callback-deleted", { callback: "22" }))}\n`);
  const missing = await line.run(["callback", "delete", "22"]);
  expect([missing.code, missing.err]).toEqual([1, expect.stringContaining("error: callback-unknown: ")]);
  const inUse = await line.run(["callback", "delete", "21"]);
  expect([inUse.code, inUse.err]).toEqual([1, expect.stringContaining("error: in-use: ")]);
});
