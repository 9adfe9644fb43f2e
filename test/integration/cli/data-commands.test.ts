/** data check and data retention: the exit codes, and what a rebuild and a setting change. */
import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { t } from "../../../main/cli/text.ts";
import { databaseName } from "../../../main/core/store/open.ts";
import { writeMarker } from "../../../main/core/store/open-marker.ts";
import { createCommandLine, type CommandLine } from "../../make/command-line.ts";
import { overwriteTable } from "../../make/damage.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();
let line: CommandLine;

beforeEach(() => {
  line = createCommandLine(folder.path("data"));
});

const file = (): string => join(folder.path("data"), databaseName);

test("a damaged cache is reported and rebuilt; other damage leads to the backups", async () => {
  folder.write("data/other.txt", "");
  expect(await line.run(["data", "check"])).toMatchObject({ code: 2 });
  expect(existsSync(folder.path("data/lock.db"))).toBe(false);
  await line.run(["data", "usage"]);
  expect(await line.run(["data", "check"])).toMatchObject({ code: 0, out: t(($) => $.cli.settings.data.sound) });
  overwriteTable(file(), "event_record", "root");
  const damaged = await line.run(["data", "check"]);
  expect(damaged.code).toBe(1);
  expect(damaged.out).toContain(t(($) => $.settings.data.cachePart.events));
  expect(damaged.out).toContain("fleetdesk data check --rebuild");
  const rebuilt = (await line.run(["data", "check", "--rebuild", "--json"])).json<{
    former: string;
    parts: string[];
  }>();
  expect([rebuilt.parts, existsSync(rebuilt.former)]).toEqual([["events"], true]);
  expect(await line.run(["data", "check"])).toMatchObject({ code: 0 });
  // A replacement that was interrupted after the database was renamed.
  writeMarker(file(), "cache-rebuilt", "renamed.db");
  renameSync(file(), folder.path("data/renamed.db"));
  expect(await line.run(["data", "check"])).toMatchObject({ code: 0, out: t(($) => $.cli.settings.data.sound) });
  overwriteTable(file(), "campaign", "root");
  const refused = await line.run(["data", "check", "--rebuild"]);
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.err).toContain("fleetdesk backup list");
});

test("a period is set, shown and reset, within its range", async () => {
  const days = async (...args: string[]): Promise<unknown> => {
    const { items } = (await line.run(["data", "retention", ...args, "--json"])).json<{
      readonly items: readonly { readonly kind: string; readonly days?: number }[];
    }>();
    return items.filter(({ kind }) => ["events", "messages", "audit"].includes(kind)).map((item) => item.days);
  };
  expect(await days()).toEqual([90, 400, undefined]);
  expect(await days("--set", "events=60", "--set", "messages=30")).toEqual([60, 30, undefined]);
  expect(await days("--set", "events=default")).toEqual([90, 30, undefined]);
  for (const invalid of ["events=30", "audit=1", "events"])
    expect(await line.run(["data", "retention", "--set", invalid])).toMatchObject({ code: 2 });
});
