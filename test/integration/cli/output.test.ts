/** The messages of commands are correct. */
import { expect, test } from "vitest";
import { t } from "../../../main/cli/text.ts";
import { startSimulator } from "../../../main/simulator/simulator.ts";
import { createCommandLine } from "../../make/command-line.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();

test("signing out reports that the session ended, without naming a token storage", async () => {
  const simulator = await startSimulator({ endpoints: 1 });
  try {
    const line = createCommandLine(folder.path("data"));
    const stdin = JSON.stringify({ application_token: simulator.applicationToken });
    const connected = await line.run(["connection", "create", "practice", "--base-url", simulator.baseUrl], { stdin });
    const signedOut = await line.run(["sign-out"]);
    const later = await line.run(["session"]);
    const notSignedIn = t(($) => $.cli.connections.session.signedOut, { connection: "practice" });
    const stored = t(($) => $.cli.connections.session.storedFile);
    expect(connected.out).toContain(stored);
    expect([signedOut.out, later.out].map((out) => [out.includes(notSignedIn), out.includes(stored)])).toEqual([
      [true, false],
      [true, false],
    ]);
  } finally {
    await simulator.close();
  }
});

test("campaign delete --help lists the campaign states that can be deleted", async () => {
  const { out } = await createCommandLine(folder.path("data")).run(["campaign", "delete", "--help"]);
  expect(out.replaceAll(/\s+/g, " ")).toContain(t(($) => $.cli.campaigns.remove.summary));
});

test("the line that the simulator prints contains everything that connect needs", async () => {
  const simulator = await startSimulator({ endpoints: 1 });
  const { baseUrl, applicationToken, username, password } = simulator;
  try {
    const line = createCommandLine(folder.path("data"));
    const stdin = JSON.stringify({ baseUrl, applicationToken, username, password });
    const connected = await line.run(["connection", "create", "practice"], { stdin });
    const connectedTo = t(($) => $.cli.connections.connect.done, { name: "practice", baseUrl, session: "" });
    expect([connected.code, connected.out.startsWith(connectedTo)]).toEqual([0, true]);
    const nowhere = await line.run(["connection", "create", "other"], {
      stdin: JSON.stringify({ application_token: "x" }),
    });
    expect([nowhere.code, nowhere.err.includes("--base-url")]).toEqual([2, true]);
  } finally {
    await simulator.close();
  }
});

test("a format of lists is refused before a change is sent", async () => {
  const simulator = await startSimulator({ endpoints: 1 });
  try {
    const line = createCommandLine(folder.path("data"));
    const stdin = JSON.stringify({ application_token: simulator.applicationToken });
    await line.run(["connection", "create", "practice", "--base-url", simulator.baseUrl], { stdin });
    const before = await line.run(["dns", "list", "--refresh", "--json"]);
    const refused = await line.run(["dns", "create", "192.0.2.53", "198.51.100.53", "--output", "ids"]);
    const after = await line.run(["dns", "list", "--refresh", "--json"]);
    const idsOf = ({ out }: { readonly out: string }): unknown =>
      (JSON.parse(out) as { readonly items: readonly { readonly id: string }[] }).items.map(({ id }) => id);
    expect([refused.code, refused.out]).toEqual([2, ""]);
    expect(refused.err).toContain(t(($) => $.cli.program.listsOnly, { format: "ids" }));
    expect(idsOf(after)).toEqual(idsOf(before));
  } finally {
    await simulator.close();
  }
});

test.each(["table", "json", "jsonl", "csv", "ids"])("an unknown column is refused in the format %s", async (format) => {
  const line = createCommandLine(folder.path("data"));
  const { code, out, err } = await line.run(["template", "list", "--columns", "id,nope", "--output", format]);
  expect([code, out, err.includes("nope")]).toEqual([2, "", true]);
});

test("an unknown column is refused before a setting is changed", async () => {
  const line = createCommandLine(folder.path("data"));
  const days = async (): Promise<string> =>
    (await line.run(["data", "retention", "--columns", "kind,days", "--no-headers", "--output", "csv"])).out;
  const before = await days();
  const refused = await line.run(["data", "retention", "--set", "events=60", "--columns", "nope"]);
  expect([refused.code, refused.out, await days()]).toEqual([2, "", before]);
});
