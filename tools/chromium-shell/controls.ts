/** Actions of a test outside of the page, in place of a desktop user, over the channel to the parent process. */
import { once } from "node:events";
import { app } from "./app.ts";
import { BrowserWindow } from "./browser-window.ts";
import { Menu, Notification, powerMonitor, Tray, type MenuItem } from "./modules.ts";
import { scripted, toWeb } from "./shell-state.ts";

type Control = (input: never) => unknown;

const only = (): BrowserWindow => {
  const [window] = BrowserWindow.getAllWindows();
  if (window === undefined) throw new Error("There is no window.");
  return window;
};

function flat(items: readonly MenuItem[]): readonly MenuItem[] {
  return items.flatMap((item) => [item, ...flat(item.submenu ?? [])]);
}

function click(menu: readonly MenuItem[], id: string): void {
  const item = flat(menu).find((one) => one.id === id);
  if (item?.click === undefined || item.enabled === false) throw new Error(`The menu has no "${id}" to click.`);
  item.click();
}

const controls: Readonly<Record<string, Control>> = {
  /** The address of the window's page, once it has loaded. */
  ready: async () => {
    while (BrowserWindow.getAllWindows().length === 0) await once(app, "web-contents-created");
    const { webContents } = only();
    if (!webContents.loaded) await once(webContents, "did-finish-load");
    return toWeb(webContents.getURL());
  },
  menu: () => JSON.parse(JSON.stringify(Menu.getApplicationMenu().items)) as unknown,
  clickMenu: (id: string) => click(Menu.getApplicationMenu().items, id),
  tray: () => JSON.parse(JSON.stringify({ title: Tray.only?.title, menu: Tray.only?.menu })) as unknown,
  clickTray: (id: string) => click(Tray.only?.menu ?? [], id),
  /** The newest notification. */
  clickNotification: () => void Notification.displayed.at(-1)?.emit("click"),
  script: (changes: Partial<typeof scripted>) => void Object.assign(scripted, changes),
  power: (event: "resume" | "suspend" | "shutdown") => void powerMonitor.emit(event),
  window: (act: "show" | "hide" | "minimize" | "restore" | "maximize" | "close") => only()[act](),
  bounds: (bounds: Parameters<BrowserWindow["setBounds"]>[0]) => only().setBounds(bounds),
  windowState: () => ({
    visible: only().isVisible(),
    minimized: only().isMinimized(),
    maximized: only().isMaximized(),
  }),
  /** A foreign page with our preload: simulates a bug of the app. */
  foreignWindow: async ({ preload, url }: { readonly preload: string; readonly url: string }) => {
    await new BrowserWindow({ webPreferences: { preload } }).loadURL(url);
  },
};

/** Runs one of them; rejects for an unknown name. */
export async function control(name: string, input: never): Promise<unknown> {
  const run = controls[name];
  if (run === undefined) throw new Error(`There is no control "${name}".`);
  return await run(input);
}
