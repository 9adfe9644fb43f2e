/** The main window: created once, hidden until it is loaded, restored to its last position. */
import { t } from "#shared/texts/text.ts";
import { join } from "node:path";
import { BrowserWindow, screen, nativeTheme } from "electron";
import type { Clock, Log } from "../../core/hosts.ts";
import { appUrl } from "./security.ts";
import type { Settings } from "#shared/contract/settings.ts";
import type { Call } from "../../core/ipc/router.ts";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { writePrivateFile } from "../../core/files/private-file.ts";

export interface MainWindowOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly dataDir: string;
  /** Absolute path of the preload bundle. */
  readonly preload: string;
  readonly debug: boolean;
}

const afterMoveMs = 500;
const betweenReloadsMs = 60_000;

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

/** Reloads a page that crashed; one that crashes again immediately is only logged, so that it does not reload forever. */
function reloadAfterCrash(window: BrowserWindow, { clock, log }: Pick<MainWindowOptions, "clock" | "log">): void {
  let lastAt: number | undefined;
  window.webContents.on("render-process-gone", (_event, { reason }) => {
    log.error("window.renderer-gone", { reason });
    const again = lastAt === undefined || clock.monotonic() - lastAt > betweenReloadsMs;
    lastAt = clock.monotonic();
    if (again && reason !== "clean-exit" && !window.isDestroyed()) window.webContents.reload();
  });
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

// The position and size of the window, stored in the data directory and restored only as far as the current displays allow.

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface WindowState {
  readonly width: number;
  readonly height: number;
  /** Missing: the system chooses. */
  readonly position?: { readonly x: number; readonly y: number };
  readonly maximized: boolean;
}

/** Smallest size at which every part of the window is usable. */
export const smallest = { width: 720, height: 480 };

const usual: WindowState = { width: 1360, height: 860, maximized: false };
/** The part of the title bar that has to be on a display, so that the window can be dragged. */
const reachable = { width: 120, height: 32 };

const pixels = z.number().int().min(-100_000).max(100_000);
const savedSchema = z.object({ x: pixels, y: pixels, width: pixels, height: pixels, maximized: z.boolean() });

/** The bounds for opening a window: not larger than its display, and with a reachable title bar. */
export function windowStateFor(saved: unknown, workAreas: readonly Rectangle[]): WindowState {
  const parsed = savedSchema.safeParse(saved);
  const largest = workAreas[0] ?? { x: 0, y: 0, width: usual.width, height: usual.height };
  if (!parsed.success) return { ...usual, ...fit(usual, largest) };
  const { x, y, width, height, maximized } = parsed.data;
  const display = workAreas.find((area) => isReachable({ x, y, ...fit({ width, height }, area) }, area));
  const size = fit({ width, height }, display ?? largest);
  return { ...size, maximized, position: display === undefined ? undefined : { x, y } };
}

function fit(size: { readonly width: number; readonly height: number }, area: Rectangle): typeof size {
  return {
    width: Math.max(Math.min(size.width, area.width), smallest.width),
    height: Math.max(Math.min(size.height, area.height), smallest.height),
  };
}

function isReachable(window: Rectangle, area: Rectangle): boolean {
  const left = Math.max(window.x, area.x);
  const right = Math.min(window.x + window.width, area.x + area.width);
  const below = area.y + area.height - window.y;
  return right - left >= reachable.width && window.y >= area.y && below >= reachable.height;
}

/** The stored state; undefined when there is none that can be read. */
export function readWindowState(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // Missing, or truncated by a power failure: the default position is used.
    return undefined;
  }
}

/** Replaces the file atomically. */
export function writeWindowState(file: string, bounds: Rectangle, maximized: boolean): void {
  const { x, y, width, height } = bounds;
  writePrivateFile(file, JSON.stringify({ x, y, width, height, maximized }));
}
