/** The port has no authentication: any process that can connect to this computer's loopback could act as the operator. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { useScratchFolder } from "../../make/scratch-folder.ts";
import { root } from "../harness/root.ts";

const folder = useScratchFolder();

/** Whether Chromium has opened a port once the shell's browser has started; `driven` gives the process a channel to its parent. */
async function opensPort(profile: string, driven: boolean): Promise<boolean> {
  const browser = pathToFileURL(join(root, "tools/chromium-shell/browser.ts")).href;
  const script = `
    import { existsSync } from "node:fs";
    const { openBrowser } = await import(${JSON.stringify(browser)});
    await openBrowser(${JSON.stringify(profile)});
    process.stdout.write(String(existsSync(${JSON.stringify(join(profile, "chromium", "DevToolsActivePort"))})));
    process.exit(0);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit", ...(driven ? (["ipc"] as const) : [])],
  });
  const { stdout } = child;
  if (stdout === null) throw new Error("The process has no output.");
  const [output] = await Promise.all([text(stdout), once(child, "exit")]);
  return output === "true";
}

test("Chromium has a DevTools port only where a parent process drives the shell, as a test does", async () => {
  expect([await opensPort(folder.path("by-a-person"), false), await opensPort(folder.path("driven"), true)]).toEqual([
    false,
    true,
  ]);
});
