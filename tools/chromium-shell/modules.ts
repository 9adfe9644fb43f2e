/** Electron's smaller modules, as far as the app uses them. */
import { EventEmitter } from "node:events";
import { existsSync } from "node:fs";
import type { BrowserContext } from "playwright-core";
import { record, scripted } from "./shell-state.ts";

type Answerer = (request: { readonly url: string; readonly method: string }) => Promise<Response>;
type PermissionCheck = (contents: null, permission: string, origin: string) => boolean;

let answerer: Answerer = () => Promise.resolve(new Response("", { status: 404 }));

export const protocol = {
  registerSchemesAsPrivileged: (): void => undefined,
  handle: (_scheme: string, handler: Answerer): void => void (answerer = handler),
  answer: ((request) => answerer(request)) satisfies Answerer,
};

type RequestFilter = (details: { readonly url: string }, answer: (response: { cancel?: boolean }) => void) => void;

class Session extends EventEmitter {
  #check: PermissionCheck = () => false;
  #filter: RequestFilter = (_details, answer) => answer({});

  readonly webRequest = { onBeforeRequest: (filter: RequestFilter): void => void (this.#filter = filter) };

  setPermissionRequestHandler = (): void => undefined; // Chromium itself grants only the permissions below
  setPermissionCheckHandler = (check: PermissionCheck): void => void (this.#check = check);
  setDevicePermissionHandler = (): void => undefined;
  resolveProxy = (): Promise<string> => Promise.resolve(process.env["FLEETDESK_SHELL_PROXY"] ?? "DIRECT");

  mayRequest(url: string): Promise<boolean> {
    return new Promise((resolve) => this.#filter({ url }, ({ cancel }) => resolve(cancel !== true)));
  }

  async grantTo(browser: BrowserContext, origin: string): Promise<void> {
    const allowed = this.#check(null, "clipboard-sanitized-write", "app://fleetdesk/");
    await browser.grantPermissions(allowed ? ["clipboard-write"] : [], { origin });
  }
}

export const defaultSession = new Session();
export const session = { defaultSession };

class NativeTheme extends EventEmitter {
  #source: "system" | "light" | "dark" = "system";

  get themeSource(): "system" | "light" | "dark" {
    return this.#source;
  }
  set themeSource(source) {
    this.#source = source;
    this.emit("updated");
  }
  get shouldUseDarkColors(): boolean {
    return this.#source === "dark";
  }
  colorScheme = (): "light" | "dark" | null => (this.#source === "system" ? null : this.#source);
}

export const nativeTheme = new NativeTheme();
export const powerMonitor = new EventEmitter();
/** Does not prevent sleep. */
export const powerSaveBlocker = { start: (): number => 1, stop: (): boolean => true };
export const net = { isOnline: (): boolean => scripted.online };
export const shell = {
  /** Recorded, so that a test can show that the app opens no link. */
  openExternal: (url: string): void => record({ link: url }),
  showItemInFolder: (file: string): void => void process.stderr.write(`Show in the file manager: ${file}\n`),
};

const display = { id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1040 }, scaleFactor: 1 };
export const screen = { getPrimaryDisplay: (): unknown => display, getAllDisplays: (): unknown[] => [display] };

export interface MenuItem {
  readonly id?: string;
  readonly role?: string;
  readonly label?: string;
  readonly type?: string;
  readonly accelerator?: string;
  readonly enabled?: boolean;
  readonly click?: () => void;
  readonly submenu?: readonly MenuItem[];
}

let applicationMenu: { readonly items: readonly MenuItem[] } = { items: [] };

export const Menu = {
  buildFromTemplate: (items: readonly MenuItem[]): { readonly items: readonly MenuItem[] } => ({ items }),
  setApplicationMenu: (menu: { readonly items: readonly MenuItem[] }): void => void (applicationMenu = menu),
  getApplicationMenu: (): { readonly items: readonly MenuItem[] } => applicationMenu,
};

/** A notification: recorded, and clicked by a test. */
export class Notification extends EventEmitter {
  static readonly displayed: Notification[] = [];
  static isSupported = (): boolean => true;
  readonly #options: { readonly title: string; readonly body: string };

  constructor(options: { readonly title: string; readonly body: string }) {
    super();
    this.#options = options;
  }

  show(): void {
    Notification.displayed.push(this);
    record({ notification: this.#options });
  }
}

export const nativeImage = { createFromPath: (path: string): { readonly path: string } => ({ path }) };

/** The tray icon: a test reads its menu. */
export class Tray extends EventEmitter {
  static only: Tray | undefined;
  menu: readonly MenuItem[] = [];
  title = "";

  constructor(image: { readonly path: string }) {
    super();
    if (!existsSync(image.path)) throw new Error(`There is no image ${image.path}.`);
    Tray.only = this;
  }

  isDestroyed = (): boolean => false;
  setToolTip = (title: string): void => void (this.title = title);
  setContextMenu = (menu: { readonly items: readonly MenuItem[] }): void => void (this.menu = menu.items);
}
