/** Opens the built app as a person would: Electron where its binary is found, else the Chromium shell. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { onTestFinished } from "vitest";
import type { Driver, LaunchSettings } from "./driver.ts";
import { findElectron, launchInElectron } from "./electron-driver.ts";
import { root } from "./root.ts";
import { launchInShell } from "./shell-driver.ts";

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

/** Tokens are kept in memory only, unless `env` says otherwise. */
const usual = { FLEETDESK_KEYCHAIN: "memory" };

/** Starts the program without waiting for a window; ended after the test. For starts that fail, too. */
export function startFleetdesk({ dataDir = scratchDataDir(), env = {}, args = [] }: LaunchOptions = {}): Driver {
  const settings: LaunchSettings = { dataDir, args, env: { ...usual, ...env } };
  const electron = findElectron();
  const driver = electron === undefined ? launchInShell(settings) : launchInElectron(electron, settings);
  onTestFinished(() => driver.kill());
  return driver;
}

/** Within a test; closed after it. A test that fails leaves a picture and a trace in `test-results/`. */
export async function launchFleetdesk(options: LaunchOptions = {}): Promise<Fleetdesk> {
  const dataDir = options.dataDir ?? scratchDataDir();
  const desktop = startFleetdesk({ ...options, dataDir });
  const page = await desktop.page();
  const { tracing } = page.context();
  await tracing.start({ screenshots: true, snapshots: true });
  let open = true;
  const close = async (): Promise<void> => {
    if (!open) return;
    open = false;
    await tracing.stop().catch(() => undefined); // the page may be gone already
    await desktop.end();
  };
  onTestFinished(async ({ task }) => {
    if (open && task.result?.state === "fail") {
      const folder = join(root, "test-results", task.name.replaceAll(/[^\w]+/g, "-").slice(0, 100));
      mkdirSync(folder, { recursive: true });
      await page.screenshot({ path: join(folder, "page.png") }).catch(() => undefined);
      await tracing.stop({ path: join(folder, "trace.zip") }).catch(() => undefined);
    }
    await close();
  });
  const restart = async (): Promise<Fleetdesk> => {
    await close();
    return await launchFleetdesk({ ...options, dataDir });
  };
  return { page, desktop, dataDir, restart, close };
}

/** Gone after the test. */
export function scratchDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), "fleetdesk-e2e-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return join(folder, "data");
}
