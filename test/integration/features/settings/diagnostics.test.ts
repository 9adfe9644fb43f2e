/** The checks, the report and the log over a whole core, with a real database, log file and service. */
import { appendFileSync, openSync, closeSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Check } from "#shared/contract/diagnostics.ts";
import { databaseName } from "../../../../main/core/store/open.ts";
import { describeProgram } from "../../../../main/platform/node/about.ts";
import { createFileLog, logFileOf } from "../../../../main/platform/node/log.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";
import { createFakeConnectivity } from "../../../fakes/fake-connectivity.ts";
import { openCore } from "../../../make/core.ts";
import { useScratchFolder } from "../../../make/scratch-folder.ts";

const folder = useScratchFolder();

/** "id result code", one per line; the code where there is one. */
const briefly = (checks: readonly Check[]): string[] =>
  checks.map(({ id, result, code }) => [id, result, code].filter((word) => word !== undefined).join(" "));

const local = ["program ok", "data-directory ok", "database ok", "integrity ok", "keychain warning keychain-memory"];

test("every check of a working connection has a result, in order", async () => {
  await using core = await openCore({ simulator: { endpoints: 5 } });
  const { checks } = await core.client.diagnostics.run({});
  expect(checks.find(({ id }) => id === "session")?.message.code).toBe("test-connection-signed-in");
  expect(checks.find(({ id }) => id === "service")?.message.code).toBe("test-http-ok");
  expect(briefly(checks)).toEqual([
    ...local,
    "log not-checked no-log",
    "proxy ok",
    "certificate not-checked skipped",
    "service ok",
    "clock ok",
    "session ok",
    "dialect ok",
    "rate-limit ok",
  ]);
});

test("sends nothing without a connection, where the network is excluded, and offline", async () => {
  const connectivity = createFakeConnectivity(true);
  await using core = await openCore({ connection: false, hosts: { connectivity } });
  const remote = async (input: { network?: boolean } = {}): Promise<string[]> =>
    briefly((await core.client.diagnostics.run(input)).checks).slice(6);
  const notChecked = (code: string): string[] =>
    ["proxy", "certificate", "service", "clock", "session", "dialect", "rate-limit"].map(
      (id) => `${id} not-checked ${code}`,
    );
  expect(await remote()).toEqual(notChecked("no-connection"));
  await core.connect("practice");
  expect(await remote({ network: false })).toEqual(notChecked("network-excluded"));
  await expect(core.client.diagnostics.run({ connection: "none" })).rejects.toMatchObject({
    code: "connection-unknown",
  });
});

test("a damaged database and a service that does not answer are problems with a code", async () => {
  await using core = await openCore({ simulator: { endpoints: 200 }, sync: ["endpoint", "sim"] });
  const handle = openSync(join(core.dataDir, databaseName), "r+");
  core.inDatabase((database) => database.exec("PRAGMA wal_checkpoint(TRUNCATE)"));
  writeSync(handle, Buffer.alloc(4096 * 20, 7), 0, 4096 * 20, 4096 * 30);
  closeSync(handle);
  await core.closeService();
  const { checks } = await core.client.diagnostics.run({});
  expect(briefly(checks).filter((line) => line.startsWith("integrity") || line.startsWith("service"))).toEqual([
    "integrity problem database-corrupt",
    "service problem connection-refused",
  ]);
});

test("the log is listed from its end, by level, and its errors are a warning", async () => {
  const dataDir = folder.path("logs-of");
  const clock = createFakeClock();
  const log = createFileLog({ dataDir, clock, rotateBytes: 400 });
  for (let row = 0; row < 6; row += 1) log.warn("campaign.look-up-failed", { row, code: "not-found" });
  log.error("campaign.failed", { campaign: 3 });
  appendFileSync(logFileOf(dataDir), '{"at":"2031-01-01T00:0');
  const about = describeProgram("1.0.0", logFileOf(dataDir));
  await using core = await openCore({ connection: false, clock: createFakeClock(), hosts: { about } });
  const { entries } = await core.client.diagnostics.log({ level: "warn", limit: 3 });
  expect(entries.map(({ event, details }) => `${event} ${details}`)).toEqual([
    'campaign.failed {"campaign":3}',
    'campaign.look-up-failed {"row":5,"code":"not-found"}',
    'campaign.look-up-failed {"row":4,"code":"not-found"}',
  ]);
  expect((await core.client.diagnostics.log({ level: "error" })).entries).toHaveLength(1);
  const { checks } = await core.client.diagnostics.run({ network: false });
  expect(briefly(checks)).toContain("log warning errors-logged");
});
