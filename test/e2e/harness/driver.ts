/** Controls outside of the window's page, the same on Electron and in the shell. */
import type { Page } from "playwright-core";

export interface LaunchSettings {
  /** Arguments of the app, such as a deep link. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly dataDir: string;
}

interface RecordedDialog {
  readonly kind: "message" | "save" | "open";
  readonly message?: string;
  readonly detail?: string;
  readonly buttons?: readonly string[];
}

/** What the program did to the desktop, one JSON document per line. */
interface RecordedNotification {
  readonly title: string;
  readonly body: string;
}

export type Recorded =
  | { readonly dialog: RecordedDialog }
  | { readonly link: string }
  | { readonly notification: RecordedNotification };

export interface WindowView {
  readonly visible: boolean;
  readonly minimized: boolean;
  readonly maximized: boolean;
}

export interface MenuEntry {
  readonly id?: string;
  readonly label?: string;
  readonly role?: string;
  readonly accelerator?: string;
  readonly enabled?: boolean;
  readonly submenu?: readonly MenuEntry[];
}

/** One running program. */
export interface Driver {
  /** The window's page; waits for it. */
  page(): Promise<Page>;
  menu(): Promise<readonly MenuEntry[]>;
  clickMenu(id: string): Promise<void>;
  /** The program's dialogs so far; readable after its end as well. */
  dialogs(): readonly RecordedDialog[];
  /** Desktop notifications so far. Not available on real Electron. */
  notifications(): readonly RecordedNotification[];
  /** Clicks the newest notification. */
  clickNotification(): Promise<void>;
  /** The tray icon: its title and menu. */
  tray(): Promise<{ readonly title: string; readonly menu: readonly MenuEntry[] }>;
  clickTray(id: string): Promise<void>;
  /** The links that were opened in the browser. */
  links(): readonly string[];
  /** Buttons that the next message boxes are answered with, by index; without one a box is cancelled. */
  answer(...buttons: readonly number[]): Promise<void>;
  /** Where the next files are saved; undefined cancels the dialog. */
  saveTo(path: string | undefined): Promise<void>;
  /** Which file is opened when the program asks for one; undefined cancels the dialog. */
  openFrom(path: string | undefined): Promise<void>;
  /** Whether the computer has a network. */
  setOnline(online: boolean): Promise<void>;
  power(event: "resume" | "suspend"): Promise<void>;
  act(act: "show" | "hide" | "minimize" | "restore" | "maximize" | "close"): Promise<void>;
  resize(bounds: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  }): Promise<void>;
  window(): Promise<WindowView>;
  /** A window of another origin that has our preload. */
  foreignPage(url: string): Promise<Page>;
  /** Starts the program again with the same data directory; resolves when the second one has ended. */
  startAgain(args: readonly string[]): Promise<void>;
  /** Ends the program as the system does at the end of the session. Resolves with the exit code. */
  end(): Promise<number | null>;
  kill(): Promise<void>;
  /** Resolves when the program has ended without being asked to. */
  readonly ended: Promise<number | null>;
}
