/** The desktop around the core: one window with its transport, menu, links, tray icon and quit handling. */
import { t } from "#shared/texts/text.ts";
import { dirname } from "node:path";
import {
  type BrowserWindow,
  app,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  powerMonitor,
  powerSaveBlocker,
  shell as system,
  Notification,
} from "electron";
import { codedText } from "#shared/texts/coded-text.ts";
import type { Failure } from "#shared/contract/kit.ts";
import { AppError } from "#shared/failure.ts";
import type { Settings } from "#shared/contract/settings.ts";
import type { Clock, Connectivity, Log, ProxyResolver, UpdateHost } from "../../core/hosts.ts";
import type { Call } from "../../core/ipc/router.ts";
import type { LinkInbox } from "./deep-link.ts";
import { createMainWindow, loadPage, showWindow, followTheme } from "./main-window.ts";
import { menuTemplate } from "./menu.ts";
import { showMessage } from "./questions.ts";
import { type Notice, startNotifier, notificationBody } from "./notifier.ts";
import { confirmQuit, createQuit, type Quit } from "./quit.ts";
import {
  followWork,
  isSending,
  readWork,
  runningWork,
  showInTaskbar,
  stayAwake,
  stopAndReport,
  type WorkFollower,
} from "./running-work.ts";
import { type ShellCalls, createShellCalls } from "./shell-calls.ts";
import { createTopicGate, createTransport } from "./transport.ts";
import { openTray } from "./tray.ts";
import { installUpdate } from "./updater.ts";

/** The part of the core that the desktop uses. */
interface DesktopCore {
  readonly call: Call;
  /** Calls of the page. */
  readonly windowCall: Call;
  readonly onAny: (listener: (topic: string, payload: unknown) => void) => () => void;
  /** Why nothing can be changed or sent; available after the start. */
  readonly readOnly: Failure | undefined;
  /** Why the database could not be opened after it was replaced. */
  readonly closed: Failure | undefined;
  readonly proxy: ProxyResolver;
  woke(): void;
}

export interface DesktopOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly connectivity: Connectivity;
  readonly dataDir: string;
  readonly preload: string;
  /** Absolute path of the tray image. */
  readonly trayImage: string;
  /** Absolute path of the badge, where the taskbar shows no number. */
  readonly badgeImage: string;
  readonly debug: boolean;
  /** Calls before the start wait for `started`. */
  readonly core: DesktopCore;
  readonly links: LinkInbox;
  readonly updates: UpdateHost;
  readonly started: Promise<void>;
  /** Opens the core after it was read-only or closed; throws why it still cannot. */
  readonly reopen: () => Promise<void>;
  /** Ends the core, once. */
  readonly stop: () => Promise<void>;
}

/** Creates and loads the window; shows it once the core has started. */
export function openDesktop(options: DesktopOptions): BrowserWindow {
  const { clock, log, connectivity, dataDir, preload, debug, core, links, started, reopen } = options;
  const window = createMainWindow({ clock, log, dataDir, preload, debug });
  const onceStarted =
    (next: Call): Call =>
    async (address, input, signal) => {
      await started;
      return await next(address, input, signal);
    };
  const call = onceStarted(core.call);
  const setMenu = (commands: Parameters<typeof menuTemplate>[0]): void => {
    const choose = (id: string): void => shell.publish("shell.command", { id });
    Menu.setApplicationMenu(
      Menu.buildFromTemplate(menuTemplate(commands, { platform: process.platform, debug, choose })),
    );
  };
  const closing: Closing = { stays: false, hasTray: false };
  const quit = createQuitGuard(window, { ...options, closing });
  const shell = createShellCalls({
    desktop: {
      version: app.getVersion(),
      online: () => connectivity.online(),
      core: async () => {
        await started;
        return core;
      },
      reopen,
      persistsDrafts: dirname(app.getPath("userData")) === dataDir,
      setMenu,
      installUpdate: () => startUpdate(options, call, quit.leave),
      showInFolder: (file) => system.showItemInFolder(file),
    },
    clock,
    log,
    next: onceStarted(core.windowCall),
  });
  setMenu([]);
  connectWindow(window, shell, options);
  let isStarted = false;
  links.open((address) => {
    // A start that may still fail has nothing to show.
    if (isStarted) showWindow(window);
    if (address !== undefined) shell.navigate(address);
  });
  followTheme(call, core.onAny);
  const work = followWork(call, core.onAny, clock);
  stayAwake(powerSaveBlocker, work);
  showInTaskbar(
    {
      setProgressBar: (share, mode) => {
        if (!window.isDestroyed()) window.setProgressBar(share, mode);
      },
      setBadge: (count, text) => {
        if (process.platform !== "win32") app.setBadgeCount(count);
        else if (!window.isDestroyed()) {
          window.setOverlayIcon(count === 0 ? null : nativeImage.createFromPath(options.badgeImage), text);
        }
      },
    },
    work,
  );
  connectivity.onChange((online) => shell.publish("shell.connectivity", { online }));
  openPanel(window, { ...options, call, work, closing, quit: () => void quit.request(), goTo: shell.navigate });
  powerMonitor.on("resume", () => core.woke());
  void loadPage(window, log);
  // The caller of the start reports why it failed.
  const show = (): void => {
    isStarted = true;
    showWindow(window);
  };
  void started.then(show, () => undefined);
  return window;
}

function connectWindow(window: BrowserWindow, shell: ShellCalls, { log, core }: DesktopOptions): void {
  const transport = createTransport({ ipc: ipcMain, call: shell.call, log });
  transport.attach(window.webContents, shell.onPageClosed);
  const gate = createTopicGate({ send: transport.send });
  core.onAny(gate.receive);
  // Events of the desktop itself are sent at once: they follow a menu action, so the window is in use.
  shell.onAny(transport.send);
  window.on("hide", gate.hide);
  window.on("minimize", gate.hide);
  window.on("show", gate.show);
  window.on("restore", gate.show);
}

/** The tray icon, and desktop notifications unless the focused window shows the campaign. */
function openPanel(
  window: BrowserWindow,
  { core, call, work, log, trayImage, closing, goTo, quit }: DesktopOptions & PanelDeps,
): void {
  const open = (address?: string): void => {
    showWindow(window);
    if (address !== undefined) goTo(address);
  };
  startNotifier({
    call,
    onTopic: core.onAny,
    isFocused: () => !window.isDestroyed() && window.isFocused() && window.isVisible(),
    show: showNotification,
    open,
  });
  const openCampaigns = (): void => open("/campaigns");
  const stop = (): Promise<void> =>
    stopAndReport({
      call,
      notify: (text, onFailed) =>
        showNotification(
          { campaignId: "", kind: "paused", title: t(($) => $.shell.commands.stopSending.title), text },
          openCampaigns,
          onFailed,
        ),
      showInWindow: (text) => {
        openCampaigns();
        void showMessage(window, text);
      },
    });
  const actions = { open, stopAll: () => void stop(), quit };
  const tray = openTray({ work, log, image: trayImage, actions });
  closing.hasTray = tray !== undefined;
  // On macOS an app runs without a window anyway.
  if (tray === undefined || process.platform === "darwin") return;
  const follow = async (): Promise<void> => {
    const settings = await call("settings.get", {});
    closing.stays = settings.ok && (settings.value as Settings).whenClosed === "stay";
  };
  void follow();
  core.onAny((topic) => {
    if (topic === "settings.changed") void follow();
  });
}

interface PanelDeps {
  readonly call: Call;
  readonly work: WorkFollower;
  readonly goTo: (address: string) => void;
  readonly quit: () => void;
  readonly closing: Closing;
}

/** What closing the window does. */
interface Closing {
  stays: boolean;
  hasTray: boolean;
}

/** Asks before the program ends while work is running. */
function createQuitGuard(
  window: BrowserWindow,
  { clock, log, core, stop, closing }: DesktopOptions & Pick<PanelDeps, "closing">,
): Quit {
  const quit = createQuit({
    work: () => runningWork(core.call),
    confirm: (work) => {
      // On macOS a dialog of a hidden window is hidden too.
      showWindow(window);
      return confirmQuit(
        {
          clock,
          canHide: closing.hasTray || process.platform === "darwin",
          showMessageBox: (box) => dialog.showMessageBox(window, box),
        },
        work,
      );
    },
    hide: () => window.hide(),
    stop,
    end: () => app.quit(),
    log,
  });
  app.on("before-quit", (event) => {
    if (quit.mayEnd) return;
    event.preventDefault();
    void quit.request();
  });
  window.on("close", (event) => {
    if (quit.mayEnd) return;
    event.preventDefault();
    // On macOS an app runs without a window.
    if (process.platform === "darwin" || closing.stays) window.hide();
    else void quit.request();
  });
  const force = (): void => void quit.force();
  powerMonitor.on("shutdown", force);
  window.on("session-end", force);
  process.on("SIGTERM", force);
  process.on("SIGINT", force);
  return quit;
}

/** Loads the updater only when it is needed: most programs never install an update themselves. */
async function startUpdate(
  { log, updates, core: { proxy } }: DesktopOptions,
  call: Call,
  leave: (end: () => void) => Promise<void>,
): Promise<void> {
  const { feed, inPlace } = updates;
  const settings = await call("settings.get", {});
  const channel = settings.ok ? (settings.value as Settings).updates : "off";
  if (feed === undefined || !inPlace || channel === "off")
    throw new AppError("not-offered", codedText("update-not-in-place"));
  const { autoUpdater } = (await import("electron-updater")).default;
  const isBusy = async (): Promise<boolean> => isSending(await readWork(call));
  await installUpdate(autoUpdater, { feed, channel, proxy, log, isSending: isBusy, leave, quit: () => app.quit() });
}

// Desktop notifications.

/** Garbage collection removes a notification, or its click: the newest stay. */
const newestNotifications: Notification[] = [];
const mostNotifications = 100;

/** False where the desktop shows none; `onClick` when the notification is clicked, `onFailed` when the desktop rejects it. */
function showNotification({ kind, title, text }: Notice, onClick: () => void, onFailed?: () => void): boolean {
  if (!Notification.isSupported()) return false;
  const body = notificationBody(text, process.platform);
  const notification = new Notification({ title, body, urgency: kind === "finished" ? "normal" : "critical" });
  newestNotifications.push(notification);
  if (newestNotifications.length > mostNotifications) newestNotifications.shift();
  notification.on("click", onClick);
  if (onFailed !== undefined) notification.on("failed", onFailed);
  notification.show();
  return true;
}
