/** The real keychain of Linux: gnome-keyring on its own D-Bus, with its own home directory. */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const probe = new URL("./secret-service-probe.ts", import.meta.url).pathname;
const missing = ["dbus-run-session", "gnome-keyring-daemon"].filter((name) => spawnSync("which", [name]).status !== 0);
if (missing.length > 0) {
  // oxlint-disable-next-line no-console -- reports why the test is skipped
  console.warn(
    `Left out: the real secret service. Not installed here: ${missing.join(", ")} (Debian: gnome-keyring dbus libsecret-1-0).`,
  );
}

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "fleetdesk-keyring-"));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

test.runIf(missing.length === 0)(
  "reads a long token back from a real secret service in another process, and removes it without a trace",
  async () => {
    const script = `echo -n pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null && "${process.execPath}" "${probe}" write && "${process.execPath}" "${probe}" read`;
    const { output, code } = await run("dbus-run-session", ["--", "bash", "-c", script]);
    expect([output.trim().split("\n"), code]).toEqual([["written", '{"same":true,"deleted":true,"left":0}'], 0]);
  },
);

test.runIf(process.platform === "linux")(
  "without a secret service the real keytar fails with a message that names the choices",
  async () => {
    const { output, code } = await run(process.execPath, [probe, "read"]);
    expect([output.includes("keychain-unavailable"), output.includes("--keychain file"), code]).toEqual([
      true,
      true,
      1,
    ]);
  },
);

function run(
  command: string,
  args: readonly string[],
): Promise<{ readonly output: string; readonly code: number | null }> {
  return new Promise((resolve, reject) => {
    const { DBUS_SESSION_BUS_ADDRESS: _bus, DISPLAY: _display, ...env } = process.env;
    const child = spawn(command, args, { env: { ...env, HOME: home, XDG_DATA_HOME: home, XDG_RUNTIME_DIR: home } });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    // The bus and the keyring write to stderr; the result is on stdout.
    child.stderr.resume();
    child.once("error", reject);
    child.once("close", (code) => resolve({ output, code }));
  });
}
