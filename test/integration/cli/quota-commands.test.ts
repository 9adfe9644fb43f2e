/** The commands for quotas: one endpoint, many with a plan, undo, overview. */
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startSimulator, type Simulator } from "../../../main/simulator/simulator.ts";
import { type CommandLine, createCommandLine } from "../../make/command-line.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();
let service: Simulator;
let line: CommandLine;

beforeAll(async () => {
  service = await startSimulator({ endpoints: 120 });
});
afterAll(() => service.close());

beforeEach(async () => {
  line = createCommandLine(folder.path("data"));
  const stdin = JSON.stringify({ application_token: service.applicationToken });
  const options = ["--set", "ceiling=none", "--set", "reconcileAfterMs=200"];
  await line.run(["connect", "practice", "--base-url", service.baseUrl, ...options], { stdin });
  await line.run(["sync", "endpoint"]);
});

test("one endpoint is read, set, topped up, put back and deleted", async () => {
  const read = await line.run(["quota", "get", "70002"]);
  expect([read.code, read.out.split("\n").slice(0, 2)]).toEqual([
    0,
    ["endpoint: 70002 (van-00002)", "service profile: Meters"],
  ]);
  expect(read.out).toContain("data: none set (as of ");
  expect(read.out).toContain('The service profile "Meters" does not enforce data quotas');

  const noExpiry = await line.run(["quota", "set", "70002", "--volume", "10"]);
  expect([noExpiry.code, noExpiry.err]).toEqual([
    2,
    "error: invalid-input: No quota is set yet: an expiry must be given.\n",
  ]);
  const set = await line.run(["quota", "set", "70002", "--volume", "10", "--expires", "2040-01-01", "--json"]);
  // A date is the end of that day, and the moment is said.
  expect(set.err).toContain("Expiry: 2040-01-01T23:59:59.000Z\n");
  expect(set.json()).toMatchObject({
    outcome: "set",
    change: 1,
    reading: { stand: { quota: { volume: 10, expiresAt: "2040-01-01T23:59:59.000Z" } } },
  });
  expect((await line.run(["quota", "add", "70002", "--volume", "2.5"])).out).toContain("Now: 12.5 MB, 100 % left");
  expect((await line.run(["quota", "set", "70002", "--threshold", "5"])).out).toContain("threshold 5 %");
  const zero = await line.run(["quota", "set", "70002", "--volume", "0"]);
  expect([zero.code, zero.err]).toEqual([
    5,
    expect.stringMatching(/^error: confirmation-needed: .* Add --confirm-zero to confirm\.\n$/),
  ]);
  const past = await line.run(["quota", "set", "70002", "--expires", "2020-01-01"]);
  expect([past.code, past.err]).toEqual([
    5,
    expect.stringMatching(/The expiry has passed.* Add --confirm-past to confirm\.\n$/),
  ]);
  const many = await line.run(["quota", "set", "--filter", "", "--volume", "0", "--expires", "2040-01-01"]);
  expect([many.code, many.err]).toEqual([5, expect.stringContaining("--confirm-zero")]);
  const undone = await line.run(["quota", "undo", "2", "--yes", "--overwrite-moved", "--json"]);
  expect([undone.code, undone.json()]).toMatchObject([0, { state: "finished", undoOf: 2, counts: { set: 1 } }]);
  expect((await line.run(["quota", "get", "70002", "--cached", "--json"])).json()).toMatchObject({
    data: { stand: { quota: { volume: 10 } } },
  });
  const unsure = await line.run(["quota", "delete", "--filter", ""]);
  expect([unsure.code, unsure.err]).toEqual([5, expect.stringContaining("Add --confirm-zero to confirm.")]);
  const gone = await line.run(["quota", "delete", "70002", "--confirm-zero"]);
  expect(gone.out).toMatch(/^deleted: The quota was deleted\. Now: none set\. Undo with: /);
  const listed = await line.run(["quota", "changes", "--endpoint", "70002", "--json"]);
  expect(listed.json<{ changes: { change: number }[] }>().changes.map(({ change }) => change)).toEqual([5, 4, 3, 2, 1]);
});

test("many are planned, started with their number, and taken back", async () => {
  const add = ["quota", "add", "--filter", "", "--volume", "5", "--where-none", "set", "--expires", "2040-01-01"];
  const planned = await line.run(add);
  expect([planned.code, planned.out.split("\n").slice(0, 2)]).toEqual([
    0,
    ["Change 1: Add 5 MB to the data quota, all endpoints of the local copy", "planned: 120 planned"],
  ]);
  expect(planned.err).toContain("Nothing was sent. Send it with: fleetdesk quota start 1 --confirm 120\n");
  const counted = await line.run(["quota", "start", "1", "--yes"]);
  expect([counted.code, counted.err]).toEqual([5, expect.stringContaining("Add --confirm 120 to confirm.")]);
  const started = await line.run(["quota", "start", "1", "--confirm", "120", "--json"]);
  expect([started.code, started.json()]).toMatchObject([0, { state: "finished", counts: { set: 120 } }]);
  const undone = await line.run(["quota", "undo", "1", "--confirm", "120", "--json"]);
  expect([undone.code, undone.json()]).toMatchObject([0, { counts: { set: 120 } }]);
  expect((await line.run(["quota", "rows", "1", "--limit", "1"])).out).toMatch(/^ROW +ENDPOINT +NAME +STATE/);
});

test("a list of ids is worked at once with --yes; what went wrong is told row by row, and retried", async () => {
  const file = folder.path("ids.txt");
  writeFileSync(file, "# nearly empty\n70001\n70003\n99999\n");
  const args = ["quota", "set", "--ids-file", file, "--volume", "50", "--expires", "2040-01-01", "--yes"];
  const ran = await line.run(args);
  expect([ran.code, ran.out]).toEqual([4, expect.stringContaining("finished: 1 unreadable, 2 set")]);
  expect(ran.out).toContain("The service knows no endpoint with the id 99999.");
  const again = await line.run(["quota", "retry", "1", "--which", "unreadable", "--json"]);
  expect(again.json()).toMatchObject({ state: "planned", counts: { set: 2, unreadable: 1 } });
  expect((await line.run(["quota", "settle", "1", "--json"])).json()).toMatchObject({ counts: { unknown: 0 } });
  const late = await line.run(["quota", "cancel", "1"]);
  expect((await line.run(["quota", "resume", "1"])).err).toContain("error: quota-change-state: ");
  expect(late.code).toBe(4);
});

test("the overview counts what a refresh has read, and lists a group", async () => {
  const before = await line.run(["quota", "overview", "--json"]);
  expect(before.json()).toMatchObject({ groups: { asked: 0, never: 120 } });
  expect((await line.run(["quota", "refresh", "--kind", "sms"])).out).toBe(
    "120 endpoints asked, 0 could not be read.\n",
  );
  const found = await line.run(["quota", "overview", "--kind", "sms"]);
  expect(found.out).toContain("SMS quotas, read between ");
  expect(found.out).toMatch(/never +0 +never asked/);
  const listed = await line.run(["quota", "list", "none", "--kind", "sms", "--limit", "3", "--json"]);
  expect(listed.json<{ items: unknown[] }>().items).toHaveLength(3);
  expect((await line.run(["quota", "list", "red"])).err).toContain("The group is one of asked, empty");
});

test("quotas that could not be read are exit code 4 with the reason, in a refresh and in a plan", async () => {
  service.setFaults({ rules: [{ kind: "refuse", rate: 1, status: 403, on: "quota.get" }] });
  try {
    const refreshed = await line.run(["quota", "refresh", "--kind", "data", "--filter", "id:70001"]);
    expect([refreshed.code, refreshed.err]).toEqual([
      4,
      expect.stringMatching(/error: quotas-unread: 1 of 1 endpoints could not be read\. service-1104: .* \(1x\)\n$/),
    ]);
    const set = ["quota", "set", "--filter", "id:70001", "--volume", "5", "--expires", "2040-01-01", "--yes"];
    const planned = await line.run(set);
    expect([planned.code, planned.out]).toEqual([4, expect.stringContaining("planned: 1 unreadable")]);
    expect(planned.err).toContain("error: quotas-unread: 1 of 1 endpoints could not be read.\n");
  } finally {
    service.setFaults({});
  }
});

test("bulk work without a session is exit code 3", async () => {
  await line.run(["sign-out"]);
  const refreshed = await line.run(["quota", "refresh"]);
  expect([refreshed.code, refreshed.err]).toEqual([
    3,
    expect.stringMatching(/^error: (sign-in-required|never-signed-in|signed-out): /m),
  ]);
  const set = ["quota", "set", "--filter", "id:70001", "--volume", "5", "--expires", "2040-01-01"];
  const planned = await line.run(set);
  expect([planned.code, planned.err]).toEqual([3, expect.stringContaining("Continue with: fleetdesk quota resume 1")]);
});

test("the table of exit codes is a help topic and a JSON document", async () => {
  const help = await line.run(["help", "exit-codes"]);
  expect(help.out).toContain("  3  A sign-in or a connection is needed.\n     credentials-refused, ");
  const table = await line.run(["exit-codes", "--json"]);
  expect(table.json()).toMatchObject({
    items: expect.arrayContaining([expect.objectContaining({ exit: 5 })]) as unknown,
  });
});

test("what is typed wrongly is said, and nothing is sent", async () => {
  const wrong = async (...args: string[]): Promise<string> =>
    (await line.run(["quota", ...args])).err.split("\n")[0] ?? "";
  expect(await wrong("set", "--volume", "5")).toContain("error: invalid-usage: Say who is meant");
  expect(await wrong("set", "70001", "--filter", "x", "--volume", "5")).toContain("Say who is meant");
  expect(await wrong("set", "70001", "--volume", "five")).toContain("A volume is a number");
  expect(await wrong("set", "70001", "--volume", "-5")).toContain("must not be negative");
  expect(await wrong("set", "70001", "--volume", "5", "--expires", "soon")).toContain("is not a date and time");
  expect(await wrong("set", "70001", "--action", "divert")).toContain("The action is block, or throttle:RATE");
  expect(await wrong("set", "70001", "--kind", "voice", "--volume", "1")).toContain("error: invalid-usage: ");
  expect(await wrong("set", "70001")).toContain("Nothing is named that should change.");
  expect(await wrong("add", "70001", "--yes", "--volume", "5")).toContain("one is changed at once: leave it out.");
  expect(await line.run(["quota", "changes"])).toMatchObject({ out: "No quota was changed from this computer yet.\n" });
});

test("an undo names the option that also puts back what moved since", async () => {
  await line.run(["quota", "set", "70004", "--volume", "10", "--expires", "2040-01-01"]);
  await line.run(["quota", "set", "70004", "--volume", "20"]);
  const undone = await line.run(["quota", "undo", "1", "--yes"]);
  expect([undone.code, undone.err]).toEqual([
    4,
    expect.stringMatching(
      /^Update endpoints that changed elsewhere with: fleetdesk quota undo 1 --overwrite-moved --yes$/m,
    ),
  ]);
  expect((await line.run(["quota", "undo", "1", "--overwrite-moved", "--yes"])).code).toBe(0);
});

test("what came of an earlier change is a question before the next one, and an option answers it", async () => {
  const lossy = await startSimulator({ endpoints: 5 });
  const faults = async (rules: readonly object[]): Promise<void> => {
    await fetch(`${lossy.baseUrl}/_simulator/faults`, { method: "POST", body: JSON.stringify({ rules }) });
  };
  try {
    const own = createCommandLine(folder.path("unsettled"));
    const stdin = JSON.stringify({ application_token: lossy.applicationToken });
    await own.run(["connect", "lossy", "--base-url", lossy.baseUrl, "--set", "ceiling=none"], { stdin });
    await own.run(["sync", "endpoint"]);
    await faults([{ kind: "reset-before", rate: 1, on: "quota.set" }]);
    const add = ["quota", "add", "70001", "--volume", "5", "--where-none", "set", "--expires", "2040-01-01"];
    expect((await own.run(add)).code).toBe(4);
    await faults([]);
    const asked = await own.run(add);
    expect([asked.code, asked.out, asked.err]).toEqual([
      5,
      "",
      expect.stringMatching(
        /^Expiry: .*\nerror: unsettled: Change 1 \(.* was sent to it at .* Use --allow-unsettled to send it anyway\.\n$/,
      ),
    ]);
    expect((await own.run([...add, "--json"])).json()).toMatchObject({
      outcome: "unsettled",
      unsettled: { change: 1 },
    });
    const many = await own.run(["quota", "set", "--filter", "", "--volume", "50", "--expires", "2040-01-01", "--yes"]);
    expect([many.code, many.out]).toEqual([5, expect.stringContaining("finished: 4 set, 1 unsettled")]);
    expect(many.err).toContain(
      "1 set aside: the outcome of an earlier change is unknown. Update it anyway with: fleetdesk quota retry 2 --which unsettled --allow-unsettled\n",
    );
    const allowed = await own.run(["quota", "retry", "2", "--which", "unsettled", "--allow-unsettled", "--json"]);
    expect([allowed.code, allowed.json()]).toMatchObject([0, { counts: { set: 5, unsettled: 0 } }]);
  } finally {
    await lossy.close();
  }
});

test("Ctrl-C leaves a change that can be resumed, and says how", async () => {
  const slow = await startSimulator({ endpoints: 60 });
  try {
    const own = createCommandLine(folder.path("interrupted"));
    const stdin = JSON.stringify({ application_token: slow.applicationToken });
    await own.spawn(["connect", "slow", "--base-url", slow.baseUrl, "--set", "ceiling=none"], { stdin });
    await own.spawn(["sync", "endpoint"]);
    await own.spawn(["quota", "set", "--filter", "", "--volume", "5", "--expires", "2040-01-01"]);
    const rules = [{ kind: "slow", rate: 1, delayMs: 200, on: "quota.set" }];
    await fetch(`${slow.baseUrl}/_simulator/faults`, { method: "POST", body: JSON.stringify({ rules }) });
    const running = own.start(["quota", "start", "1", "--yes"]);
    await running.said("Change 1 running");
    running.child.kill("SIGINT");
    const { code, err } = await running.ended;
    expect([code, err]).toEqual([130, expect.stringContaining("Continue with: fleetdesk quota resume 1")]);
    const resumed = await own.spawn(["quota", "resume", "1", "--json"]);
    expect([resumed.code, resumed.json()]).toMatchObject([0, { state: "finished", counts: { set: 60 } }]);
  } finally {
    await slow.close();
  }
});

test("every command for quotas explains itself with an example", async () => {
  const { out } = await line.run(["quota", "--help"]);
  const names = [...out.matchAll(/^ {2}([a-z]+)(?: \[| <| \[?options)/gm)].map(([, name]) => name ?? "");
  expect(names).toEqual(expect.arrayContaining(["get", "set", "add", "delete", "undo", "overview", "refresh"]));
  for (const name of names.filter((one) => one !== "help")) {
    const help = await line.run(["quota", name, "--help"]);
    expect([name, help.code, help.out.includes("$ fleetdesk quota ")]).toEqual([name, 0, true]);
  }
});
