/** Electron's `app`: one instance for each profile, paths, and the order of events at the end of a program. */
import { EventEmitter } from "node:events";
import { type FSWatcher, mkdirSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { openBrowser } from "./browser.ts";
import { abandon, exitRun } from "./runs.ts";
import { record, windows } from "./shell-state.ts";

type Preventable = { defaultPrevented: boolean; preventDefault(): void };

export const preventable = (): Preventable => ({
  defaultPrevented: false,
  preventDefault() {
    this.defaultPrevented = true;
  },
});

class App extends EventEmitter {
  readonly isPackaged = false;
  #secondStarts: FSWatcher | undefined;
  readonly #paths: Record<string, string> = { userData: join(tmpdir(), "chromium-shell") };

  getVersion = (): string => packageJson.version;
  getPath = (name: string): string => this.#paths[name] ?? "";
  setPath = (name: string, path: string): void => void (this.#paths[name] = path);
  setAsDefaultProtocolClient = (): boolean => true;
  enableSandbox = (): void => undefined;
  setBadgeCount = (badge: number): boolean => {
    record({ badge });
    return true;
  };

  async whenReady(): Promise<void> {
    const browser = await openBrowser(this.getPath("userData"));
    // Without its windows there is nothing left to wait for: same as at the end of the system's session.
    browser.once("close", abandon);
  }

  /** A file with our process id; a second process that finds a running one writes a message for it and gets false. */
  requestSingleInstanceLock(): boolean {
    const folder = join(this.getPath("userData"), "instance");
    mkdirSync(folder, { recursive: true });
    const owner = readNumber(join(folder, "owner"));
    if (owner !== undefined && isAlive(owner)) {
      writeFileSync(join(folder, `second-${process.pid}.new`), JSON.stringify(process.argv));
      return false;
    }
    writeFileSync(join(folder, "owner"), String(process.pid));
    this.#secondStarts = watch(folder, () => {
      for (const name of readdirSync(folder).filter((file) => file.endsWith(".new"))) {
        const args = readJson(join(folder, name));
        if (args === undefined) continue; // incompletely written: the watcher fires again
        rmSync(join(folder, name), { force: true });
        this.emit("second-instance", {}, args, process.cwd(), null);
      }
    }).unref();
    return true;
  }

  quit(): void {
    const event = preventable();
    this.emit("before-quit", event);
    if (event.defaultPrevented) return;
    for (const window of windows) window.close();
    if (windows.size === 0) this.exit(0);
  }

  exit(code = 0): void {
    if (this.#secondStarts !== undefined) rmSync(join(this.getPath("userData"), "instance/owner"), { force: true });
    this.#secondStarts?.close();
    exitRun(code);
  }
}

function readNumber(file: string): number | undefined {
  const value = readJson(file);
  return typeof value === "number" ? value : undefined;
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return pid !== process.pid;
  } catch {
    return false;
  }
}

export const app = new App();
