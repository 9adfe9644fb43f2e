/** A template in place of a text: in a plan, in its preview and for a single SMS. */
import { writeFileSync } from "node:fs";
import { afterAll, beforeEach, beforeAll, expect, test } from "vitest";
import { startSimulator, type Simulator } from "../../../main/simulator/simulator.ts";
import { type CommandLine, createCommandLine } from "../../make/command-line.ts";
import { t } from "../../../main/cli/text.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();
let service: Simulator;
let line: CommandLine;

beforeAll(async () => {
  service = await startSimulator({ endpoints: 5 });
});
afterAll(() => service.close());
beforeEach(async () => {
  line = createCommandLine(folder.path("data"));
  const stdin = JSON.stringify({ application_token: service.applicationToken });
  await line.run(["connection", "create", "practice", "--base-url", service.baseUrl], { stdin });
  await line.run(["sync", "endpoint"]);
  const text = "REBOOT {{pin}} {{endpoint.name}}";
  const about = ["--variable", "pin=0000: four digits", "--expect", "^ok", "--reply-within", "30m"];
  await line.run(["template", "save", "reboot", "--folder", "resets", "--text", text, ...about]);
});

const plan = ["campaign", "create", "--name", "night", "--sender", "4911", "--template", "resets/reboot"];

async function textsOf(args: readonly string[]): Promise<readonly (string | undefined)[]> {
  const { campaignId } = (await line.run([...plan, ...args, "--json"])).json<{ campaignId: string }>();
  const listed = await line.run(["campaign", "recipients", campaignId, "--json"]);
  return listed.json<{ items: { text?: string }[] }>().items.map(({ text }) => text);
}

test("a plan uses text, defaults and the expected reply of a template", async () => {
  expect(await textsOf(["--add", "ids:70001,70002"])).toEqual(["REBOOT 0000 van-00001", "REBOOT 0000 van-00002"]);
  expect(await textsOf(["--add", "ids:70001", "--var", "pin=4711"])).toEqual(["REBOOT 4711 van-00001"]);
  expect(await textsOf(["--add", "ids:70001", "--var-from", "pin=field:id"])).toEqual(["REBOOT 70001 van-00001"]);
  const gate = ["--canary", "1", "--canary-gate", "expected-reply:80%:1h"];
  expect((await line.run([...plan, ...gate, "--add", "ids:70001,70002"])).code).toBe(0);
});

test("a column with the variable's name overrides its default", async () => {
  const file = folder.path("pins.csv");
  writeFileSync(file, "id,Pin\n70001,1234\n70002,5678\n");
  expect(await textsOf(["--csv", file])).toEqual(["REBOOT 1234 van-00001", "REBOOT 5678 van-00002"]);
  const preview = await line.run(["campaign", "preview", "--csv", file, "--template", "reboot"]);
  expect(preview.out).toContain("REBOOT 5678 van-00002");
});

test("a single SMS has the template's text for its endpoint, and waits for the expected reply", async () => {
  const send = ["sms", "send", "70001", "--sender", "4911"];
  expect((await line.run([...send, "--template", "reboot", "--var", "pin=99"])).code).toBe(0);
  const [record] = service.ledger();
  expect(record).toMatchObject({ payload: "REBOOT 99 van-00001" });
  const thread = (await line.run(["sms", "thread", "70001", "--refresh", "--json"])).json<{ items: unknown[] }>();
  expect(thread.items).toMatchObject([{ owned: { expect: { pattern: "^ok", withinMinutes: 30 } } }]);
});

test.each([
  ["neither a text nor a template", [], `invalid-usage: ${t(($) => $.cli.messages.template.textMissing)}`],
  [
    "both",
    ["--text", "x", "--template", "reboot"],
    `invalid-usage: ${t(($) => $.cli.messages.template.textOrTemplate)}`,
  ],
  [
    "an unknown template",
    ["--template", "nope"],
    `template-unknown: ${t(($) => $.cli.messages.template.missing, { name: "nope" })}`,
  ],
  [
    "a value for an unknown variable",
    ["--template", "reboot", "--var", "pni=1"],
    `invalid-usage: ${t(($) => $.cli.messages.template.unknownVariable, { template: "reboot", variable: "pni", variables: t(($) => $.cli.messages.template.variables, { variables: "pin" }) })}`,
  ],
])("%s: nothing is planned or sent, with a message", async (_case, args, sentence) => {
  const before = service.ledger().length;
  for (const command of [
    ["campaign", "create", "--name", "night", "--sender", "4911", "--filter", ""],
    ["sms", "send", "70001", "--sender", "4911"],
  ]) {
    const ran = await line.run([...command, ...args]);
    expect([ran.code > 0, ran.err]).toEqual([true, expect.stringContaining(`error: ${sentence}`)]);
  }
  expect(service.ledger()).toHaveLength(before);
});

test("a variable without a value is named, and nothing is sent", async () => {
  await line.run(["template", "save", "bare", "--text", "REBOOT {{pin}}"]);
  const before = service.ledger().length;
  const ran = await line.run(["sms", "send", "70001", "--sender", "4911", "--template", "bare"]);
  expect([ran.code, ran.err]).toEqual([
    2,
    `error: variable-missing: ${t(($) => $.cli.messages.template.nothingSent, {
      reason: t(($) => $.cli.messages.template.unsetVariable, { variable: "{{pin}}", name: "pin" }),
    })}\n`,
  ]);
  const withoutTemplate = await line.run([
    "sms",
    "send",
    "70001",
    "--sender",
    "4911",
    "--text",
    "x {{pin}}",
    "--var",
    "pin=1",
  ]);
  expect([withoutTemplate.code, withoutTemplate.err]).toEqual([
    2,
    expect.stringContaining(t(($) => $.cli.messages.send.varNeedsTemplate)),
  ]);
  expect(service.ledger()).toHaveLength(before);
});
