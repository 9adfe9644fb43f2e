import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { lockDataDir } from "../../../main/platform/node/lock.ts";
import { runCommandLine } from "../harness/command-line.ts";
import { launchFleetdesk, scratchDataDir, startFleetdesk } from "../harness/launch-fleetdesk.ts";
import { textPattern } from "../../make/text-pattern.ts";

/** The detail of the dialog for a failed start, with any log file. */
function detailOf(code: string, text: (any: (pattern: RegExp) => string) => CodedText): string {
  const detail = textPattern((any) =>
    t(($) => $.shell.dialogs.startFailedDetail, { reason: formatText(text(any)), code, logFile: any(/.+/) }),
  );
  return expect.stringMatching(new RegExp(`^${detail}$`)) as string;
}

test("reports a data directory that another process owns, and can retry", async () => {
  const dataDir = scratchDataDir();
  const lock = lockDataDir(dataDir);
  onTestFinished(() => lock?.release());
  const desktop = startFleetdesk({ dataDir });
  expect(await desktop.ended).toBe(1);
  expect(desktop.dialogs()).toMatchObject([
    {
      message: t(($) => $.shell.dialogs.startFailed),
      detail: detailOf("data-dir-in-use", () => codedText("data-dir-in-use")),
      buttons: [t(($) => $.common.retry), t(($) => $.shell.dialogs.quit), t(($) => $.settings.diagnostics.run)],
    },
  ]);
});

test("reports a directory that is not writable", async () => {
  const dataDir = scratchDataDir();
  writeFileSync(dataDir, "a file where the directory should be");
  const desktop = startFleetdesk({ dataDir });
  expect(await desktop.ended).toBe(1);
  expect(desktop.dialogs()).toMatchObject([{ detail: expect.stringContaining("data-dir-read-only") as string }]);
});

test("leaves a database of a newer Fleetdesk unchanged, and reports it", async () => {
  const dataDir = scratchDataDir();
  mkdirSync(dataDir, { recursive: true });
  const database = new DatabaseSync(join(dataDir, "fleetdesk.db"));
  database.exec("PRAGMA user_version = 999999");
  database.close();
  const desktop = startFleetdesk({ dataDir });
  // At once: the program is already starting.
  await Promise.all([desktop.saveTo(join(dataDir, "report.json")), desktop.answer(2, 0)]);
  expect(await desktop.ended).toBe(1);
  const report = JSON.parse(readFileSync(join(dataDir, "report.json"), "utf8")) as unknown;
  expect(report).toMatchObject({
    checks: expect.arrayContaining([expect.objectContaining({ number: 3, code: "database-from-future" })]) as unknown,
  });
  expect(desktop.dialogs()).toMatchObject([
    {
      message: t(($) => $.shell.dialogs.startFailed),
      detail: detailOf("database-from-future", (any) =>
        codedText("database-from-future", {
          file: join(dataDir, "fleetdesk.db"),
          version: 999_999,
          newest: any(/\d+/),
        }),
      ),
    },
    { detail: expect.stringMatching(/^1\. .*\n2\. .*\n3\. .*999999/) as string },
    { kind: "save" },
    { message: t(($) => $.shell.dialogs.startFailed) },
  ]);
});

test("the command line sends its calls to the running window", async () => {
  const { dataDir } = await launchFleetdesk();
  const ran = await runCommandLine(dataDir, ["connection", "list", "--json"]);
  expect(ran).toEqual({ code: 0, out: '{"items":[],"total":0}\n', err: "" });
});

test("after a kill the program starts again on the same directory", async () => {
  const first = await launchFleetdesk();
  await first.page.evaluate('window.fleet.call("settings.set", { density: "comfortable" })');
  await first.desktop.kill();
  const second = await launchFleetdesk({ dataDir: first.dataDir });
  const settings = await second.page.evaluate('window.fleet.call("settings.get", {})');
  expect(settings).toMatchObject({ ok: true, value: { density: "comfortable" } });
});
