/** The complete core as the program composes it, on a data directory of the benchmark, and a campaign from plan to end. */
import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import { createApp, type App } from "../../main/app/create-app.ts";
import type { Hosts, Log } from "../../main/core/hosts.ts";
import { createSystemClock } from "../../main/platform/node/clock.ts";
import { describeProgram } from "../../main/platform/node/about.ts";
import { createAlwaysOnline } from "../../main/platform/node/connectivity.ts";
import { createOutFiles } from "../../main/platform/node/files.ts";
import { createDecidedKeychain, createMemoryKeychain } from "../../main/platform/node/keychain-choice.ts";
import { createPracticeHost } from "../../main/platform/node/practice-host.ts";
import { createSendMarks } from "../../main/platform/node/send-mark.ts";
import { createStoreThreads } from "../../main/platform/node/store-threads.ts";
import { collectWhenIdle, limitYoungGeneration } from "../../main/platform/node/v8-memory.ts";
import type { ServiceAddress } from "./service.ts";

export interface BenchCore extends AsyncDisposable {
  readonly app: App;
  readonly client: FleetClient;
}

/** Warnings and errors make a figure questionable; other entries are irrelevant here. */
const log: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: (event, fields) => console.error("warning:", event, JSON.stringify(fields ?? {})),
  error: (event, fields, cause) => console.error("error:", event, JSON.stringify(fields ?? {}), cause),
};

export function benchHosts(dataDir: string): Hosts {
  const keychain = createDecidedKeychain(createMemoryKeychain());
  return {
    clock: createSystemClock(),
    log,
    keychain,
    sendMarks: createSendMarks({ dir: `${dataDir}-state`, keychain, log }),
    proxy: { resolve: () => Promise.resolve(undefined) },
    machine: { machineId: "bench", processId: process.pid, instanceId: randomUUID() },
    files: createOutFiles(() => undefined),
    connectivity: createAlwaysOnline(),
    practice: createPracticeHost(new URL("../../main/app/practice-worker.ts", import.meta.url)),
    about: describeProgram("bench", ""),
    updates: { platform: process.platform, arch: process.arch, inPlace: false },
    dataDir,
    startStoreThread: createStoreThreads(new URL("../../main/app/store-worker.ts", import.meta.url)).start,
  };
}

/** A started core, signed in to `service` as the connection "bench", without a ceiling. */
export async function openBenchCore(
  dataDir: string,
  service: ServiceAddress | undefined,
  options: Parameters<typeof createApp>[1] = {},
): Promise<BenchCore> {
  limitYoungGeneration();
  if (options.keepAlive === true) collectWhenIdle(createSystemClock());
  mkdirSync(dataDir, { recursive: true });
  const app = createApp(benchHosts(dataDir), options);
  await app.start();
  const { client } = app;
  if (service !== undefined) {
    const { baseUrl, applicationToken } = service;
    const fast = { ceiling: "none", reconcileAfterMs: 2000 } as const;
    await client.connections.connect({ name: "bench", baseUrl, secret: { applicationToken }, options: fast });
  }
  return { app, client, [Symbol.asyncDispose]: () => app.stop() };
}

/** Starts a campaign with its number of recipients confirmed. */
export async function startConfirmed({ campaigns }: BenchCore["client"], campaignId: string): Promise<void> {
  const { counts } = await campaigns.status({ campaignId });
  await campaigns.start({ campaignId, confirm: counts.planned - counts.excluded });
}

/** Starts a campaign and waits for its end; throws when it did not finish. */
export async function runCampaign({ app, client }: BenchCore, campaignId: string): Promise<CampaignStatus> {
  const changed = waitForChange(app, campaignId, ({ state }) => state !== "running" && state !== "planned");
  await startConfirmed(client, campaignId);
  const end = await changed;
  if (end.state !== "finished") throw new Error(`The campaign is ${end.state}: ${end.reason} ${end.message?.code}`);
  return end;
}

/** The campaign's status as soon as a change satisfies the predicate. */
export function waitForChange(
  { client, on }: App,
  campaignId: string,
  matches: (status: CampaignStatus) => boolean,
): Promise<CampaignStatus> {
  return new Promise((resolve, reject) => {
    const checkStatus = async (): Promise<void> => {
      const status = await client.campaigns.status({ campaignId });
      if (!matches(status)) return;
      stop();
      resolve(status);
    };
    const stop = on("campaigns.changed", (changed) => {
      if (changed.campaignId === campaignId) checkStatus().catch(reject);
    });
  });
}

/** Waits until this many recipients of the campaign have an outcome. */
export function waitForOutcomes({ on }: App, campaignId: string, outcomeCount: number): Promise<void> {
  return new Promise((resolve) => {
    const stop = on("campaigns.progress", (progress) => {
      const { accepted, refused, unknown } = progress.counts;
      if (progress.campaignId !== campaignId || accepted + refused + unknown < outcomeCount) return;
      stop();
      resolve();
    });
  });
}
