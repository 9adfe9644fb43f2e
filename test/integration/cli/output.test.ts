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
