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

/** A process of the shell with its Chromium; it has at most one run of the app at a time. */
interface Shell {
  readonly child: ChildProcess;
  readonly control: <T = void>(name: string, input?: unknown) => Promise<T>;
  readonly context: () => Promise<BrowserContext>;
  /** The exit code. */
  readonly ended: Promise<number | null>;
  /** Number of runs so far. */
  runs: number;
}

const main = join(root, "tools/chromium-shell/main.ts");
const bundle = join(out, "index.js");

/** Modules of past runs are never freed. */
const mostRuns = 20;

/** A program that takes longer to end fails its test, and the next one gets a new process. */
const endLimitMs = 20_000;

/** Idle processes: one between two tests; several if a file's tests share a program and some have a separate one. */
const idle: Shell[] = [];

/** FLEETDESK_E2E_VISIBLE=1 shows the window, in a Chromium of the system. */
export const visible = process.env["FLEETDESK_E2E_VISIBLE"] === "1";

function forkShell(args: readonly string[], variables: Readonly<Record<string, string>>): ChildProcess {
  return fork(main, visible ? ["--visible", ...args] : args, {
    cwd: root,
    env: { ...process.env, ...variables },
    execArgv: [], // without the variables of the test runner
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
}

/** Calls the shell, and rejects with the last output of the program when it ends instead of answering. */
function createControl(child: ChildProcess, ended: Promise<unknown>): Shell["control"] {
  let lastId = 0;
  let output = "";
  child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  // Its last output may not have arrived yet.
  const failure = Promise.all([ended, new Promise((resolve) => child.once("close", resolve))]).then(
    ([code]) => new Error(`The program has ended with ${String(code)}: ${output}`),
  );
  return <T>(name: string, input?: unknown) =>
    new Promise<T>((resolve, reject) => {
      const id = ++lastId;
      const handleReply = (reply: Reply): void => {
        if (reply.id !== id) return;
        child.off("message", handleReply);
        if (reply.error === undefined) resolve(reply.value as T);
        else reject(new Error(reply.error));
      };
      child.on("message", handleReply);
      void failure.then(reject);
      if (child.connected) child.send({ id, name, input });
    });
}

function createShell(child: ChildProcess): Shell {
  const ended = once(child, "exit").then(([code]) => code as number | null);
  const control = createControl(child, ended);
  let context: Promise<BrowserContext> | undefined;
  return { child, control, ended, runs: 0, context: () => (context ??= control<string>("endpoint").then(connect)) };
}

/** Starts the program in a separate process; resolves before its window exists. */
export function launchInShell({ args, env, dataDir }: LaunchSettings): Driver {
  const variables = { ...env, FLEETDESK_DATA_DIR: dataDir };
  const shell = createShell(forkShell([bundle, ...args], variables));
  return createDriver(shell, variables, Promise.resolve(), async () => {
    shell.child.kill("SIGTERM");
    return await shell.ended;
  });
}

/**
 * Starts the program in the process of the previous test, which takes half of the time. `end` leaves the process to the next test. The data
 * directory, the storage of the page and the modules are new; for another environment use `launchInShell`.
 */
export function launchInIdleShell({ args, env, dataDir }: LaunchSettings): Driver {
  // A process without a bundle waits for runs, and ends with the test runner.
  const shell = takeIdle() ?? createShell(forkShell([], {}));
  shell.runs += 1;
  const variables = { ...env, FLEETDESK_DATA_DIR: dataDir };
  const started = shell.control("startRun", { entry: bundle, args, variables });
  return createDriver(shell, variables, started, async () => {
    if (!shell.child.connected) return await shell.ended;
    const limit = new AbortController();
    const late = passed(endLimitMs, undefined, { signal: limit.signal }).then(() => {
      throw new Error(`The program did not end within ${endLimitMs} ms.`);
    });
    try {
      const code = await Promise.race([shell.control<number>("endRun"), late]);
      if (shell.runs < mostRuns) idle.push(shell);
      else {
        shell.child.disconnect();
        await shell.ended;
      }
      return code;
    } catch (error) {
      // It may also have ended in between.
      if (shell.child.exitCode !== null) return shell.child.exitCode;
      shell.child.kill("SIGKILL");
      throw error;
    } finally {
      limit.abort();
    }
  });
}

/** Removes processes that have ended, with their Chromium. */
function takeIdle(): Shell | undefined {
  for (let shell = idle.pop(); shell !== undefined; shell = idle.pop()) if (shell.child.connected) return shell;
  return undefined;
}

function createDriver(
  shell: Shell,
  variables: Readonly<Record<string, string>>,
  started: Promise<void>,
  end: Driver["end"],
): Driver {
  const { child, control, ended } = shell;
  const recorded: Recorded[] = [];
  const handleMessage = (message: Partial<Reply> & { readonly recorded?: Recorded }): void => {
    if (message.recorded !== undefined) recorded.push(message.recorded);
  };
  child.on("message", handleMessage);
  const pageAt = async (url: string): Promise<Page> => {
    const browser = await shell.context();
    // The program has loaded it; the test's view of the browser follows a moment later.
    for (let attempt = 0; attempt < 2400; attempt += 1) {
      const page = browser.pages().find((candidate) => candidate.url().startsWith(url));
      if (page !== undefined) return page;
      await passed(50);
    }
    throw new Error(`No page shows ${url}.`);
  };
  const script = (changes: object): Promise<void> => control("script", changes);
  return {
    page: async () => {
      await started;
      return await pageAt(await control<string>("ready"));
    },
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
      await once(forkShell([bundle, ...args], variables), "exit");
    },
    ended,
    end: async () => {
      const code = await end();
      child.off("message", handleMessage);
      return code;
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
