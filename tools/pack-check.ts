/** `npm run pack:check`: packs the app over a stub of Electron, checks its content, and opens the packed window once. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { extractAll, listPackage } from "@electron/asar";
import { build, Platform } from "electron-builder";
import electronPackage from "electron/package.json" with { type: "json" };
import { buildIfNeeded } from "./fresh-build.ts";
import { readFuses, writeStubElectron } from "./pack/stub-electron.ts";

const root = resolve(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "fleetdesk-pack-"));
const problems: string[] = [];

function expect(name: string, holds: boolean): void {
  console.log(`${holds ? "ok  " : "FAIL"} ${name}`);
  if (!holds) problems.push(name);
}

/** Runs the packed content under the Chromium shell: it opens its window, or reports why not. */
async function opens(app: string): Promise<boolean> {
  const child = fork(join(root, "tools/chromium-shell/main.ts"), [join(app, "out/index.js")], {
    cwd: app,
    env: { ...process.env, FLEETDESK_DATA_DIR: join(folder, "data"), FLEETDESK_KEYCHAIN: "memory" },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  child.send({ id: 1, name: "ready" });
  const ended = once(child, "exit");
  const [reply] = (await Promise.race([once(child, "message"), ended])) as [unknown];
  child.kill("SIGTERM");
  await ended;
  return typeof reply === "object" && reply !== null && "value" in reply;
}

try {
  buildIfNeeded(console.log);
  const dist = join(folder, "electron");
  writeStubElectron(dist, electronPackage.version);
  await build({
    targets: Platform.LINUX.createTarget("dir"),
    projectDir: root,
    publish: "never",
    config: { extends: "electron-builder.yml", electronDist: dist, directories: { output: join(folder, "dist") } },
  });
  const packed = join(folder, "dist/linux-unpacked");
  const archive = join(packed, "resources/app.asar");
  const files = new Set(listPackage(archive, { isPack: false }).map((file) => file.replaceAll("\\", "/")));
  const has = (file: string): boolean => files.has(file);
  for (const file of ["/package.json", "/out/index.js", "/out/store-worker.js", "/out/practice-worker.js"]) {
    expect(`${file} is packed`, has(file));
  }
  expect("the bridge is one CommonJS file", has("/out/preload/index.cjs"));
  expect("the page is packed", has("/out/renderer/index.html"));
  expect(
    "no source, map or test is packed",
    ![...files].some((file) => /\.(tsx?|map)$|^\/(main|renderer|test)\//.test(file)),
  );
  const packages = [...files].filter(
    (file) => /^\/node_modules\/(@[^/]+\/)?[^/]+$/.test(file) && !/\/@[^/]+$/.test(file),
  );
  expect(`keytar is the only package (${packages.join(" ")})`, packages.join() === "/node_modules/keytar");
  const native = join(`${archive}.unpacked`, `node_modules/keytar/prebuilds/linux-${process.arch}/keytar.node`);
  expect("its library is a real file outside the archive", existsSync(native));
  expect("the fuses are burnt", readFuses(readFileSync(join(packed, "fleetdesk"))).startsWith("00001100"));
  const app = join(folder, "app");
  extractAll(archive, app);
  expect("the packed window opens", await opens(app));
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
process.exitCode = problems.length === 0 ? 0 : 1;
