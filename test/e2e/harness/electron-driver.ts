/** Drives the app on real Electron; the same controls as in the shell, installed through Electron's own modules. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { _electron, type ElectronApplication, type Page } from "playwright-core";
import { out } from "../../../tools/fresh-build.ts";
import type { Driver, LaunchSettings, MenuEntry, Recorded, WindowView } from "./driver.ts";
import { root } from "./root.ts";

/** The binary, if it was downloaded; a test never downloads it. */
export function findElectron(): string | undefined {
  if (process.env["FLEETDESK_E2E"] === "chromium-shell") return undefined;
  const folder = dirname(createRequire(import.meta.url).resolve("electron/package.json"));
  const named = join(folder, "path.txt");
  const binary = existsSync(named) ? join(folder, "dist", readFileSync(named, "utf8")) : "";
  return existsSync(binary) ? binary : undefined;
}

/** What `electron-hooks.cjs` sets on `globalThis` before the app's own code runs. */
interface ElectronHooks {
  readonly script: { online: boolean; answers: readonly number[]; savePath: string; openPath: string };
}

const hooksScript = join(root, "test/e2e/harness/electron-hooks.cjs");

/** Starts the program; resolves before its window exists. */
export function launchInElectron(executablePath: string, settings: LaunchSettings): Driver {
  const record = `${settings.dataDir}.recorded`;
  const env = { ...process.env, FLEETDESK_DATA_DIR: settings.dataDir, ...settings.env, FLEETDESK_E2E_RECORD: record };
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const args = ["-r", hooksScript, ...sandbox, root, ...settings.args];
  const launching = _electron.launch({ executablePath, args, env, cwd: root });
  const ended = launching.then(async (app) => {
    const child = app.process();
    if (child.exitCode === null) await once(child, "exit");
    return child.exitCode;
  });
  const recorded = (): readonly Recorded[] =>
    existsSync(record)
      ? readFileSync(record, "utf8")
          .split("\n")
          .filter((line) => line !== "")
          .map((line) => JSON.parse(line) as Recorded)
      : [];
  const script = async (changes: Partial<ElectronHooks["script"]>): Promise<void> => {
    const app = await launching;
    await app.evaluate(
      (_electron, update) => Object.assign((globalThis as unknown as ElectronHooks).script, update),
      changes,
    );
  };
  return {
    ...windowControls(launching),
    dialogs: () => recorded().flatMap((one) => ("dialog" in one ? [one.dialog] : [])),
    notifications: () => recorded().flatMap((one) => ("notification" in one ? [one.notification] : [])),
    ...trayControls(launching),
    links: () => recorded().flatMap((one) => ("link" in one ? [one.link] : [])),
    answer: (...answers) => script({ answers }),
    saveTo: (savePath) => script({ savePath: savePath ?? "" }),
    openFrom: (openPath) => script({ openPath: openPath ?? "" }),
    setOnline: (online) => script({ online }),
    startAgain: async (extraArgs) => {
      await once(spawn(executablePath, [...sandbox, root, ...extraArgs], { env, cwd: root, stdio: "ignore" }), "exit");
    },
    ended,
    end: async () => {
      (await launching).process().kill("SIGTERM");
      return await ended;
    },
    kill: async () => {
      (await launching).process().kill("SIGKILL");
      await ended;
    },
  };
}

/** What `electron-hooks.cjs` records of the tray icon. */
interface TrayHooks {
  readonly notification?: { emit(event: "click"): void };
  readonly panel: { readonly title: string; readonly menu: readonly (MenuEntry & { click?: () => void })[] };
}

function trayControls(
  launching: Promise<ElectronApplication>,
): Pick<Driver, "clickNotification" | "tray" | "clickTray"> {
  return {
    clickNotification: async () =>
      await (await launching).evaluate(() => (globalThis as unknown as TrayHooks).notification?.emit("click")),
    tray: async () =>
      await (
        await launching
      ).evaluate(() => {
        const { title, menu } = (globalThis as unknown as TrayHooks).panel;
        return { title, menu: menu.map(({ id, label, enabled }) => ({ id, label, enabled })) };
      }),
    clickTray: async (id) =>
      await (
        await launching
      ).evaluate(
        (_electron, itemId) =>
          (globalThis as unknown as TrayHooks).panel.menu.find((item) => item.id === itemId)?.click?.(),
        id,
      ),
  };
}

type WindowControls = Pick<
  Driver,
  "page" | "foreignPage" | "menu" | "clickMenu" | "power" | "act" | "resize" | "window"
>;

function windowControls(launching: Promise<ElectronApplication>): WindowControls {
  return {
    page: async () => {
      const page: Page = await (await launching).firstWindow();
      await page.waitForLoadState();
      return page;
    },
    foreignPage: async (url) => {
      const app = await launching;
      const opened = app.waitForEvent("window");
      const preload = join(out, "preload/index.cjs");
      await app.evaluate(
        ({ BrowserWindow }, view) =>
          new BrowserWindow({ webPreferences: { preload: view.preload, sandbox: true } }).loadURL(view.url),
        { preload, url },
      );
      return await opened;
    },
    menu: async () =>
      await (
        await launching
      ).evaluate(({ Menu }) => {
        const toEntries = (items: readonly Electron.MenuItem[]): MenuEntry[] =>
          items.map(({ id, label, role, enabled, submenu }) => ({
            id,
            label,
            role,
            enabled,
            submenu: toEntries(submenu?.items ?? []),
          }));
        return toEntries(Menu.getApplicationMenu()?.items ?? []);
      }),
    clickMenu: async (id) =>
      await (
        await launching
      ).evaluate(({ Menu }, itemId) => {
        const item = Menu.getApplicationMenu()?.getMenuItemById(itemId);
        if (item?.enabled !== true) throw new Error(`The menu has no "${itemId}" to click.`);
        item.click();
      }, id),
    power: async (event) =>
      await (await launching).evaluate(({ powerMonitor }, eventName) => void powerMonitor.emit(eventName), event),
    act: async (act) =>
      await (
        await launching
      ).evaluate(({ BrowserWindow }, method) => BrowserWindow.getAllWindows()[0]?.[method](), act),
    resize: async (bounds) =>
      await (
        await launching
      ).evaluate(({ BrowserWindow }, rectangle) => BrowserWindow.getAllWindows()[0]?.setBounds(rectangle), bounds),
    window: async () =>
      await (
        await launching
      ).evaluate(({ BrowserWindow }): WindowView => {
        const [window] = BrowserWindow.getAllWindows();
        return {
          visible: window?.isVisible() ?? false,
          minimized: window?.isMinimized() ?? false,
          maximized: window?.isMaximized() ?? false,
        };
      }),
  };
}
