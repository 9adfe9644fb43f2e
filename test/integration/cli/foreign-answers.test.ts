/** A network that answers every write with its own page and status 200: nothing is reported as done, in the output and in the audit. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { httpAnswer, jsonAnswer, startOddService, type OddService } from "../../fakes/odd-service.ts";
import { type CommandLine, createCommandLine } from "../../make/command-line.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();
const page = "<!doctype html><title>Sign in to the network</title>";

const records: readonly (readonly [path: RegExp, answer: unknown])[] = [
  [/\/dns$/, [{ id: 3, primary: "192.0.2.1", secondary: "192.0.2.2" }]],
  [/\/service_profile$/, [{ id: 901, name: "Trackers" }]],
  [/\/service_profile\/901$/, { id: 901, name: "Trackers", dns: { id: 3 }, api_callback: { id: 21 } }],
  [/\/data_stream$/, []],
  [/\/api_callback$/, [{ id: 21, url: "https://example.test/in", purpose: "x" }]],
  [
    /\/quota\/data$/,
    { volume: 5, expiry_date: "2040-01-01 00:00:00", action_on_exhaustion: { id: 1 }, auto_refill: 0 },
  ],
  [/\/endpoint\/70001$/, { id: 70001, name: "van" }],
];

let service: OddService;

beforeAll(async () => {
  service = await startOddService(({ method, path }, socket) => {
    const [, answer] = records.find(([pattern]) => pattern.test(path)) ?? [];
    if (path.endsWith("/authenticate")) socket.write(jsonAnswer(200, { auth_token: "a.b.c" }));
    else if (method === "GET" && answer !== undefined) socket.write(jsonAnswer(200, answer));
    else socket.write(httpAnswer(200, { "content-type": "text/html" }, page));
  });
});

afterAll(() => service.close());

const commands: readonly string[] = [
  "dns create 198.51.100.1 198.51.100.2",
  "dns attach 4 901",
  "dns detach 901",
  "dns delete 3",
  "profile create New",
  "profile callback 901 22",
  "stream create object-storage --role 123456789012/fleet --target eu-west-1/fleet",
  "callback create https://example.test/other --purpose y",
  "quota set 70001 --volume 7",
  "quota add 70001 --volume 7",
  "quota delete 70001 --confirm-zero",
  "sms cancel 70001 5",
];

test.each(commands)("%s has an unknown outcome: exit code 4, and the same outcome in the audit", async (command) => {
  const line: CommandLine = createCommandLine(folder.path("data"));
  await line.run(["connection", "create", "hotel", "--base-url", service.baseUrl], {
    stdin: '{"application_token":"t"}',
  });
  const before = service.seen.length;
  const ran = await line.run(command.split(" "));
  expect([ran.code, ran.out]).toEqual([4, ""]);
  expect(ran.err).toMatch(/^error: (cancel-)?unknown: /m);
  const writes = service.seen.slice(before).filter(({ method }) => method !== "GET");
  expect(writes).toHaveLength(1);
  const audit = (await line.run(["audit", "list", "--json"])).json<{
    items: readonly { outcome: string; kind: string }[];
  }>();
  expect(audit.items.filter(({ kind }) => kind !== "sign-in").map(({ outcome }) => outcome)).toEqual(["unknown"]);
});

test("a cancellation with an unknown outcome prints a JSON document that contains the outcome", async () => {
  const line: CommandLine = createCommandLine(folder.path("data"));
  await line.run(["connection", "create", "hotel", "--base-url", service.baseUrl], {
    stdin: '{"application_token":"t"}',
  });
  const cancelUnknown = formatText(codedText("sms-cancel-unknown", { reason: codedText("answer-is-page") }));
  const ran = await line.run(["sms", "cancel", "70001", "5", "--json"]);
  expect([ran.code, ran.json()]).toEqual([
    4,
    { outcome: "unknown", message: expect.objectContaining({ text: cancelUnknown }) as unknown },
  ]);
  expect(JSON.parse(ran.err)).toMatchObject({ error: { code: "cancel-unknown", message: cancelUnknown, exitCode: 4 } });
});
