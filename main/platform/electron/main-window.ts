/** The main window: created once, hidden until it is loaded, restored to its last position. */
import { t } from "#shared/texts/text.ts";
import { join } from "node:path";
import { app, BrowserWindow, screen, nativeTheme } from "electron";
import type { Clock, Log } from "../../core/hosts.ts";
import { createCrashGuard } from "./crash-guard.ts";
import { confirmReload } from "./questions.ts";
import { appUrl } from "./security.ts";
import { readWindowState, smallest, windowStateFor, writeWindowState } from "./window-state.ts";
import type { Settings } from "#shared/contract/settings.ts";
import type { Call } from "../../core/ipc/router.ts";

export interface MainWindowOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly dataDir: string;
  /** Absolute path of the preload bundle. */
  readonly preload: string;
  readonly debug: boolean;
}

const afterMoveMs = 500;

/** The caller loads it and shows it. */
export function createMainWindow({ clock, log, dataDir, preload, debug }: MainWindowOptions): BrowserWindow {
  const stateFile = join(dataDir, "window-state.json");
  const workAreas = [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map(({ workArea }) => workArea);
  const { width, height, position, maximized } = windowStateFor(readWindowState(stateFile), workAreas);
  const window = new BrowserWindow({
    width,
    height,
    ...position,
    minWidth: smallest.width,
    minHeight: smallest.height,
    show: false,
    title: t(($) => $.shell.product),
    backgroundColor: groundColor(),
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      webviewTag: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: debug,
    },
  });
  if (maximized) window.maximize();
  trackState(window, stateFile, { clock, log });
  reloadAfterCrash(window, { clock, log });
  return window;
}

/** Loads the page; a failure is logged, and the window shows Chromium's error page. */
export async function loadPage(window: BrowserWindow, log: Log): Promise<void> {
  try {
    await window.loadURL(appUrl);
  } catch (error) {
    log.error("window.load-failed", {}, error);
  }
}

/** Shows the window and gives it the focus. */
export function showWindow(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

function trackState(
  window: BrowserWindow,
  file: string,
  { clock, log }: Pick<MainWindowOptions, "clock" | "log">,
): void {
  let cancel = (): void => undefined;
  const save = (): void => {
    cancel();
    if (window.isDestroyed()) return;
    try {
      writeWindowState(file, window.getNormalBounds(), window.isMaximized());
    } catch (error) {
      log.warn("window.state-not-saved", { reason: error instanceof Error ? error.message : "" });
    }
  };
  const scheduleSave = (): void => {
    cancel();
    cancel = clock.after(afterMoveMs, save);
  };
  window.on("resize", scheduleSave);
  window.on("move", scheduleSave);
  window.on("maximize", scheduleSave);
  window.on("unmaximize", scheduleSave);
  window.on("close", save);
}

/** Reloads a page that crashed at its address; drafts and the address are stored by the page itself. */
function reloadAfterCrash(window: BrowserWindow, { clock, log }: Pick<MainWindowOptions, "clock" | "log">): void {
  const handleCrash = createCrashGuard({
    clock,
    log,
    reload: () => {
      if (!window.isDestroyed()) window.webContents.reload();
    },
    confirmReload: () => {
      // On macOS a dialog of a hidden window is hidden too.
      showWindow(window);
      return confirmReload(window);
    },
    quit: () => app.quit(),
  });
  window.webContents.on("render-process-gone", (_event, { reason }) => void handleCrash(reason));
}

// Native UI (menu, dialogs, title bar) follows the appearance that is selected in the window.

/** Background of the page in `renderer/styles`, so that no white flashes before the first paint. */
const ground = { light: "#F7F8FA", dark: "#0F1318" };

function groundColor(): string {
  return nativeTheme.shouldUseDarkColors ? ground.dark : ground.light;
}

/** Reads the setting now and whenever it has changed. */
export function followTheme(call: Call, onTopic: (listener: (topic: string) => void) => () => void): () => void {
  const follow = async (): Promise<void> => {
    const settings = await call("settings.get", {});
    if (settings.ok) nativeTheme.themeSource = (settings.value as Settings).theme;
  };
  void follow();
  return onTopic((topic) => {
    if (topic === "settings.changed") void follow();
  });
}
