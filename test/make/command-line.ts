/** The command line under test: in this process with a fake terminal, or as a separate process. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import packageJson from "../../package.json" with { type: "json" };
import { runCli } from "../../main/cli/run-cli.ts";
import type { Clock } from "../../main/core/hosts.ts";
import { createSystemClock } from "../../main/platform/node/clock.ts";
import { createFileKeychain } from "../../main/platform/node/keychain-file.ts";
import { createFakeTerminal, type FakeTerminal } from "../fakes/fake-terminal.ts";
import { stateDirOf } from "./hosts.ts";
import { startStoreThread } from "./store-threads.ts";
import { cliUrl, practiceWorkerUrl } from "./thread-urls.ts";

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** The content of stdout, parsed as JSON. */
  json<T = Record<string, unknown>>(): T;
}

export interface CommandLine {
  /** Runs a command in this process. */
  run(args: readonly string[], options?: RunOptions): Promise<Ran>;
  /** Runs the bundled `main/cli.ts` and waits for its end. */
  spawn(args: readonly string[], options?: { readonly stdin?: string | Buffer }): Promise<Ran>;
  /** Starts the bundled `main/cli.ts` and leaves it running. */
  start(args: readonly string[]): RunningCommand;
}

interface RunOptions {
  readonly stdin?: string;
  readonly terminal?: FakeTerminal;
  /** Default: the computer's own. */
  readonly clock?: Clock;
  readonly variables?: Readonly<Record<string, string>>;
  /** FLEETDESK_PASSPHRASE; by default the passphrase that opens the keychain file. */
  readonly passphrase?: string;
}

export interface RunningCommand {
  readonly child: ChildProcess;
  /** Resolves as soon as stdout or stderr contains the text. */
  waitForOutput(text: string): Promise<void>;
  /** Resolves when the process has ended. */
  readonly ended: Promise<Ran>;
}

const root = fileURLToPath(new URL("../..", import.meta.url));

const passphrase = "correct horse";

/**
 * An empty passphrase file that opens immediately: deriving the key of a file that the program creates takes each command half a second of
 * processor time.
 */
const keychainFile = await createCheapKeychainFile();

async function createCheapKeychainFile(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "fleetdesk-keychain-"));
  const file = join(folder, "keychain.json");
  const keychain = createFileKeychain({ file, passphrase, cost: { N: 2 ** 15, r: 1, p: 1 } });
  await keychain.set("nothing", "nothing");
  await keychain.delete("nothing");
  const content = readFileSync(file, "utf8");
  rmSync(folder, { recursive: true });
  return content;
}

/** Does not create the data directory: the program has to create it, or cannot. */
function prepareKeychain(dataDir: string): void {
  const file = join(dataDir, "keychain.json");
  if (statSync(dirname(dataDir), { throwIfNoEntry: false })?.isDirectory() !== true || existsSync(file)) return;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(file, keychainFile, { mode: 0o600 });
}

/** Adds `dataDir`, and a passphrase file as keychain, unless the arguments name them. */
export function createCommandLine(dataDir: string): CommandLine {
  prepareKeychain(dataDir);
  const variables = {
    FLEETDESK_DATA_DIR: dataDir,
    FLEETDESK_KEYCHAIN: "file",
    XDG_STATE_HOME: stateDirOf(dataDir),
  };
  const start: CommandLine["start"] = (args) => startProcess(args, { ...variables, FLEETDESK_PASSPHRASE: passphrase });
  return {
    start,
    run: async (
      args,
      { stdin, terminal = createFakeTerminal(stdin === undefined ? {} : { stdin }), ...options } = {},
    ) => {
      const code = await runCli(args, {
        terminal,
        clock: options.clock ?? createSystemClock(),
        environment: {
          platform: process.platform,
          home: dataDir,
          variables: { ...variables, ...options.variables },
          passphrase: options.passphrase ?? passphrase,
        },
        startStoreThread,
        practiceWorkerUrl,
        version: packageJson.version,
      });
      return ranOf(code, terminal.written.out, terminal.written.err);
    },
    spawn: async (args, { stdin = "" } = {}) => {
      const running = start(args);
      running.child.stdin?.end(stdin);
      return await running.ended;
    },
  };
}

function startProcess(args: readonly string[], variables: Readonly<Record<string, string>>): RunningCommand {
  const child = spawn(process.execPath, [fileURLToPath(cliUrl), ...args], {
    cwd: root,
    env: { ...process.env, ...variables },
  });
  let out = "";
  let err = "";
  const waiting = new Set<() => void>();
  const checkOutput = (): void => waiting.forEach((look) => look());
  child.stdout.on("data", (chunk: Buffer) => {
    out += chunk.toString();
    checkOutput();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    err += chunk.toString();
    checkOutput();
  });
  // A process that a signal has ended has no code.
  const ended = once(child, "close").then(([code]) => ranOf(code === null ? -1 : Number(code), out, err));
  const waitForOutput = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (!out.includes(text) && !err.includes(text)) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
      void ended.then(() => reject(new Error(`The process ended without saying "${text}": ${out}${err}`)));
    });
  return { child, waitForOutput, ended };
}

function ranOf(code: number, out: string, err: string): Ran {
  return { code, out, err, json: <T>() => JSON.parse(out) as T };
}
