import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, lchownSync, mkdirSync, readFileSync, rmdirSync, statSync, symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { lockDataDir, readOwner, writeOwner } from "../../../../main/platform/node/lock.ts";
import { useScratchFolder } from "../../../make/scratch-folder.ts";

const folder = useScratchFolder();

test("a missing directory is created for its owner only", () => {
  const dataDir = folder.path("new/data");
  lockDataDir(dataDir)?.release();
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
});

test("a second lock is rejected until the first is released", () => {
  const dataDir = folder.path("data");
  const first = lockDataDir(dataDir);
  expect(lockDataDir(dataDir)).toBeUndefined();
  first?.release();
  const second = lockDataDir(dataDir);
  expect(second).toBeDefined();
  second?.release();
});

test("locking removes the file of a dead owner", () => {
  const dataDir = folder.path("data");
  mkdirSync(dataDir);
  writeOwner(dataDir, { pid: 1, startedAt: "", address: "", key: "" });
  const lock = lockDataDir(dataDir);
  expect(readOwner(dataDir)).toBeUndefined();
  lock?.release();
});

test("a failed attempt leaves the lock free", () => {
  const dataDir = folder.path("data");
  // Replaces the owner file by a directory, which cannot be removed as a file.
  mkdirSync(`${dataDir}/owner.json`, { recursive: true });
  expect(() => lockDataDir(dataDir)).toThrow(expect.objectContaining({ code: "data-dir-read-only" }));
  rmdirSync(`${dataDir}/owner.json`);
  const lock = lockDataDir(dataDir);
  expect(lock).toBeDefined();
  lock?.release();
});

test("the lock of a killed process is free at once", async () => {
  const dataDir = folder.path("data");
  const module = new URL("../../../../main/platform/node/lock.ts", import.meta.url).href;
  const script = `const { lockDataDir } = await import(${JSON.stringify(module)});
    globalThis.lock = lockDataDir(${JSON.stringify(dataDir)}); console.log("locked"); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  expect(lockDataDir(dataDir)).toBeUndefined();
  child.kill("SIGKILL");
  await once(child, "exit");
  const lock = lockDataDir(dataDir);
  expect(lock).toBeDefined();
  lock?.release();
});

test.runIf(process.platform === "linux")("a directory where nothing can be created is rejected at once", () => {
  expect(() => lockDataDir("/proc/fleetdesk/data")).toThrow(expect.objectContaining({ code: "data-dir-read-only" }));
});

test("a directory that cannot be created is named with the remedy", () => {
  const file = folder.write("file", "");
  expect(() => lockDataDir(`${file}/data`)).toThrow(
    expect.objectContaining({
      code: "data-dir-read-only",
      text: codedText("data-dir-read-only", { directory: `${file}/data` }),
    }),
  );
});

const isUnix = process.platform !== "win32";
/** Only root can change the owner of a file. */
const isRoot = process.getuid?.() === 0;

/** An existing directory with these permissions. */
function existingDir(mode: number): string {
  const dataDir = folder.path("data");
  mkdirSync(dataDir);
  chmodSync(dataDir, mode);
  return dataDir;
}

const notPrivate = (text: CodedText): unknown => expect.objectContaining({ code: "data-dir-not-private", text });

test.runIf(isUnix)("an existing directory that others may enter is closed to them", () => {
  const dataDir = existingDir(0o777);
  lockDataDir(dataDir)?.release();
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
});

test.runIf(isUnix)("a lock file that is a link is rejected, and its target is unchanged", () => {
  const victim = folder.write("victim", "");
  chmodSync(victim, 0o644);
  const dataDir = existingDir(0o777);
  symlinkSync(victim, `${dataDir}/lock.db`);
  expect(() => lockDataDir(dataDir)).toThrow(
    notPrivate(codedText("lock-file-not-regular", { file: `${dataDir}/lock.db` })),
  );
  expect([readFileSync(victim, "utf8"), statSync(victim).mode & 0o777]).toEqual(["", 0o644]);
});

test.runIf(isUnix)("the directory of another user is rejected", () => {
  const dataDir = isRoot ? existingDir(0o755) : "/usr";
  if (isRoot) chownSync(dataDir, 4321, 4321);
  expect(() => lockDataDir(dataDir)).toThrow(notPrivate(codedText("data-dir-of-other-user", { directory: dataDir })));
});

test.runIf(isUnix && isRoot)(
  "a directory with a file of another user is rejected, also the second time (as root)",
  () => {
    const dataDir = existingDir(0o777);
    symlinkSync("/nowhere", `${dataDir}/fleetdesk.db`);
    lchownSync(`${dataDir}/fleetdesk.db`, 4321, 4321);
    const rejection = notPrivate(codedText("data-dir-file-of-other-user", { file: `${dataDir}/fleetdesk.db` }));
    for (let time = 1; time <= 2; time += 1) expect(() => lockDataDir(dataDir)).toThrow(rejection);
  },
);
