/** The commands for DNS configurations and service profiles. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startSimulator, type Simulator } from "../../../main/simulator/simulator.ts";
import { type CommandLine, createCommandLine } from "../../make/command-line.ts";
import { formatFields } from "../../../main/cli/output.ts";
import { t } from "../../../main/cli/text.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";
import { tableRow } from "../../make/table-row.ts";
import { textPattern } from "../../make/text-pattern.ts";

const folder = useScratchFolder();
let service: Simulator;
let line: CommandLine;

beforeAll(async () => {
  service = await startSimulator({ endpoints: 30 });
});

afterAll(() => service.close());

beforeEach(async () => {
  service.setFaults({});
  line = createCommandLine(folder.path("data"));
  const stdin = JSON.stringify({ application_token: service.applicationToken });
  await line.run(["connection", "create", "practice", "--base-url", service.baseUrl], { stdin });
});

const meters = '"Meters" (902)';

test("creates, attaches, shows, undoes and deletes a configuration", async () => {
  expect((await line.run(["dns", "list"])).out).toContain(t(($) => $.cli.network.dns.never));
  const createDryRun = await line.run(["dns", "create", "8.8.8.8", "10.0.0.53", "--dry-run"]);
  expect([createDryRun.code, createDryRun.out]).toEqual([0, t(($) => $.cli.network.dns.checked, { version: 4 })]);
  const created = await line.run(["dns", "create", "8.8.8.8", "10.0.0.53"]);
  expect([created.code, created.out]).toEqual([0, `${formatText(codedText("dns-created", { dns: "5" }))}\n`]);
  expect(created.err).toContain(
    t(($) => $.cli.network.fieldWarning, {
      field: "secondary",
      message: formatText(codedText("address-private", { address: "10.0.0.53" })),
    }),
  );
  await line.run(["sync", "endpoint"]);
  await line.run(["profile", "list", "--refresh"]);

  const attachDryRun = await line.run(["dns", "attach", "5", "meters", "--dry-run"]);
  expect([attachDryRun.out, attachDryRun.err]).toEqual([
    "",
    expect.stringContaining(
      formatText(
        codedText("profile-impact", { profile: meters, endpoints: codedText("endpoint-count-exact", { count: 8 }) }),
      ),
    ) as string,
  ]);
  expect((await line.run(["dns", "record", "Meters", "none"])).out).toBe(`${formatText(codedText("dns-recorded"))}\n`);
  const attached = await line.run(["dns", "attach", "5", "Meters"]);
  expect([attached.code, attached.out]).toEqual([
    0,
    `${formatText(codedText("dns-attached", { profile: meters, dns: "5" }))}\n`,
  ]);
  expect(attached.err).toContain(formatText(codedText("profile-impact-note")));
  expect((await line.run(["dns", "list"])).out).toMatch(
    new RegExp(`5 +8\\.8\\.8\\.8 +10\\.0\\.0\\.53 +\\S+ +Meters: ${t(($) => $.common.endpointCount, { count: 8 })}`),
  );

  const rejected = await line.run(["dns", "delete", "5"]);
  expect([rejected.code, rejected.out]).toEqual([1, ""]);
  expect(rejected.err).toContain("error: dns-in-use: ");
  expect(rejected.err).toContain(formatText(codedText("dns-users", { count: 1, profiles: meters })));
  const undone = await line.run(["dns", "undo", "902", "--json"]);
  expect(undone.json()).toMatchObject({
    outcome: "done",
    change: { kind: "undone", at: expect.stringMatching(/^\d{4}-/) as string },
  });
  expect((await line.run(["dns", "undo", "902"])).err).toContain("error: nothing-to-undo: ");
  expect((await line.run(["dns", "history", "Meters"])).out).toMatch(
    new RegExp(
      tableRow(
        "attached",
        "Meters",
        `${t(($) => $.cli.values.none)} → 5`,
        "done",
        t(($) => $.cli.network.dns.undone),
      ),
    ),
  );
  expect((await line.run(["dns", "delete", "5"])).out).toBe(`${formatText(codedText("dns-deleted", { dns: "5" }))}\n`);
});

test("an invalid address is invalid usage, and names its field", async () => {
  const wrong = await line.run(["dns", "create", "8.8.8.8", "8.8.4"]);
  expect(wrong.code).toBe(2);
  expect(wrong.err).toContain(`error: invalid-input: ${formatText(codedText("address-no-ip", { address: "8.8.4" }))}`);
});

test("a lost response ends with code 4 and reports that a retry is safe", async () => {
  service.setFaults({ rules: [{ kind: "reset-after", rate: 1, on: "profile.update" }] });
  const lost = await line.run(["dns", "detach", "903"]);
  expect([lost.code, lost.out]).toEqual([4, ""]);
  expect(lost.err).toContain("error: unknown: ");
  expect(lost.err).toContain(formatText(codedText("dns-change-unknown", { reason: codedText("connection-lost") })));
});

test("an undo needs a decision if the assignment changed elsewhere", async () => {
  await line.run(["dns", "record", "903", "3"]);
  await line.run(["dns", "attach", "4", "903"]);
  await line.run(["dns", "record", "903", "none"]);
  const undone = await line.run(["dns", "undo", "903"]);
  expect([undone.code, undone.err]).toEqual([
    5,
    expect.stringContaining(t(($) => $.cli.network.dns.currentAssignment, { assignment: "none" })),
  ]);
});

test("lists profiles with their source, creates, shows, and sets a callback", async () => {
  expect((await line.run(["profile", "list"])).out).toContain(t(($) => $.cli.network.profiles.none));
  expect((await line.run(["profile", "get", "Trackers"])).err).toContain("error: profile-unknown: ");
  const listed = await line.run(["profile", "list", "--refresh", "--json"]);
  expect(listed.json()).toMatchObject({ list: { state: "read", asOf: expect.stringMatching(/^\d{4}-/) as string } });
  const created = await line.run([
    "profile",
    "create",
    "Alarms",
    "--dns",
    "4",
    "--enable",
    "apply_sms_quota",
    "--disable",
    "allowed_3g",
  ]);
  const [id = ""] = /\d+/.exec(created.out) ?? [];
  expect(created.out).toBe(`${formatText(codedText("profile-created", { name: "Alarms", profile: id }))}\n`);
  const refreshed = await line.run(["profile", "get", "alarms", "--refresh"]);
  expect(refreshed.out).toContain(
    formatFields([
      [t(($) => $.cli.labels.dns), `4 (${t(($) => $.cli.network.source.local)})`],
      [t(($) => $.cli.labels.callback), `${t(($) => $.cli.values.none)} (${t(($) => $.cli.network.source.local)})`],
      ["allowed_3g", t(($) => $.cli.values.off)],
    ]),
  );
  expect((await line.run(["profile", "callback", "Alarms", "21"])).out).toBe(
    `${formatText(codedText("profile-callback-set"))}\n`,
  );
  expect((await line.run(["profile", "get", "Alarms", "--json"])).json()).toMatchObject({
    profile: { callback: { assignment: { state: "uses", callback: "21" } } },
    users: { filter: expect.stringMatching(/^service_profile:\d+$/) as string },
  });
  expect((await line.run(["profile", "callback", "Alarms", "previous"])).out).toBe(
    `${formatText(codedText("profile-callback-removed"))}\n`,
  );
  const unknown = await line.run(["profile", "callback", "Meters", "previous"]);
  expect([unknown.code, unknown.err]).toEqual([
    1,
    expect.stringContaining(t(($) => $.cli.network.profiles.earlierUnknown)) as string,
  ]);
  expect((await line.run(["profile", "create", "Alarms", "--dry-run"])).err).toContain(
    formatText(codedText("profile-name-exists", { name: "Alarms", count: 1 })),
  );
  expect((await line.run(["profile", "create", "a", "--enable", "retail", "--disable", "retail"])).code).toBe(2);
  expect((await line.run(["profile", "create", "a", "--enable", "nonsense"])).code).toBe(2);
});

test("creating a duplicate ends with code 5, unless --allow-duplicate is set", async () => {
  const result = await line.run(["dns", "create", "9.9.9.9", "149.112.112.112"]);
  expect([result.code, result.out, result.err]).toEqual([
    5,
    "",
    `error: exists: ${formatText(codedText("dns-exists", { dns: "3" }))}${t(($) => $.cli.program.allowSame)}\n`,
  ]);
  await line.run(["profile", "create", "Twins"]);
  const twin = await line.run(["profile", "create", "Twins"]);
  expect([twin.code, twin.out]).toEqual([5, ""]);
  const [ids = ""] = /\d+/.exec(twin.err) ?? [];
  expect(twin.err).toContain(
    `error: exists: ${formatText(codedText("profile-exists", { name: "Twins", ids }))}${t(($) => $.cli.program.allowSame)}`,
  );
  const json = await line.run(["profile", "create", "Twins", "--json"]);
  expect([json.code, json.json()]).toEqual([5, expect.objectContaining({ outcome: "exists" })]);
  expect((await line.run(["profile", "create", "Twins", "--allow-duplicate"])).code).toBe(0);
});

test("reports a service that has no list of profiles", async () => {
  service.setFaults({ rules: [{ kind: "refuse", rate: 1, status: 405, on: "profile.list" }] });
  expect((await line.run(["profile", "list", "--refresh"])).out).toContain(
    t(($) => $.cli.network.profiles["not-offered"]),
  );
});

test("updates a profile field by field, after printing its number of endpoints", async () => {
  await line.run(["sync", "endpoint"]);
  const trial = await line.run(["profile", "update", "901", "--enable", "retail", "--dry-run"]);
  expect([trial.code, trial.out]).toEqual([0, `${t(($) => $.cli.network.nothingSent)}\n`]);
  const updated = await line.run([
    "profile",
    "update",
    "901",
    "--name",
    "Vans",
    "--enable",
    "retail",
    "--disable",
    "nipdp",
  ]);
  expect([updated.code, updated.out]).toEqual([0, `${formatText(codedText("profile-updated"))}\n`]);
  const complete = t(($) => $.cli.network.cache.complete);
  const usedBy = textPattern((any) =>
    t(($) => $.cli.network.profiles.usedBy, {
      profile: "901",
      endpoints: any(/\d+ \S.*/),
      cache: t(($) => $.cli.network.cache.of, { state: `${complete}${any(/.*/)}` }),
    }),
  );
  expect(updated.err).toMatch(new RegExp(`^${usedBy}`));
  const detail = (await line.run(["profile", "get", "Vans", "--json"])).json();
  expect(detail).toMatchObject({ profile: { name: "Vans", switches: { retail: true, nipdp: false } } });
  const nothing = await line.run(["profile", "update", "901"]);
  expect([nothing.code, nothing.err]).toEqual([
    2,
    expect.stringContaining(formatText(codedText("profile-update-empty"))) as string,
  ]);
  const both = await line.run(["profile", "update", "901", "--enable", "retail", "--disable", "retail"]);
  expect(both.code).toBe(2);
});
