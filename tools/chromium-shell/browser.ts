/** The Chromium of this process, which every run of the app shares. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type BrowserContext } from "playwright-core";
import { findChromium } from "./chromium.ts";

/** Chromium does not support pages on a custom scheme; below this origin every request is answered by the app. */
export const webOrigin = "https://app-fleetdesk.invalid";

export const visible = process.argv.includes("--visible");

let opening: Promise<BrowserContext> | undefined;
let portFile = "";

let temporaryProfile: string | undefined;

/** For a process that outlives its runs: the profile is deleted at its end. */
export function useTemporaryProfile(): void {
  const profile = mkdtempSync(join(tmpdir(), "chromium-shell-"));
  temporaryProfile = profile;
  process.once("exit", () => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }));
}

/** Starts Chromium, once; its profile is below the app's `userData`, as Electron's is, unless it is temporary. */
export function openBrowser(userData: string): Promise<BrowserContext> {
  opening ??= launch(temporaryProfile ?? join(userData, "chromium"));
  return opening;
}

async function launch(profile: string): Promise<BrowserContext> {
  const { executablePath, args, env, headlessOnly } = await findChromium();
  if (visible && headlessOnly)
    throw new Error("The packaged Chromium has no window; install chromium for a visible one.");
  portFile = join(profile, "DevToolsActivePort");
  mkdirSync(profile, { recursive: true });
  rmSync(portFile, { force: true });
  return await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: !visible,
    viewport: null,
    // The pipe ends Chromium with this process in every case.
    args: [...args, ...debuggingPort(), ...(visible ? ["--app=about:blank"] : [])],
    ignoreDefaultArgs: visible ? ["--enable-automation"] : [],
    env: { ...process.env, ...env },
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

/**
 * Lets a test that started this process attach to the same page. A visible window has no port: it has no authentication, so any
 * account of the computer could act through it.
 */
function debuggingPort(): readonly string[] {
  return process.channel === undefined ? [] : ["--remote-debugging-port=0"];
}

/** Address for a test's DevTools connection. */
export async function endpoint(): Promise<string> {
  await opening;
  return `http://127.0.0.1:${readFileSync(portFile, "utf8").split("\n", 1)[0] ?? ""}`;
}

/** Closes the pages of a run that has ended, except for the initial blank one, and deletes their storage. */
export async function resetBrowser(): Promise<void> {
  const browser = await opening;
  if (browser === undefined) return;
  const [blank, ...pages] = browser.pages();
  for (const page of pages) await page.close();
  if (blank === undefined) return;
  const session = await browser.newCDPSession(blank);
  await session.send("Storage.clearDataForOrigin", { origin: webOrigin, storageTypes: "all" });
  await session.detach();
}
