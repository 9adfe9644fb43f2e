/** What the stand-ins share: the one browser, what was recorded for a test, and how the page's origin is written on either side. */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { chromium, type BrowserContext } from "playwright-core";
import { findChromium } from "./chromium.ts";

/** Chromium lets no page live on a scheme of its own; below this origin every request is answered by the app. */
const webOrigin = "https://app-fleetdesk.invalid";
const appOrigin = "app://fleetdesk";

export const toWeb = (url: string): string =>
  url.startsWith(`${appOrigin}/`) ? webOrigin + url.slice(appOrigin.length) : url;
export const toApp = (url: string): string =>
  url.startsWith(`${webOrigin}/`) ? appOrigin + url.slice(webOrigin.length) : url;
export const isOurs = (url: string): boolean => url.startsWith(`${webOrigin}/`);

export const visible = process.argv.includes("--visible");

/** Tells a test, if there is one, what the app did to the desktop. */
export const record = (what: object): void => void process.send?.({ recorded: what });

/** What a test has set. */
export const scripted: {
  online: boolean;
  answers: number[];
  savePath: string | undefined;
  openPath: string | undefined;
} = {
  online: true,
  answers: [],
  savePath: process.env["FLEETDESK_SHELL_SAVE_PATH"],
  openPath: process.env["FLEETDESK_SHELL_OPEN_PATH"],
};

/** The windows that are open. */
export const windows = new Set<{ close(): void }>();

let opening: Promise<BrowserContext> | undefined;
let portFile = "";

/** Starts Chromium, once; its profile is below the app's `userData`, as Electron's is. */
export function openBrowser(userData: string): Promise<BrowserContext> {
  opening ??= launch(join(userData, "chromium"));
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
    // The pipe ends Chromium with this process, however that ends; the port lets a test see the same page.
    args: [...args, "--remote-debugging-port=0", ...(visible ? ["--app=about:blank"] : [])],
    ignoreDefaultArgs: visible ? ["--enable-automation"] : [],
    env: { ...process.env, ...env },
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

/** Where a test connects with the DevTools protocol. */
export async function endpoint(): Promise<string> {
  await opening;
  return `http://127.0.0.1:${readFileSync(portFile, "utf8").split("\n", 1)[0] ?? ""}`;
}
