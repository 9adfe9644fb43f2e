/** Opens the built app: Electron if its binary is found, otherwise the Chromium shell. */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { Driver, LaunchSettings } from "./driver.ts";
import { findElectron, launchInElectron } from "./electron-driver.ts";
import { closeLater, lifetime } from "./lifetime.ts";
import { root } from "./root.ts";
import { launchInIdleShell, launchInShell, visible } from "./shell-driver.ts";

export interface LaunchOptions {
  /** Default: a new one, removed afterwards. */
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

export interface Fleetdesk {
  readonly page: Page;
  readonly desktop: Driver;
  readonly dataDir: string;
  /** Ends the program and opens it again on the same data directory. */
  restart(): Promise<Fleetdesk>;
  close(): Promise<void>;
}

/** Recording a trace slows every step down: `npm test` records one when it repeats a failed test. */
const traced = process.env["FLEETDESK_TRACE"] === "1";
const traceOptions = { screenshots: true, snapshots: true };

/** Tokens are only in memory, unless `env` configures another storage. */
const usual = { FLEETDESK_KEYCHAIN: "memory" };

/** Starts the program without waiting for a window, ended after the test; also for starts that fail. */
export function startFleetdesk({ dataDir = scratchDataDir(), ...options }: LaunchOptions = {}): Driver {
  const driver = start(dataDir, options, true);
  closeLater(() => driver.kill());
  return driver;
}

/** Closed after the test, or the file. A failed test leaves a screenshot in `test-results/`, and a trace with FLEETDESK_TRACE=1. */
export async function launchFleetdesk(options: LaunchOptions = {}): Promise<Fleetdesk> {
  const { dataDir, args = [] } = options;
  // A window on a new data directory shows the overview; most tests are about the list of endpoints.
  const hasPlace = existsSync(dataDir ?? "") || args.some((arg) => arg.startsWith("fleetdesk:"));
  const link = hasPlace ? [] : ["fleetdesk://fleet/endpoint"];
  const started = { ...options, args: [...args, ...link], dataDir: dataDir ?? scratchDataDir() };
  const launched = await launchFor(lifetime(), started, options);
  // The link is opened after the page has appeared: until then it would replace what a test opens.
  if (!hasPlace) await launched.page.waitForURL(/#\/fleet\/endpoint/);
  return launched;
}

/** `later`: the options of further starts on the same data. */
async function launchFor(
  life: ReturnType<typeof lifetime>,
  options: LaunchOptions & { readonly dataDir: string },
  later: LaunchOptions = options,
): Promise<Fleetdesk> {
  const running = await open(options.dataDir, options);
  life.closeLater(() => running.fleetdesk.close());
  life.lookLater(async (test) => {
    if (test.result?.state === "fail") await running.saveEvidence(test.fullTestName ?? test.name);
  });
  const restart = async (): Promise<Fleetdesk> => {
    await running.fleetdesk.close();
    return await launchFor(life, { ...later, dataDir: options.dataDir });
  };
  return { ...running.fleetdesk, restart };
}

interface Running {
  readonly fleetdesk: Omit<Fleetdesk, "restart">;
  /** A screenshot of the page, its address and accessibility tree in the log, and the trace so far if one is recorded. */
  saveEvidence(test: string): Promise<void>;
}

/** A state directory of the program under test, instead of the developer's own. */
function stateOf(dataDir: string): Readonly<Record<string, string>> {
  return { XDG_STATE_HOME: join(dataDir, "state") };
}

/** A separate process if the environment differs, for starts that fail, and for a visible window. */
function start(dataDir: string, { env, args = [] }: LaunchOptions, ownProcess = env !== undefined || visible): Driver {
  const settings: LaunchSettings = { dataDir, args, env: { ...usual, ...stateOf(dataDir), ...env } };
  const electron = findElectron();
  if (electron !== undefined) return launchInElectron(electron, settings);
  return ownProcess ? launchInShell(settings) : launchInIdleShell(settings);
}

async function open(dataDir: string, options: LaunchOptions): Promise<Running> {
  const desktop = start(dataDir, options);
  const page = await desktop.page().catch(async (error: unknown) => {
    await desktop.kill();
    throw error;
  });
  const { tracing } = page.context();
  if (traced) await tracing.start(traceOptions);
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    if (traced) await tracing.stop().catch(() => undefined); // the page may be closed already
    await desktop.end();
  };
  return {
    fleetdesk: { page, desktop, dataDir, close: () => (closed ??= close()) },
    saveEvidence: async (test) => {
      if (closed !== undefined) return;
      const folder = join(root, "test-results", test.replaceAll(/[^\w]+/g, "-").slice(0, 100));
      mkdirSync(folder, { recursive: true });
      // The page may be what has failed, so each part is optional.
      await page.screenshot({ path: join(folder, "page.png") }).catch(() => undefined);
      const tree = await page
        .locator("body")
        .ariaSnapshot()
        .catch((error: unknown) => String(error));
      // In the log as well: `test-results/` stays on the machine of the run.
      process.stderr.write(`The page when "${test}" failed: ${page.url()}\n${tree.slice(0, 6000)}\n`);
      if (!traced) return;
      await tracing.stop({ path: join(folder, "trace.zip") }).catch(() => undefined);
      await tracing.start(traceOptions).catch(() => undefined);
    },
  };
}

/** Deleted after the test, or the file. */
export function scratchDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), "fleetdesk-e2e-"));
  closeLater(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return join(folder, "data");
}
