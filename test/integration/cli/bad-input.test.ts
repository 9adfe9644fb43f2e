/** Every kind of invalid input: one sentence on stderr, a code, an exit code of 1 or 2, nothing on stdout, no data lost. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { collectionSchema } from "#shared/contract/fleet/fleet.ts";
import { t } from "../../../main/cli/text.ts";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { secretShapes } from "../../../main/cli/features/connections/connections.ts";
import { startSimulator, type Simulator } from "../../../main/simulator/simulator.ts";
import { localhostCertificate, localhostKey } from "../../make/certificate.ts";
import { createCommandLine, type CommandLine, type Ran } from "../../make/command-line.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";
import { textPattern } from "../../make/text-pattern.ts";

const folder = useScratchFolder();
let simulator: Simulator;

beforeAll(async () => {
  simulator = await startSimulator({ endpoints: 20 });
});
afterAll(() => simulator.close());

const cli = (): CommandLine => createCommandLine(folder.path("data"));

async function connected(): Promise<CommandLine> {
  const line = cli();
  const stdin = JSON.stringify({ application_token: simulator.applicationToken });
  const { code, err } = await line.run(["connection", "create", "practice", "--base-url", simulator.baseUrl], {
    stdin,
  });
  expect([code, err]).toEqual([0, ""]);
  return line;
}

function expectFailure({ code, out, err }: Ran, exit: number, name: string, sentence: string | RegExp): void {
  expect(out).toBe("");
  expect(err).toMatch(/^error: [a-z-]+: [^\n]+[.?)]\n$/);
  expect(err).toMatch(new RegExp(`^error: ${name}: `));
  expect(err).toMatch(sentence);
  expect(code).toBe(exit);
}

describe("invalid usage", () => {
  test.each([
    ["a command that does not exist", ["launch"], /unknown command 'launch'/i],
    ["an option that does not exist", ["connection", "list", "--fast"], /unknown option '--fast'/i],
    ["an option without its value", ["list", "endpoint", "--limit"], /argument missing/i],
    ["a limit that is not a number", ["list", "endpoint", "--limit", "ten"], t(($) => $.cli.fleet.options.limitName)],
    [
      "a collection that does not exist",
      ["list", "trucks"],
      t(($) => $.cli.fleet.collectionUnknown, { collections: collectionSchema.options.join(", ") }),
    ],
    ["a page of the cache", ["list", "endpoint", "--page", "2"], t(($) => $.cli.fleet.list.pagingNeedsLive)],
    ["a keychain that does not exist", ["connection", "list", "--keychain", "paper"], /system, file, memory/],
    [
      "a campaign without recipients",
      ["campaign", "create", "--name", "a", "--sender", "1", "--text", "x"],
      t(($) => $.cli.campaigns.audience.missing),
    ],
    ["an invalid rate", ["campaign", "run", "1", "--rate", "fast"], t(($) => $.cli.program.badRate)],
    [
      "a zone that does not exist",
      ["campaign", "create", "--name", "a", "--sender", "1", "--text", "x", "--csv", "a", "--time-zone", "Mars"],
      t(($) => $.cli.program.badZone, { text: "Mars" }),
    ],
    [
      "two sources of a refresh of quotas",
      ["quota", "refresh", "--filter", "name:van*", "--audience", "trackers"],
      t(($) => $.cli.quotas.refresh.oneSource),
    ],
    ["more endpoints than the simulator has", ["simulator", "--endpoints", "4000001"], /4,000,000|4000000/],
    ["a sign-in to a proxy without credentials", ["proxy", "sign-in", "127.0.0.1:9"], /^(?!.*application_token)/],
    ["a retry without a group", ["campaign", "retry", "1"], t(($) => $.cli.campaigns.retry.missing)],
    ["Stop all sending without --all", ["campaign", "stop"], /--all/],
    [
      "a setting that does not exist",
      ["connection", "create", "a", "--base-url", "http://a", "--set", "color=red"],
      /"color"/,
    ],
  ])("%s", async (_case, args, sentence) => {
    expectFailure(await cli().run(args), 2, "invalid-usage", sentence);
  });

  test("a group without a command shows its help on stderr", async () => {
    const { code, out, err } = await cli().run(["campaign"]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("Usage: fleetdesk campaign");
    expect(err).toContain(`error: invalid-usage: ${t(($) => $.cli.program.commandMissing)}`);
  });

  test.each([[["campaign", "--json"]], [["--output", "json", "campaign"]], [["--json"]]])(
    "%j prints one document on stderr and no help",
    async (args) => {
      const { code, out, err } = await cli().run(args);
      expect([code, out]).toEqual([2, ""]);
      expect(JSON.parse(err)).toMatchObject({ error: { code: "invalid-usage" } });
    },
  );
});

describe("connecting", () => {
  test("over plain http to another computer names the option that confirms it", async () => {
    const { code, err } = await connect("http://service.invalid", JSON.stringify({ application_token: "t" }));
    const notEncrypted = textPattern((any) =>
      t(($) => $.cli.program.addOption, { message: any(/.+/), option: "--insecure" }),
    );
    expect([code, err]).toEqual([5, expect.stringMatching(new RegExp(`^error: not-encrypted: ${notEncrypted}\n$`))]);
  });

  const connect = (url: string, stdin?: string): Promise<Ran> =>
    cli().run(["connection", "create", "a", "--base-url", url], stdin === undefined ? {} : { stdin });
  const token = '{"application_token":"wrong"}';

  test("without a secret", async () => {
    expectFailure(
      await connect("http://127.0.0.1:1"),
      2,
      "invalid-usage",
      t(($) => $.cli.connections.secret.notPiped, { shapes: secretShapes }),
    );
  });
  test("with an incorrect secret", async () => {
    expectFailure(await connect(simulator.baseUrl, token), 3, "sign-in-refused", /./);
  });
  test("to an invalid address", async () => {
    expectFailure(await connect("not a url", token), 2, "invalid-url", /./);
  });
  test("to an address without a server", async () => {
    expectFailure(
      await connect("http://127.0.0.1:1", token),
      1,
      "connection-refused",
      /connection test --base-url http:\/\/127\.0\.0\.1:1\)/,
    );
  });
  test("to a service with an untrusted certificate", async () => {
    const server = createServer({ key: localhostKey, cert: localhostCertificate }).listen(0, "localhost");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const ran = await connect(`https://localhost:${port}`, token);
    server.close();
    const untrusted = textPattern((any) =>
      formatText(codedText("tls-untrusted", { host: "localhost", reason: any(/.+/) })),
    );
    expectFailure(ran, 1, "tls-refused", new RegExp(untrusted));
  });
  test("a failed connect leaves no connection behind", async () => {
    const line = cli();
    await line.run(["connection", "create", "a", "--base-url", simulator.baseUrl], { stdin: token });
    expect((await line.run(["connection", "list", "--json"])).json()).toEqual({ items: [], total: 0 });
  });
  test("without a passphrase for the keychain file", async () => {
    const ran = await cli().run(["connection", "create", "a", "--base-url", simulator.baseUrl], {
      stdin: token,
      passphrase: "",
    });
    expectFailure(ran, 1, "passphrase-missing", /FLEETDESK_PASSPHRASE/);
  });
  test("any command before there is a connection", async () => {
    expectFailure(await cli().run(["sync"]), 3, "no-connection", formatText(codedText("no-connection")));
  });
  test("a connection that does not exist", async () => {
    const line = await connected();
    expectFailure(await line.run(["session", "--connection", "other"]), 1, "connection-unknown", /"other"/);
  });
});

describe("planning", () => {
  const plan = async (csv: string | Uint8Array | undefined, options: readonly string[] = []): Promise<Ran> => {
    const line = await connected();
    const file = csv === undefined ? folder.path("missing.csv") : folder.write("recipients.csv", csv);
    const basic = ["campaign", "create", "--name", "a", "--csv", file];
    const defaults = { "--sender": "4911", "--text": "PING" };
    const rest = Object.entries(defaults).flatMap(([name, value]) => (options.includes(name) ? [] : [name, value]));
    return await line.run([...basic, ...rest, ...options]);
  };

  test("from a file that does not exist", async () => {
    expectFailure(await plan(undefined), 2, "file-not-found", /missing\.csv/);
  });
  test("from a file that is binary", async () => {
    expectFailure(
      await plan(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 1, 0, 255, 254])),
      2,
      "file-not-text",
      /recipients\.csv/,
    );
  });
  test("from an empty file", async () => {
    const emptyFile = formatText(
      codedText("csv-empty", { source: codedText("csv-file", { file: folder.path("recipients.csv") }) }),
    );
    expectFailure(await plan(""), 2, "csv-empty", emptyFile);
  });
  test.each(["identify", "quota"])("%s with an empty file or one of another kind", async (command) => {
    const line = await connected();
    const run = (file: string): Promise<Ran> =>
      line.run(command === "identify" ? [command, file] : [command, "add", "--volume", "1", "--ids-file", file]);
    const empty = folder.write("empty.csv", "");
    const problem =
      command === "identify"
        ? t(($) => $.cli.fleet.doctor.empty, { file: empty })
        : t(($) => $.cli.quotas.options.emptyFile);
    expectFailure(await run(empty), 2, "invalid-usage", problem);
    if (command === "identify") return;
    const sentence = t(($) => $.cli.quotas.options.notAnId, { file: folder.path("table.csv"), text: "id,name" });
    expectFailure(await run(folder.write("table.csv", "id,name\n70001,a\n")), 2, "invalid-usage", sentence);
  });
  test("by a column that does not exist", async () => {
    expectFailure(
      await plan("id\n1\n", ["--key-column", "iccid"]),
      2,
      "column-unknown",
      formatText(codedText("file-column-not-found", { column: "iccid", columns: "id" })),
    );
  });
  test("with a variable that does not exist", async () => {
    expectFailure(await plan("id\n70001\n", ["--text", "PIN {{pin}}"]), 2, "variable-unknown", "{{pin}}");
  });
  test("with a source address that is not numeric", async () => {
    const reason = formatText(codedText("sender-not-digits", { address: "Ada" }));
    expectFailure(await plan("id\n70001\n", ["--sender", "Ada"]), 2, "source-address-invalid", reason);
  });
  test("with an empty text", async () => {
    expectFailure(await plan("id\n70001\n", ["--text", ""]), 2, "text-empty", formatText(codedText("message-empty")));
  });
  test("an unknown endpoint is excluded with its row and reason", async () => {
    const ran = await plan("id\n99999999\n", ["--json"]);
    expect(ran.code).toBe(0);
    expect(ran.json()).toMatchObject({
      planned: 1,
      excluded: [{ row: expect.any(Number) as number, reason: "unresolved" }],
    });
  });
  test("a campaign that does not exist", async () => {
    expectFailure(await (await connected()).run(["campaign", "run", "77"]), 1, "campaign-unknown", /77/);
  });
});

describe("the data directory", () => {
  test("cannot be created", async () => {
    const file = folder.write("file", "");
    const ran = await createCommandLine(`${file}/data`).run(["connection", "list"]);
    expectFailure(
      ran,
      1,
      "data-dir-read-only",
      formatText(codedText("data-dir-read-only", { directory: `${file}/data` })),
    );
  });

  test("contains a damaged database: it is named and nothing is deleted", async () => {
    mkdirSync(folder.path("data"));
    writeFileSync(
      folder.path("data/fleetdesk.db"),
      "this is no database, and it is longer than a header of one hundred bytes ".repeat(20),
    );
    expectFailure(await cli().run(["connection", "list"]), 1, "database-corrupt", /fleetdesk\.db/);
  });

  test("is created if it does not exist", async () => {
    const line = createCommandLine(folder.path("deep/below/data"));
    expect((await line.run(["connection", "list", "--json"])).json()).toEqual({ items: [], total: 0 });
  });
});
