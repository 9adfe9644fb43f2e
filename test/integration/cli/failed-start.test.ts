/** A data directory or a database that cannot be opened: the diagnostics still work, and say why and what to do. */
import { mkdirSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { lockDataDir } from "../../../main/platform/node/lock.ts";
import { type Check, checkIdSchema } from "#shared/contract/diagnostics.ts";
import { startSimulator } from "../../../main/simulator/simulator.ts";
import { createFastClock } from "../../fakes/fast-clock.ts";
import { createCommandLine } from "../../make/command-line.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();

const causes: readonly [code: string, cause: () => void][] = [
  ["database-corrupt", () => folder.write("data/fleetdesk.db", "not a database".repeat(100))],
  [
    "database-from-future",
    () => {
      const database = new DatabaseSync(folder.path("data/fleetdesk.db"));
      database.exec("PRAGMA user_version = 999999");
      database.close();
    },
  ],
  ["data-dir-read-only", () => mkdirSync(folder.path("data/lock.db-journal"))],
];

const finding = (checks: readonly Check[], name: Check["id"]): string =>
  checks
    .filter(({ id }) => id === name)
    .map(({ result, code = "" }) => `${result} ${code}`)
    .join();

test.each(causes)("after %s the checks name the reason, and an address can be tested", async (code, cause) => {
  mkdirSync(folder.path("data"), { mode: 0o700 });
  const line = createCommandLine(folder.path("data"));
  cause();
  const ran = await line.run(["diagnostics", "--json"]);
  expect(ran.code).toBe(1);
  const { checks } = ran.json<{ checks: Check[] }>();
  expect(checks.map(({ id }) => id)).toEqual(checkIdSchema.options);
  expect(finding(checks, "database")).toBe(`problem ${code}`);
  expect(finding(checks, "keychain")).toBe("ok ");
  expect(finding(checks, "proxy")).toBe("ok ");
  expect(finding(checks, "clock")).toBe("not-checked skipped");
  expect((await line.run(["diagnostics", "--offline", "--report"])).json()).toMatchObject({ identifiers: "removed" });
  const simulator = await startSimulator({ endpoints: 1 });
  const tested = await line.run(["connection", "test", "--base-url", simulator.baseUrl]);
  await simulator.close();
  expect(tested.code).toBe(0);
  expect((await line.run(["connection", "list"])).err).toContain(`error: ${code}: `);
});

test("where the owner of the data directory does not answer, the checks name it", async () => {
  const line = createCommandLine(folder.path("data"));
  const lock = lockDataDir(folder.path("data"));
  const ran = await line.run(["diagnostics", "--offline", "--json"], { clock: createFastClock(200) });
  lock?.release();
  const { checks } = ran.json<{ checks: Check[] }>();
  expect([ran.code, finding(checks, "database")]).toEqual([1, "problem data-dir-in-use"]);
});
