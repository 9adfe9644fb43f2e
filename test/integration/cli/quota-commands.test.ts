/** The commands for quotas: one endpoint, bulk changes with a plan, undo, overview. */
import { quotaGroupSchema } from "#shared/contract/quotas/quota-overview.ts";
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { labelsOf } from "../../../main/cli/option-values.ts";
import { t } from "../../../main/cli/text.ts";
import { startSimulator, type Simulator } from "../../../main/simulator/simulator.ts";
import { type CommandLine, createCommandLine } from "../../make/command-line.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";
import { tableRow } from "../../make/table-row.ts";
import { textPattern } from "../../make/text-pattern.ts";

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
  await line.run(["connection", "create", "practice", "--base-url", service.baseUrl, ...options], { stdin });
  await line.run(["sync", "endpoint"]);
});

function errorOf(code: string, text: CodedText): string {
  return t(($) => $.cli.program.error, { code, message: formatText(text) });
}

test("reads, sets, tops up, undoes and deletes the quota of one endpoint", async () => {
  const read = await line.run(["quota", "get", "70002"]);
  expect([read.code, read.out.split("\n").slice(0, 2)]).toEqual([
    0,
    [
      t(($) => $.cli.quotas.text.endpointNamed, { endpoint: "70002", name: "van-00002" }),
      t(($) => $.cli.quotas.text.profile, { profile: "Meters" }),
    ],
  ]);
  const noQuota = textPattern((any) => {
    const quota = t(($) => $.cli.quotas.text.none);
    const asOf = t(($) => $.cli.quotas.text.asOf, { quota, time: any(/\d{4}-\S+Z/) });
    return t(($) => $.cli.quotas.text.data, { quota: asOf });
  });
  expect(read.out).toMatch(new RegExp(`^${noQuota}`, "m"));
  const meters = { kind: codedText("quota-kind-data"), profile: codedText("quota-profile", { name: "Meters" }) };
  expect(read.out).toContain(formatText(codedText("quota-not-enforced-none", meters)));

  const noExpiry = await line.run(["quota", "set", "70002", "--volume", "10"]);
  expect([noExpiry.code, noExpiry.err]).toEqual([2, errorOf("invalid-input", codedText("quota-expiry-needed-new"))]);
  const set = await line.run(["quota", "set", "70002", "--volume", "10", "--expires", "2040-01-01", "--json"]);
  // A date means the end of that day, and the time is printed.
  expect(set.err).toContain(t(($) => $.cli.quotas.write.expiry, { time: "2040-01-01T23:59:59.000Z" }));
  expect(set.json()).toMatchObject({
    outcome: "set",
    change: "1",
    reading: { state: { quota: { volume: 10, expiresAt: "2040-01-01T23:59:59.000Z" } } },
  });
  const left = [
    t(($) => $.cli.quotas.text.megabytes, { amount: "12.5" }),
    t(($) => $.cli.quotas.text.percentLeft, { percent: "100" }),
  ].join(", ");
  expect((await line.run(["quota", "add", "70002", "--volume", "2.5"])).out).toContain(left);
  const threshold = t(($) => $.cli.quotas.text.threshold, { percent: "5" });
  expect((await line.run(["quota", "set", "70002", "--threshold", "5"])).out).toContain(threshold);
  const zero = await line.run(["quota", "set", "70002", "--volume", "0"]);
  expect([zero.code, zero.err]).toEqual([5, expect.stringMatching(/^error: confirmation-needed: .*--confirm-zero/)]);
  const past = await line.run(["quota", "set", "70002", "--expires", "2020-01-01"]);
  expect([past.code, past.err]).toEqual([5, expect.stringMatching(/^error: confirmation-needed: .*--confirm-past/m)]);
  const many = await line.run(["quota", "set", "--filter", "", "--volume", "0", "--expires", "2040-01-01"]);
  expect([many.code, many.err]).toEqual([5, expect.stringContaining("--confirm-zero")]);
  const undone = await line.run(["quota", "undo", "2", "--yes", "--overwrite-changed", "--json"]);
  expect([undone.code, undone.json()]).toMatchObject([0, { state: "finished", undoOf: "2", counts: { set: 1 } }]);
  expect((await line.run(["quota", "get", "70002", "--cached", "--json"])).json()).toMatchObject({
    data: { state: { quota: { volume: 10 } } },
  });
  const unconfirmedDelete = await line.run(["quota", "delete", "--filter", ""]);
  expect([unconfirmedDelete.code, unconfirmedDelete.err]).toEqual([5, expect.stringContaining("--confirm-zero")]);
  const deleted = await line.run(["quota", "delete", "70002", "--confirm-zero"]);
  expect(deleted.out).toBe(
    `${[
      t(($) => $.cli.quotas.write.outcome, { outcome: "deleted", message: formatText(codedText("quota-deleted")) }),
      t(($) => $.cli.quotas.write.current, { quota: t(($) => $.cli.quotas.text.none) }),
      t(($) => $.cli.quotas.write.undo, { change: 5 }),
    ].join(" ")}\n`,
  );
  const listed = await line.run(["quota", "changes", "--endpoint", "70002", "--json"]);
  expect(listed.json<{ items: { change: string }[] }>().items.map(({ change }) => change)).toEqual([
    "5",
    "4",
    "3",
    "2",
    "1",
  ]);
});

test("plans, starts with its number, and undoes a bulk change", async () => {
  const add = ["quota", "add", "--filter", "", "--volume", "5", "--if-no-quota", "set", "--expires", "2040-01-01"];
  const planned = await line.run(add);
  expect([planned.code, planned.out.split("\n").slice(0, 2)]).toEqual([
    0,
    [
      t(($) => $.cli.quotas.text.change, {
        change: 1,
        title: formatText(codedText("quota-add-data", { volume: 5 })),
        endpoints: formatText(codedText("quota-endpoints-all")),
      }),
      "planned: 120 planned",
    ],
  ]);
  expect(planned.err).toContain(
    `${t(($) => $.cli.quotas.follow.notSent, { command: "fleetdesk quota start 1 --confirm 120" })}\n`,
  );
  const unconfirmed = await line.run(["quota", "start", "1", "--yes"]);
  expect([unconfirmed.code, unconfirmed.err]).toEqual([5, expect.stringContaining("--confirm 120")]);
  const started = await line.run(["quota", "start", "1", "--confirm", "120", "--json"]);
  expect([started.code, started.json()]).toMatchObject([0, { state: "finished", counts: { set: 120 } }]);
  const undone = await line.run(["quota", "undo", "1", "--confirm", "120", "--json"]);
  expect([undone.code, undone.json()]).toMatchObject([0, { counts: { set: 120 } }]);
  expect((await line.run(["quota", "rows", "1", "--limit", "1"])).out).toMatch(
    new RegExp(
      `^${tableRow(
        t(($) => $.cli.headings.row),
        t(($) => $.cli.headings.endpoint),
        t(($) => $.cli.headings.name),
        t(($) => $.cli.headings.state),
      )}`,
    ),
  );
});

test("a single change with a lost answer ends with exit code 4 and names the command that resolves it", async () => {
  service.setFaults({ rules: [{ kind: "reset-before", rate: 1, on: "quota.set" }] });
  const lost = await line.run(["quota", "set", "70005", "--volume", "10", "--expires", "2040-01-01"]);
  service.setFaults({});
  const command = t(($) => $.cli.quotas.write.resolve, { change: 1 });
  expect([lost.code, lost.err]).toEqual([4, expect.stringContaining(command)]);
  const resolved = async (): Promise<unknown> => (await line.run(["quota", "resolve", "1", "--json"])).json();
  // Its grace period of 200 ms passes.
  await expect.poll(resolved).toMatchObject({ counts: { "not-applied": 1 } });
});

test("applies a list of ids immediately with --yes, reports failures row by row, and retries them", async () => {
  const file = folder.path("ids.txt");
  writeFileSync(file, "# nearly empty\n70001\n70003\n99999\n");
  const args = ["quota", "set", "--ids-file", file, "--volume", "50", "--expires", "2040-01-01", "--yes"];
  const ran = await line.run(args);
  expect([ran.code, ran.out]).toEqual([4, expect.stringContaining("finished: 1 unreadable, 2 set")]);
  expect(ran.out).toContain(formatText(codedText("quota-endpoint-unknown", { endpoint: "99999" })));
  const again = await line.run(["quota", "retry", "1", "--state", "unreadable", "--json"]);
  expect(again.json()).toMatchObject({ state: "planned", counts: { set: 2, unreadable: 1 } });
  expect((await line.run(["quota", "resolve", "1", "--json"])).json()).toMatchObject({ counts: { unknown: 0 } });
  const late = await line.run(["quota", "cancel", "1"]);
  expect((await line.run(["quota", "resume", "1"])).err).toContain("error: quota-change-state: ");
  expect(late.code).toBe(4);
});

test("the overview counts what a refresh has read, and lists a group", async () => {
  const before = await line.run(["quota", "overview", "--json"]);
  expect(before.json()).toMatchObject({ groups: { checked: 0, never: 120 } });
  expect((await line.run(["quota", "refresh", "--type", "sms"])).out).toBe(
    t(($) => $.cli.quotas.refresh.result, { count: 120, failed: 0 }),
  );
  const overview = await line.run(["quota", "overview", "--type", "sms"]);
  const title = textPattern((any) =>
    t(($) => $.cli.quotas.overview.sms, { oldest: any(/20\d\d-\S+Z/), newest: any(/20\d\d-\S+Z/) }),
  );
  expect(overview.out).toMatch(new RegExp(`^${title}`, "m"));
  expect(overview.out).toMatch(/^not-loaded +0 /m);
  const listed = await line.run(["quota", "list", "none", "--type", "sms", "--limit", "3", "--json"]);
  expect(listed.json<{ items: unknown[] }>().items).toHaveLength(3);
  expect((await line.run(["quota", "list", "red"])).err).toContain(
    t(($) => $.cli.quotas.list.badGroup, { groups: labelsOf(quotaGroupSchema.options) }),
  );
});

test("quotas that could not be read are exit code 4 with the reason, in a refresh and in a plan", async () => {
  service.setFaults({ rules: [{ kind: "refuse", rate: 1, status: 403, on: "quota.get" }] });
  try {
    const reason = textPattern((any) =>
      t(($) => $.cli.quotas.refresh.reason, { code: "service-1104", message: any(/.+/), count: 1 }),
    );
    const refreshed = await line.run(["quota", "refresh", "--type", "data", "--filter", "id:70001"]);
    expect([refreshed.code, refreshed.err]).toEqual([
      4,
      expect.stringMatching(new RegExp(`error: quotas-unread: .* ${reason}\n$`)),
    ]);
    const set = ["quota", "set", "--filter", "id:70001", "--volume", "5", "--expires", "2040-01-01", "--yes"];
    const planned = await line.run(set);
    expect([planned.code, planned.out]).toEqual([4, expect.stringContaining("planned: 1 unreadable")]);
    expect(planned.err).toContain(errorOf("quotas-unread", codedText("quotas-unread", { count: 1, total: 1 })));
  } finally {
    service.setFaults({});
  }
});

test("bulk changes without a session are exit code 3", async () => {
  await line.run(["sign-out"]);
  const refreshed = await line.run(["quota", "refresh"]);
  expect([refreshed.code, refreshed.err]).toEqual([
    3,
    expect.stringMatching(/^error: (sign-in-required|never-signed-in|signed-out): /m),
  ]);
  const set = ["quota", "set", "--filter", "id:70001", "--volume", "5", "--expires", "2040-01-01"];
  const planned = await line.run(set);
  expect([planned.code, planned.err]).toEqual([3, expect.stringContaining("fleetdesk quota resume 1")]);
});

test("the table of exit codes is a help topic and a JSON document", async () => {
  const help = await line.run(["help", "exit-codes"]);
  expect(help.out).toContain(`  3  ${t(($) => $.cli.program.exit.signIn)}\n     credentials-refused, `);
  const table = await line.run(["exit-codes", "--json"]);
  expect(table.json()).toMatchObject({
    items: expect.arrayContaining([expect.objectContaining({ exit: 5 })]) as unknown,
  });
});

test("reports invalid input, and sends nothing", async () => {
  const wrong = async (...args: string[]): Promise<string> =>
    (await line.run(["quota", ...args])).err.split("\n")[0] ?? "";
  expect(await wrong("set", "--volume", "5")).toContain(
    `error: invalid-usage: ${t(($) => $.cli.quotas.options.noEndpoints)}`,
  );
  expect(await wrong("set", "70001", "--filter", "x", "--volume", "5")).toContain(
    t(($) => $.cli.quotas.options.noEndpoints),
  );
  expect(await wrong("set", "70001", "--volume", "five")).toContain(t(($) => $.cli.quotas.options.badVolume));
  expect(await wrong("set", "70001", "--volume", "-5")).toContain(formatText(codedText("quota-volume-negative")));
  expect(await wrong("set", "70001", "--volume", "5", "--expires", "soon")).toContain("error: invalid-usage: ");
  expect(await wrong("set", "70001", "--action", "divert")).toContain(t(($) => $.cli.quotas.options.badAction));
  expect(await wrong("set", "70001", "--type", "voice", "--volume", "1")).toContain("error: invalid-usage: ");
  expect(await wrong("set", "70001")).toContain(formatText(codedText("quota-no-setting")));
  const zeros = folder.path("zeros.txt");
  writeFileSync(zeros, "70001\n070001\n");
  expect(await wrong("add", "--ids-file", zeros, "--volume", "5")).toContain(
    t(($) => $.cli.quotas.options.notAnId, { file: zeros, text: "070001" }),
  );
  expect(await wrong("add", "070001", "--volume", "5")).toContain("error: invalid-input: ");
  expect(await wrong("add", "70001", "--yes", "--volume", "5")).toContain(t(($) => $.cli.quotas.options.confirmOne));
  expect(await line.run(["quota", "changes"])).toMatchObject({
    out: t(($) => $.cli.quotas.changes.empty),
  });
});

test("an undo names the option that also undoes quotas changed elsewhere", async () => {
  await line.run(["quota", "set", "70004", "--volume", "10", "--expires", "2040-01-01"]);
  await line.run(["quota", "set", "70004", "--volume", "20"]);
  const undone = await line.run(["quota", "undo", "1", "--yes"]);
  expect([undone.code, undone.err]).toEqual([
    4,
    expect.stringContaining(
      `${t(($) => $.cli.quotas.follow.updateElsewhere, { command: "fleetdesk quota undo 1 --overwrite-changed --yes" })}\n`,
    ),
  ]);
  expect((await line.run(["quota", "undo", "1", "--overwrite-changed", "--yes"])).code).toBe(0);
});

test("an unconfirmed earlier change needs a decision before the next one, which an option gives", async () => {
  const lossy = await startSimulator({ endpoints: 5 });
  const faults = async (rules: readonly object[]): Promise<void> => {
    await fetch(`${lossy.baseUrl}/_simulator/faults`, { method: "POST", body: JSON.stringify({ rules }) });
  };
  try {
    const own = createCommandLine(folder.path("unsettled"));
    const stdin = JSON.stringify({ application_token: lossy.applicationToken });
    await own.run(["connection", "create", "lossy", "--base-url", lossy.baseUrl, "--set", "ceiling=none"], { stdin });
    await own.run(["sync", "endpoint"]);
    await faults([{ kind: "reset-before", rate: 1, on: "quota.set" }]);
    const add = ["quota", "add", "70001", "--volume", "5", "--if-no-quota", "set", "--expires", "2040-01-01"];
    expect((await own.run(add)).code).toBe(4);
    await faults([]);
    const result = await own.run(add);
    const expiry = textPattern((any) => t(($) => $.cli.quotas.write.expiry, { time: any(/2040-01-01T\S+Z/) }));
    expect([result.code, result.out, result.err]).toEqual([
      5,
      "",
      expect.stringMatching(new RegExp(`^${expiry}error: unsettled: .*--allow-unresolved.*\n$`)),
    ]);
    expect((await own.run([...add, "--json"])).json()).toMatchObject({
      outcome: "unsettled",
      unresolved: { change: "1" },
    });
    const many = await own.run(["quota", "set", "--filter", "", "--volume", "50", "--expires", "2040-01-01", "--yes"]);
    expect([many.code, many.out]).toEqual([5, expect.stringContaining("finished: 4 set, 1 on-hold")]);
    expect(many.err).toContain(
      `${t(($) => $.cli.quotas.follow.onHold, {
        count: 1,
        command: "fleetdesk quota retry 2 --state on-hold --allow-unresolved",
      })}\n`,
    );
    const allowed = await own.run(["quota", "retry", "2", "--state", "on-hold", "--allow-unresolved", "--json"]);
    expect([allowed.code, allowed.json()]).toMatchObject([0, { counts: { set: 5, unsettled: 0 } }]);
  } finally {
    await lossy.close();
  }
});

test("Ctrl-C leaves a change that can be resumed, and prints how", async () => {
  const slow = await startSimulator({ endpoints: 60 });
  try {
    const own = createCommandLine(folder.path("interrupted"));
    const stdin = JSON.stringify({ application_token: slow.applicationToken });
    await own.spawn(["connection", "create", "slow", "--base-url", slow.baseUrl, "--set", "ceiling=none"], { stdin });
    await own.spawn(["sync", "endpoint"]);
    await own.spawn(["quota", "set", "--filter", "", "--volume", "5", "--expires", "2040-01-01"]);
    slow.setFaults({ rules: [{ kind: "slow", rate: 1, delayMs: 1_000, on: "quota.set" }] });
    const running = own.start(["quota", "start", "1", "--yes"]);
    await running.waitForOutput(t(($) => $.cli.quotas.follow.running, { change: 1 }));
    running.child.kill("SIGINT");
    const { code, err } = await running.ended;
    expect([code, err]).toEqual([130, expect.stringContaining("fleetdesk quota resume 1")]);
    slow.setFaults({ rules: [] });
    const resumed = await own.spawn(["quota", "resume", "1", "--json"]);
    expect([resumed.code, resumed.json()]).toMatchObject([0, { state: "finished", counts: { set: 60 } }]);
  } finally {
    await slow.close();
  }
});

test("the help of every quota command has an example", async () => {
  const { out } = await line.run(["quota", "--help"]);
  const names = [...out.matchAll(/^ {2}([a-z]+)(?: \[| <| \[?options)/gm)].map(([, name]) => name ?? "");
  expect(names).toEqual(expect.arrayContaining(["get", "set", "add", "delete", "undo", "overview", "refresh"]));
  for (const name of names.filter((one) => one !== "help")) {
    const help = await line.run(["quota", name, "--help"]);
    expect([name, help.code, help.out.includes("$ fleetdesk quota ")]).toEqual([name, 0, true]);
  }
});

test("lists earlier readings of an endpoint and the sums of each day", async () => {
  await line.run(["quota", "set", "70003", "--volume", "10", "--expires", "2040-01-01"]);
  await line.run(["quota", "add", "70003", "--volume", "2.5"]);
  const history = await line.run(["quota", "history", "70003"]);
  // The last reading is listed again where it is later than the change.
  const listed = new Set(history.out.match(/1[02](?:\.5)? MB/g));
  expect([history.code, [...listed]]).toEqual([0, ["10 MB", "12.5 MB"]]);
  const usage = await line.run(["quota", "usage", "--json"]);
  expect(usage.json()).toMatchObject({ items: [{ balance: 12.5, used: 0, endpoints: 1 }] });
});
