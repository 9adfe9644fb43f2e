/** The commands for templates, and for cached messages. */
import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSimulator, type Simulator } from "../../../main/simulator/simulator.ts";
import { type CommandLine, createCommandLine } from "../../make/command-line.ts";
import { t } from "../../../main/cli/text.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";
import { textPattern } from "../../make/text-pattern.ts";

const folder = useScratchFolder();
let service: Simulator;

beforeAll(async () => {
  service = await startSimulator({ endpoints: 10, smsLife: { replyRate: 0 } });
});

afterAll(() => service.close());

test("saves, shows, replaces, exports, imports and removes a template", async () => {
  const line = createCommandLine(folder.path("data"));
  const save = (text: string): ReturnType<CommandLine["run"]> =>
    line.run(["template", "save", "Reboot", "--folder", "resets", "--text", text].concat(options));
  const options = ["--variable", "pin=0000: four digits", "--expect", "^ok", "--reply-within", "30m"];
  expect((await line.run(["template", "list"])).out).toContain(t(($) => $.cli.messages.template.empty));
  expect((await save("REBOOT {{pin")).err).toContain("error: template-malformed: ");
  expect((await save("REBOOT {{pin}}")).out).toBe(t(($) => $.cli.messages.template.saved, { name: "Reboot" }));
  expect((await save("REBOOT {{pin}} NOW")).out).toBe(t(($) => $.cli.messages.template.replaced, { name: "Reboot" }));
  expect((await line.run(["template", "get", "resets/reboot", "--json"])).json()).toMatchObject({
    name: "Reboot",
    text: "REBOOT {{pin}} NOW",
    variables: [{ name: "pin", standard: "0000", description: "four digits" }],
    expect: { pattern: "^ok", withinMinutes: 30 },
  });

  const file = folder.path("templates.json");
  expect((await line.run(["template", "export", "--out", file])).out).toBe(
    t(($) => $.cli.messages.template.written, { count: 1, file }),
  );
  expect((await line.run(["template", "export"])).out).toBe(readFileSync(file, "utf8"));
  const other = createCommandLine(folder.path("other"));
  expect((await other.run(["template", "import", file])).out).toBe(
    t(($) => $.cli.messages.template.imported, { count: 1, replaced: 0, unchanged: 0 }),
  );
  expect((await other.run(["template", "import", file, "--if-exists", "rename", "--json"])).json()).toEqual({
    added: 0,
    replaced: 0,
    unchanged: 1,
    problems: [],
  });
  writeFileSync(file, JSON.stringify({ format: "fleetdesk-templates", version: 1, templates: [{ name: "x" }] }));
  const incomplete = textPattern((any) =>
    t(($) => $.cli.messages.template.entry, { entry: 1, message: any(/"x": .*"text".*/) }),
  );
  const broken = await other.run(["template", "import", file]);
  expect([broken.code, broken.err]).toEqual([4, expect.stringMatching(new RegExp(`^${incomplete}`))]);

  expect((await line.run(["template", "delete", "reboot"])).out).toBe(
    t(($) => $.cli.messages.template.removed, { name: "Reboot" }),
  );
  expect((await line.run(["template", "get", "reboot"])).err).toContain("error: template-unknown: ");
});

test("a default value of a variable may contain colons", async () => {
  const line = createCommandLine(folder.path("data"));
  const variables = ["server=10.0.0.1:7700", "url=http://a:1: of the server", "pin=:", "mode:slow or fast"];
  const options = variables.flatMap((variable) => ["--variable", variable]);
  const saved = await line.run(["template", "save", "Server", "--text", "{{server}}", ...options, "--json"]);
  expect(saved.json()).toMatchObject({
    variables: [
      { name: "server", standard: "10.0.0.1:7700", description: "" },
      { name: "url", standard: "http://a:1", description: "of the server" },
      { name: "pin", standard: "", description: "" },
      { name: "mode", description: "slow or fast" },
    ],
  });
});

test("an export to standard output preserves characters that would control the terminal", async () => {
  const line = createCommandLine(folder.path("data"));
  const text = "\u2067שלום\u2069 \u0085 ok";
  await line.run(["template", "save", "Right to left", "--text", text]);
  const exported = await line.run(["template", "export"]);
  expect(exported.json()).toMatchObject({ templates: [{ name: "Right to left", text }] });
});

test("shows messages from the cache, and measures a text", async () => {
  const line = createCommandLine(folder.path("data"));
  const stdin = JSON.stringify({ application_token: service.applicationToken });
  await line.run(["connection", "create", "practice", "--base-url", service.baseUrl], { stdin });
  await line.run(["sms", "send", "70001", "--sender", "4911", "--text", "hello"]);
  const unread = await line.run(["sms", "thread", "70001"]);
  expect(unread.out).toContain(t(($) => $.cli.messages.thread.neverRead));
  const read = (await line.run(["sms", "thread", "70001", "--refresh", "--json"])).json<{
    items: object[];
    asOf: string;
  }>();
  expect(read).toMatchObject({ items: [{ payload: "hello", owned: { outcome: "accepted" } }] });
  expect(read.asOf).toMatch(/^\d{4}-/);
  const recent = (await line.run(["sms", "recent", "--search", "HELLO", "--json"])).json();
  expect(recent).toMatchObject({ items: [{ endpoint: "70001", payload: "hello" }], threads: 1, newest: read.asOf });
  const none = await line.run(["sms", "recent", "--outcome", "unknown", "--json"]);
  expect(none.json()).toMatchObject({ items: [] });
  const empty = await line.run(["sms", "measure", ""]);
  expect(empty.out).toBe(t(($) => $.cli.messages.measure.empty));
  const measure = (await line.run(["sms", "measure", "It’s on", "--json"])).json();
  expect(measure).toMatchObject({ encoding: "ucs2", characters: 7, segments: 1 });
  const measured = await line.run(["sms", "measure", "It’s on"]);
  expect(measured.out).toContain(
    t(($) => $.cli.messages.measure.result, {
      count: 7,
      segments: t(($) => $.common.segmentCount, { count: 1 }),
      encoding: "UCS-2",
      units: 7,
      unit: t(($) => $.cli.messages.measure.utf16Units),
      left: 63,
    }),
  );
  expect(measured.out).toContain("right single quotation mark U+2019");
  expect(measured.out).toContain(t(($) => $.cli.messages.measure.replaced, { text: '"It\'s on"' }));
});
