/** Electron's `BrowserWindow` and `WebContents` over a page of Chromium. */
import { EventEmitter } from "node:events";
import type { Page, Request, Route } from "playwright-core";
import { app, preventable } from "./app.ts";
import { installBridge } from "./page-bridge.ts";
import { openBrowser, visible } from "./browser.ts";
import { isOurs, record, toApp, toWeb, windows } from "./shell-state.ts";
import { defaultSession, nativeTheme, protocol } from "./modules.ts";

interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

type OpenHandler = (details: { readonly url: string }) => { readonly action: "allow" | "deny" };

interface Options extends Partial<Bounds> {
  readonly show?: boolean;
  readonly webPreferences?: { readonly preload?: string };
}

/** The page of a window: its events for the app, and messages to it. */
export class WebContents extends EventEmitter {
  /** Set while the app itself, not the page, navigates. */
  expected: string | undefined;
  /** Sends a message to the preload of the page. */
  sendToPage: (channel: string, args: readonly unknown[]) => void = () => undefined;
  mayOpen: OpenHandler = () => ({ action: "allow" });
  destroyed = false;
  loaded = false;
  readonly #page: () => Promise<Page>;

  constructor(page: () => Promise<Page>) {
    super();
    this.#page = page;
  }

  send = (channel: string, ...args: readonly unknown[]): void => this.sendToPage(channel, args);
  isDestroyed = (): boolean => this.destroyed;
  getURL = (): string => this.expected ?? "";
  setWebRTCIPHandlingPolicy = (): void => undefined; // a switch of the browser, not of a page
  setWindowOpenHandler = (handler: OpenHandler): void => void (this.mayOpen = handler);
  reload = (): void => void this.#page().then((page) => page.reload());
}

export class BrowserWindow extends EventEmitter {
  static getAllWindows = (): BrowserWindow[] => [...windows] as BrowserWindow[];

  readonly webContents: WebContents;
  setProgressBar = (progress: number, options: object): void => record({ progress, ...options });
  #page: Promise<Page>;
  #bounds: Bounds;
  #visible: boolean;
  #minimized = false;
  #maximized = false;

  constructor(options: Options) {
    super();
    this.#bounds = {
      x: options.x ?? 60,
      y: options.y ?? 40,
      width: options.width ?? 800,
      height: options.height ?? 600,
    };
    this.#visible = options.show ?? true;
    this.webContents = new WebContents(() => this.#page);
    windows.add(this);
    app.emit("web-contents-created", {}, this.webContents);
    this.#page = this.#open(options.webPreferences?.preload);
  }

  async #open(preload: string | undefined): Promise<Page> {
    const browser = await openBrowser(app.getPath("userData"));
    const [first] = browser.pages();
    // A visible Chromium starts with a window; without one, its blank page stays, so that Chromium outlives the run.
    const page = visible && windows.size === 1 && first !== undefined ? first : await browser.newPage();
    await this.#place(page);
    await page.emulateMedia({ colorScheme: nativeTheme.colorScheme() });
    nativeTheme.on("updated", () => void page.emulateMedia({ colorScheme: nativeTheme.colorScheme() }));
    await page.route("**/*", (route) => this.#answer(route));
    await defaultSession.grantTo(browser, toWeb("app://fleetdesk/"));
    if (preload !== undefined) this.webContents.sendToPage = await installBridge(page, preload, this.webContents);
    page.on("popup", (popup) => {
      if (this.webContents.mayOpen({ url: popup.url() }).action === "deny") void popup.close();
    });
    page.on("crash", () => this.webContents.emit("render-process-gone", {}, { reason: "crashed", exitCode: 1 }));
    // A page that was closed by the user cannot be restored: for the app the session has ended.
    page.on("close", () => void (this.isDestroyed() || process.emit("SIGTERM")));
    page.on("dialog", () => undefined); // left to the user of a visible window
    return page;
  }

  async #place(page: Page): Promise<void> {
    const { x: left, y: top, width, height } = this.#bounds;
    if (!visible) return await page.setViewportSize({ width, height });
    const session = await page.context().newCDPSession(page);
    const { windowId } = await session.send("Browser.getWindowForTarget");
    await session.send("Browser.setWindowBounds", { windowId, bounds: { left, top, width, height } });
    await session.detach();
  }

  /** Shows a dialog to the user of a visible window. */
  async showDialog(kind: "confirm" | "prompt", text: string, usual = ""): Promise<string | boolean | null> {
    const page = await this.#page;
    return await page.evaluate<string | boolean | null>(
      `window.${kind}(${JSON.stringify(text)}, ${JSON.stringify(usual)})`,
    );
  }

  /** A navigation asks the app first, unless it is the app's own or a reload; then the app's protocol responds. */
  async #answer(route: Route): Promise<void> {
    const request = route.request();
    if (request.isNavigationRequest() && !this.#mayNavigate(request)) return await route.abort("aborted");
    // No network access: a request that the app's filter allows would still not leave this computer.
    if (!(await defaultSession.mayRequest(toApp(request.url()))) || !isOurs(request.url()))
      return await route.abort("blockedbyclient");
    const response = await protocol.answer({ url: toApp(request.url()), method: request.method() });
    const headers = Object.fromEntries(response.headers);
    await route.fulfill({ status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) });
  }

  #mayNavigate(request: Request): boolean {
    const url = toApp(request.url());
    const isMainFrame = request.frame().parentFrame() === null;
    const own = isMainFrame && (this.webContents.expected === url || toApp(request.frame().url()) === url);
    const event = { ...preventable(), url, isMainFrame, isSameDocument: false };
    if (!own) this.webContents.emit(isMainFrame ? "will-navigate" : "will-frame-navigate", event);
    if (!event.defaultPrevented) this.webContents.emit("did-start-navigation", event);
    return !event.defaultPrevented;
  }

  async loadURL(url: string): Promise<void> {
    const page = await this.#page;
    this.webContents.expected = url;
    await page.goto(toWeb(url), { waitUntil: "load" });
    this.webContents.loaded = true;
    this.webContents.emit("did-finish-load");
  }

  #become(change: () => void, event: string): void {
    change();
    this.emit(event);
  }

  show = (): void => (this.#visible ? undefined : this.#become(() => (this.#visible = true), "show"));
  hide = (): void => (this.#visible ? this.#become(() => (this.#visible = false), "hide") : undefined);
  minimize = (): void => this.#become(() => (this.#minimized = true), "minimize");
  restore = (): void => this.#become(() => (this.#minimized = false), "restore");
  maximize = (): void => this.#become(() => (this.#maximized = true), "maximize");
  unmaximize = (): void => this.#become(() => (this.#maximized = false), "unmaximize");
  focus = (): void => this.#become(() => void (visible && this.#page.then((page) => page.bringToFront())), "focus");
  isVisible = (): boolean => this.#visible;
  /** No other window can have the focus. */
  isFocused = (): boolean => this.isVisible() && !this.isMinimized();
  isMinimized = (): boolean => this.#minimized;
  isMaximized = (): boolean => this.#maximized;
  isDestroyed = (): boolean => !windows.has(this);
  getNormalBounds = (): Bounds => ({ ...this.#bounds });

  setBounds(bounds: Partial<Bounds>): void {
    Object.assign(this.#bounds, bounds);
    void this.#page.then((page) => this.#place(page));
    this.emit("resize");
  }

  close(): void {
    if (this.isDestroyed()) return;
    const event = preventable();
    this.emit("close", event);
    if (!event.defaultPrevented) this.destroy();
  }

  destroy(): void {
    if (!windows.delete(this)) return;
    this.webContents.destroyed = true;
    this.webContents.emit("destroyed");
    void this.#page.then((page) => page.close());
  }
}
