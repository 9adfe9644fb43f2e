/** Drives the app in the Chromium shell: controls over the child's channel, the page over the DevTools protocol. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as passed } from "node:timers/promises";
import { chromium, type BrowserContext, type Page } from "playwright-core";
import { out } from "../../../tools/fresh-build.ts";
import type { Driver, LaunchSettings, MenuEntry, Recorded, WindowView } from "./driver.ts";
import { root } from "./root.ts";

interface Reply {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

const shell = join(root, "tools/chromium-shell/main.ts");

function start({ args, env, dataDir }: LaunchSettings): ChildProcess {
  return fork(shell, [join(out, "index.js"), ...args], {
    cwd: root,
    env: { ...process.env, FLEETDESK_DATA_DIR: dataDir, ...env },
    execArgv: [], // the test runner's own are not the program's
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
}

type Control = <T = void>(name: string, input?: unknown) => Promise<T>;

/** Asks the shell, and rejects with what the program said last when it ends instead of answering. */
function createControl(child: ChildProcess, ended: Promise<unknown>): Control {
  let lastId = 0;
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  return <T>(name: string, input?: unknown) =>
    new Promise<T>((resolve, reject) => {
      const id = ++lastId;
      const hear = (reply: Reply): void => {
        if (reply.id !== id) return;
        child.off("message", hear);
        if (reply.error === undefined) resolve(reply.value as T);
        else reject(new Error(reply.error));
      };
      child.on("message", hear);
      void ended.then((code) => reject(new Error(`The program has ended with ${String(code)}: ${said}`)));
      if (child.connected) child.send({ id, name, input });
    });
}

/** Starts the program; resolves before its window is there. */
export function launchInShell(settings: LaunchSettings): Driver {
  const child = start(settings);
  const ended = once(child, "exit").then(([code]) => code as number | null);
  const control = createControl(child, ended);
  const recorded: Recorded[] = [];
  child.on("message", (message: Partial<Reply> & { readonly recorded?: Recorded }) => {
    if (message.recorded !== undefined) recorded.push(message.recorded);
  });
  let context: Promise<BrowserContext> | undefined;
  const pageAt = async (url: string): Promise<Page> => {
    context ??= control<string>("endpoint").then(connect);
    const browser = await context;
    // The program has loaded it; our own view of the browser follows a moment later.
    for (let looks = 0; looks < 2400; looks += 1) {
      const found = browser.pages().find((page) => page.url().startsWith(url));
      if (found !== undefined) return found;
      await passed(50);
    }
    throw new Error(`No page shows ${url}.`);
  };
  const script = (changes: object): Promise<void> => control("script", changes);
  return {
    page: async () => await pageAt(await control<string>("ready")),
    foreignPage: async (url) => {
      const preload = join(out, "preload/index.cjs");
      await control("foreignWindow", { preload, url });
      return await pageAt(url);
    },
    menu: () => control<readonly MenuEntry[]>("menu"),
    clickMenu: (id) => control("clickMenu", id),
    dialogs: () => recorded.flatMap((one) => ("dialog" in one ? [one.dialog] : [])),
    notifications: () => recorded.flatMap((one) => ("notification" in one ? [one.notification] : [])),
    clickNotification: () => control("clickNotification"),
    tray: () => control("tray"),
    clickTray: (id) => control("clickTray", id),
    links: () => recorded.flatMap((one) => ("link" in one ? [one.link] : [])),
    answer: (...answers) => script({ answers }),
    saveTo: (savePath) => script({ savePath: savePath ?? "" }),
    openFrom: (openPath) => script({ openPath: openPath ?? "" }),
    setOnline: (online) => script({ online }),
    power: (event) => control("power", event),
    act: (act) => control("window", act),
    resize: (bounds) => control("bounds", bounds),
    window: () => control<WindowView>("windowState"),
    startAgain: async (args) => {
      await once(start({ ...settings, args }), "exit");
    },
    ended,
    end: async () => {
      child.kill("SIGTERM");
      return await ended;
    },
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

async function connect(endpoint: string): Promise<BrowserContext> {
  const browser = await chromium.connectOverCDP(endpoint);
  const [context] = browser.contexts();
  if (context === undefined) throw new Error("Chromium shows no window.");
  return context;
}
