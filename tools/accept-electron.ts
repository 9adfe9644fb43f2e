/**
 * `npm run accept:electron`: the end-to-end tests and the platform checks on real Electron (docs/electron-acceptance.md). Exit code 0: all passed; 1: a check or a
 * test failed; 3: nothing was run, since Electron's binary or a display is missing.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";
import { requireNoArguments } from "./no-arguments.ts";
import { fetchElectronBinary, findElectronBinary } from "./start/electron-binary.ts";
import { hasDisplay } from "./start/launch-mode.ts";

requireNoArguments("npm run accept:electron: checks the app on real Electron. No options.");
const root = resolve(import.meta.dirname, "..");
const checkMs = 60_000;
const resultSchema = z.array(z.object({ name: z.string(), holds: z.boolean(), detail: z.string() }));

/** Runs `tools/start/platform-checks.ts` as the app of this Electron; true when every check holds. */
function runPlatformChecks(electron: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), "fleetdesk-accept-"));
  try {
    writeFileSync(join(folder, "package.json"), '{ "main": "main.mjs", "type": "module" }');
    writeFileSync(
      join(folder, "main.mjs"),
      `import ${JSON.stringify(new URL("start/platform-checks.ts", import.meta.url).href)};`,
    );
    // Chromium's sandbox does not work for root on Linux.
    const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
    const { stdout, status } = spawnSync(electron, [...sandbox, folder], {
      encoding: "utf8",
      timeout: checkMs,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const line = stdout.split("\n").find((one) => one.startsWith("[{"));
    const results = resultSchema.parse(JSON.parse(line ?? "[]"));
    for (const { name, holds, detail } of results) console.log(`${holds ? "ok  " : "FAIL"} ${name}: ${detail}`);
    if (results.length === 0) console.log(`FAIL the platform checks ended without a result (exit code ${status}).`);
    return results.length > 0 && results.every(({ holds }) => holds);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function runEndToEnd(): boolean {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const env = { ...process.env };
  delete env["FLEETDESK_E2E"]; // it would select Chromium
  const { status } = spawnSync(process.execPath, [vitest, "run", "--project", "e2e"], {
    cwd: root,
    stdio: "inherit",
    env,
  });
  return status === 0;
}

function notRun(reason: string): void {
  console.log(`Not run: ${reason}`);
  process.exitCode = 3;
}

if (!hasDisplay(process.platform, process.env))
  notRun("no display was found (on Linux: xvfb-run npm run accept:electron).");
else {
  const electron = findElectronBinary() ?? (await fetchElectronBinary(console.log));
  if (electron === undefined) notRun("Electron's binary is not installed and cannot be downloaded.");
  else {
    const platformPassed = runPlatformChecks(electron);
    process.exitCode = runEndToEnd() && platformPassed ? 0 : 1;
  }
}
