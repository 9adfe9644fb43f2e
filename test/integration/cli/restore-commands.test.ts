/** backup list and restore: a database that cannot be opened is replaced, and its campaigns send nothing again. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { cpSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { t } from "../../../main/cli/text.ts";
import { startSimulator, type Simulator } from "../../../main/simulator/simulator.ts";
import { databaseName } from "../../../main/core/store/open.ts";
import { createCommandLine, type CommandLine } from "../../make/command-line.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";
import { tableRow } from "../../make/table-row.ts";

const folder = useScratchFolder();
const backup = "fleetdesk-2031-01-02T00-00-00-000Z-v220.db";

let simulator: Simulator;
let line: CommandLine;

beforeEach(async () => {
  simulator = await startSimulator({ endpoints: 20 });
  line = createCommandLine(folder.path("data"));
});
afterEach(() => simulator.close());

const file = (): string => join(folder.path("data"), databaseName);
const accepted = (): number => simulator.ledger().length;

/** A backup from before the campaign ran, and a database that is damaged after it. */
async function damageAfterSending(): Promise<void> {
  const secret = JSON.stringify({ application_token: simulator.applicationToken });
  const options = ["--set", "ceiling=none", "--set", "reconcileAfterMs=100"];
  await line.run(["connection", "create", "practice", "--base-url", simulator.baseUrl, ...options], { stdin: secret });
  await line.run(["sync", "endpoint"]);
  const csv = folder.write("recipients.csv", "id\n70001\n70002\n70003\n");
  await line.run(["campaign", "create", "--name", "kept", "--sender", "4911", "--text", "CHK", "--csv", csv]);
  mkdirSync(folder.path("data/backups"), { recursive: true });
  cpSync(file(), folder.path(`data/backups/${backup}`));
  await line.run(["campaign", "run", "1"]);
}

const damage = (): void => writeFileSync(file(), "this is no database, and it is longer than its header ".repeat(20));

describe("a damaged database", () => {
  test("is replaced by a backup that sends nothing again", async () => {
    await damageAfterSending();
    expect(accepted()).toBe(3);
    damage();
    const opened = await line.run(["campaign", "get", "1"]);
    expect(opened.err).toContain(`fleetdesk backup restore ${backup}`);
    const preview = await line.run(["backup", "restore", backup]);
    expect(preview).toMatchObject({ code: 5 });
    expect(preview.out).toContain(
      t(($) => $.cli.settings.data.databaseUnreadable, { made: "2031-01-02T00:00:00.000Z" }) +
        t(($) => $.cli.settings.data.unreadableSuppression),
    );
    const restored = await line.run(["backup", "restore", backup, "--replace"]);
    expect(restored).toMatchObject({ code: 0, err: "" });
    expect(restored.out).toContain("-replaced-");
    expect((await line.run(["campaign", "run", "1"])).code).toBe(0);
    expect(accepted()).toBe(3);
    const { items: steps } = (await line.run(["campaign", "history", "1", "--json"])).json<{
      readonly items: readonly { readonly event: string; readonly reason?: string }[];
    }>();
    expect(steps.find(({ event }) => event === "unverified")?.reason).toBe("backup-restored");
  });

  test("is saved next to the restored one", async () => {
    await damageAfterSending();
    damage();
    await line.run(["backup", "restore", backup, "--replace"]);
    expect(readdirSync(folder.path("data")).filter((name) => name.includes("-replaced-")).length).toBeGreaterThan(0);
  });
});

describe("an intact database", () => {
  test("is compared with the backup first, campaign by campaign", async () => {
    await damageAfterSending();
    await line.run(["suppression", "add", "70001"]);
    const { code, out, err } = await line.run(["backup", "restore", backup]);
    expect(code).toBe(5);
    const row = tableRow(
      "1",
      "kept",
      t(($) => $.cli.settings.data.campaign, { state: "finished", accepted: 3 }),
      t(($) => $.cli.settings.data.campaign, { state: "planned", accepted: 0 }),
    );
    expect(out).toMatch(new RegExp(row));
    expect(out).toContain(t(($) => $.cli.settings.data.suppressionAdded, { count: 1 }));
    expect(err).toContain(`confirmation-needed: ${formatText(codedText("restore-not-confirmed", { name: backup }))}`);
    expect((await line.run(["campaign", "get", "1", "--json"])).json()).toMatchObject({ state: "finished" });
  });
});

test("lists backups, does not restore a damaged one, and deletes them", async () => {
  await damageAfterSending();
  folder.write("data/backups/fleetdesk-2030-01-02T00-00-00-000Z-v10.db", "half");
  expect((await line.run(["backup", "list"])).out).toMatch(/fleetdesk-2030[^\n]*\n[^\n]*fleetdesk-2031/);
  const half = await line.run(["backup", "restore", "fleetdesk-2030-01-02T00-00-00-000Z-v10.db", "--replace"]);
  expect(half).toMatchObject({ code: 1 });
  expect(half.err).toContain("backup-damaged");
  expect((await line.run(["backup", "restore", "../elsewhere.db", "--replace"])).err).toContain("backup-unknown");
  expect((await line.run(["backup", "restore"])).code).toBe(2);
  expect((await line.run(["backup", "delete", "--all", "--json"])).json()).toEqual({ outcome: "deleted", count: 2 });
  expect((await line.run(["backup", "list", "--json"])).json()).toEqual({ items: [], total: 0 });
});
