import { spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { expect, test } from "vitest";
import { lockDataDir } from "../../../main/node/lock.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();

test("a missing directory is made for its owner only", () => {
  const dataDir = folder.path("new/data");
  lockDataDir(dataDir)?.release();
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
});

test("a second lock is refused until the first is released", () => {
  const dataDir = folder.path("data");
  const first = lockDataDir(dataDir);
  expect(lockDataDir(dataDir)).toBeUndefined();
  first?.release();
  const second = lockDataDir(dataDir);
  expect(second).toBeDefined();
  second?.release();
});

test("the lock of a process that is killed is free at once", async () => {
  const dataDir = folder.path("data");
  const module = new URL("../../../main/node/lock.ts", import.meta.url).href;
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

test.runIf(process.platform === "linux")("a directory where nothing can be made is refused at once", () => {
  expect(() => lockDataDir("/proc/fleetdesk/data")).toThrow(expect.objectContaining({ code: "data-dir-read-only" }));
});

test("a directory that cannot be made is named with what to do", () => {
  const file = folder.write("file", "");
  expect(() => lockDataDir(`${file}/data`)).toThrow(
    expect.objectContaining({
      code: "data-dir-read-only",
      message: expect.stringContaining("Choose another with --data-dir") as string,
    }),
  );
});
