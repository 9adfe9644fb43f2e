/** Opens the built app as a person would: Electron where its binary is found, else the Chromium shell. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, onTestFinished } from "vitest";
import type { Driver, LaunchSettings } from "./driver.ts";
import { findElectron, launchInElectron } from "./electron-driver.ts";
import { root } from "./root.ts";
import { launchInIdleShell, launchInShell, visible } from "./shell-driver.ts";

export interface LaunchOptions {
  /** Default: a new one, gone afterwards. */
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

export interface Fleetdesk {
  readonly page: Page;
  readonly desktop: Driver;
  readonly dataDir: string;
  /** Ends it and opens it again on the same data directory. */
  restart(): Promise<Fleetdesk>;
  close(): Promise<void>;
}

/** Recording a trace slows every step down: `npm test` records one when it runs a failed test again. */
const traced = process.env["FLEETDESK_TRACE"] === "1";
const traceOptions = { screenshots: true, snapshots: true };

/** Tokens are kept in memory only, unless `env` says otherwise. */
const usual = { FLEETDESK_KEYCHAIN: "memory" };

/** Starts the program without waiting for a window; ended after the test. For starts that fail, too. */
export function startFleetdesk({ dataDir = scratchDataDir(), ...options }: LaunchOptions = {}): Driver {
  const driver = start(dataDir, options, true);
  onTestFinished(() => driver.kill());
  return driver;
}

/** Within a test; closed after it. A test that fails leaves a picture in `test-results/`, and a trace with FLEETDESK_TRACE=1. */
export async function launchFleetdesk(options: LaunchOptions = {}): Promise<Fleetdesk> {
  const dataDir = options.dataDir ?? scratchDataDir();
  const running = await open(dataDir, options);
  onTestFinished(async ({ task }) => {
    if (task.result?.state === "fail") await running.keepEvidence(task.name);
    await running.fleetdesk.close();
  });
  const restart = async (): Promise<Fleetdesk> => {
    await running.fleetdesk.close();
    return await launchFleetdesk({ ...options, dataDir });
  };
  return { ...running.fleetdesk, restart };
}

/** One program for all tests of a file, in their order; to be called at its top. Tests that cost no state share the start. */
export function shareFleetdesk(options: LaunchOptions = {}): () => Fleetdesk {
  const folder = options.dataDir === undefined ? mkdtempSync(join(tmpdir(), "fleetdesk-e2e-")) : undefined;
  const dataDir = options.dataDir ?? join(folder ?? "", "data");
  let running: Running | undefined;
  const current = (): Fleetdesk => {
    if (running === undefined) throw new Error("The program has not started: it is there within a test only.");
    return running.fleetdesk;
  };
  const restart = async (): Promise<Fleetdesk> => {
    await current().close();
    running = await open(dataDir, options, restart);
    return running.fleetdesk;
  };
  beforeAll(async () => {
    running = await open(dataDir, options, restart);
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") await running?.keepEvidence(task.name);
  });
  afterAll(async () => {
    await running?.fleetdesk.close();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  return current;
}

interface Running {
  readonly fleetdesk: Fleetdesk;
  /** A picture of the page, and the trace so far where one is recorded. */
  keepEvidence(test: string): Promise<void>;
}

/** A process of its own where the environment differs, for starts that fail, and where a person watches. */
function start(dataDir: string, { env, args = [] }: LaunchOptions, ownProcess = env !== undefined || visible): Driver {
  const settings: LaunchSettings = { dataDir, args, env: { ...usual, ...env } };
  const electron = findElectron();
  if (electron !== undefined) return launchInElectron(electron, settings);
  return ownProcess ? launchInShell(settings) : launchInIdleShell(settings);
}

async function open(
  dataDir: string,
  options: LaunchOptions,
  restart = (): Promise<Fleetdesk> => Promise.reject(new Error("This one cannot be started again.")),
): Promise<Running> {
  const desktop = start(dataDir, options);
  const page = await desktop.page().catch(async (error: unknown) => {
    await desktop.kill();
    throw error;
  });
  const { tracing } = page.context();
  if (traced) await tracing.start(traceOptions);
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    if (traced) await tracing.stop().catch(() => undefined); // the page may be gone already
    await desktop.end();
  };
  return {
    fleetdesk: { page, desktop, dataDir, restart, close: () => (closed ??= close()) },
    keepEvidence: async (test) => {
      if (closed !== undefined) return;
      const folder = join(root, "test-results", test.replaceAll(/[^\w]+/g, "-").slice(0, 100));
      mkdirSync(folder, { recursive: true });
      // The page may be what has failed: what can be kept is kept.
      await page.screenshot({ path: join(folder, "page.png") }).catch(() => undefined);
      if (!traced) return;
      await tracing.stop({ path: join(folder, "trace.zip") }).catch(() => undefined);
      await tracing.start(traceOptions).catch(() => undefined);
    },
  };
}

/** Gone after the test. */
export function scratchDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), "fleetdesk-e2e-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return join(folder, "data");
}
