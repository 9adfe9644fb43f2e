import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { backupDir } from "../../../../main/core/store/backup-files.ts";
import { setOpenMarker, writeMarker } from "../../../../main/core/store/open-marker.ts";
import { databaseName } from "../../../../main/core/store/open.ts";
import { restoreBackup } from "../../../../main/core/store/restore.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";
import { writeMigratedDataDir } from "../../../make/database-template.ts";
import { useScratchFolder } from "../../../make/scratch-folder.ts";

const folder = useScratchFolder();
const dataDir = (): string => folder.path("data");
const file = (): string => join(dataDir(), databaseName);
const backup = "fleetdesk-2031-03-03T12-00-00-000Z-v10.db";
const later = Date.UTC(2031, 2, 4);

beforeEach(() => {
  mkdirSync(dataDir());
  writeMigratedDataDir(dataDir(), createFakeClock());
  mkdirSync(backupDir(file()));
  copyFileSync(file(), join(backupDir(file()), backup));
  writeFileSync(`${file()}-wal`, "committed last");
});

test("the log of the former database is moved with it when the restore was interrupted in between", () => {
  const first = join(dataDir(), "fleetdesk-replaced-2031-03-03T12-00-01-000Z.db");
  writeMarker(file(), "backup-restored", "fleetdesk-replaced-2031-03-03T12-00-01-000Z.db");
  renameSync(file(), first);
  expect(() => setOpenMarker(file())).toThrow(formatText(codedText("restore-interrupted", { file: file() })));
  expect(restoreBackup(dataDir(), backup, later)).toEqual({ former: first });
  expect(readFileSync(`${first}-wal`, "utf8")).toBe("committed last");
  expect([existsSync(file()), existsSync(`${file()}-wal`)]).toEqual([true, false]);
});

test("the name of an earlier restore is not used again", () => {
  const { former } = restoreBackup(dataDir(), backup, later);
  const again = restoreBackup(dataDir(), backup, later + 1000);
  expect(former).toBeDefined();
  expect(again.former).not.toBe(former);
  expect(readFileSync(`${former}-wal`, "utf8")).toBe("committed last");
});

test.each([
  ["open", "log-missing"],
  ["closing", undefined],
  ["opening", undefined],
] as const)("a database without a log that was %s has lost commits according to %s", (text, suspicion) => {
  renameSync(`${file()}-wal`, `${file()}-gone`);
  writeMarker(file(), text);
  expect(setOpenMarker(file())).toMatchObject({ unclean: true, suspicion });
});
