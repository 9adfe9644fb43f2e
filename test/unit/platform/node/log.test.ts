import { codedText } from "#shared/texts/coded-text.ts";
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { AppError } from "#shared/failure.ts";
import { createFileLog, logFileOf } from "../../../../main/platform/node/log.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";
import { useScratchFolder } from "../../../make/scratch-folder.ts";

const folder = useScratchFolder();
const linesOf = (dataDir: string): Record<string, unknown>[] =>
  readFileSync(join(dataDir, "logs", "fleetdesk.log"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test("a line is one JSON document, readable by its owner only", () => {
  const dataDir = folder.path("data");
  createFileLog({ dataDir, clock: createFakeClock() }).info("sync.done", { items: 3 });
  expect(linesOf(dataDir)).toEqual([{ at: "2031-01-01T00:00:00.000Z", level: "info", event: "sync.done", items: 3 }]);
  expect(statSync(join(dataDir, "logs", "fleetdesk.log")).mode & 0o777).toBe(0o600);
});

test("creating a log writes nothing", () => {
  const dataDir = folder.path("data");
  createFileLog({ dataDir, clock: createFakeClock() }).debug("not.asked.for");
  expect(existsSync(dataDir)).toBe(false);
});

test("a failure is logged with its code and its causes", () => {
  const dataDir = folder.path("data");
  const cause = new AppError("disk-full", codedText("disk-full"), { cause: new Error("ENOSPC") });
  createFileLog({ dataDir, clock: createFakeClock() }).error("store.failed", {}, cause);
  expect(linesOf(dataDir)).toMatchObject([{ cause: { code: "disk-full", cause: { message: "ENOSPC" } } }]);
});

test("a secret in the fields is redacted", () => {
  const dataDir = folder.path("data");
  const log = createFileLog({ dataDir, clock: createFakeClock() });
  const jwt = "eyJhbGciOiJIUzM4NCJ9.eyJlc2MiOnt9fQ.c2lnbmF0dXJl";
  log.info("a", { authToken: "hunter2", url: `https://a.net/?t=${jwt}`, header: "Bearer\u00a0hunter2" });
  log.error("b", {}, new Error(`refused: ${jwt}`));
  const text = JSON.stringify(linesOf(dataDir));
  expect(text).not.toMatch(/hunter2|eyJ/);
  expect(text).toContain("https://a.net/?t=[redacted]");
});

test("numbers of subscribers are redacted, and an error of the program is logged by its codes, not by what it quotes", () => {
  const dataDir = folder.path("data");
  const log = createFileLog({ dataDir, clock: createFakeClock() });
  const error = new AppError("view-unknown", codedText("view-name-taken", { name: "Acme 8931080019012345678" }));
  log.error("a", { note: "IMSI 262 01 1234567890", row: 7 }, new Error("no +49 157 0001122", { cause: error }));
  const text = JSON.stringify(linesOf(dataDir));
  expect(text).not.toMatch(/Acme|\d{6}|0001122/);
  expect(linesOf(dataDir)).toMatchObject([
    { note: "IMSI [redacted]", row: 7, cause: { cause: { code: "view-unknown", text: "view-name-taken" } } },
  ]);
});

test("a file above the limit is rotated, and only the last ones are kept", () => {
  const dataDir = folder.path("data");
  const log = createFileLog({ dataDir, clock: createFakeClock(), rotateBytes: 200, maxFiles: 2 });
  for (let line = 0; line < 20; line += 1) log.info("event", { line });
  expect(readdirSync(join(dataDir, "logs")).toSorted()).toEqual([
    "fleetdesk.log",
    "fleetdesk.log.1",
    "fleetdesk.log.2",
  ]);
  expect(linesOf(dataDir).at(-1)).toMatchObject({ line: 19 });
});

test("a log that cannot be written does not stop the program", () => {
  const dataDir = folder.write("data", "a file where the directory should be");
  expect(() => createFileLog({ dataDir, clock: createFakeClock() }).warn("a")).not.toThrow();
});

test.runIf(process.getuid?.() === 0)("nothing is logged into the directory of another user (as root)", () => {
  const dataDir = folder.path("foreign");
  mkdirSync(dataDir);
  chownSync(dataDir, 4321, 4321);
  const log = createFileLog({ dataDir, clock: createFakeClock() });
  log.info("start");
  expect(readdirSync(dataDir)).toEqual([]);
  chownSync(dataDir, 0, 0);
  log.info("again");
  expect(readFileSync(logFileOf(dataDir), "utf8")).toContain("log.lines-lost");
});

test("the log does not create a deleted data directory again", () => {
  const dataDir = folder.path("data");
  const log = createFileLog({ dataDir, clock: createFakeClock() });
  log.info("before");
  rmSync(dataDir, { recursive: true });
  log.info("after");
  log.info("after that");
  expect(existsSync(dataDir)).toBe(false);
});
