/** The whole core with a simulator beside it: connected and synchronised, ready to plan. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CampaignStatus, PauseReason } from "#contract/campaign-words.ts";
import type { ConnectionOptions } from "#contract/connections.ts";
import type { FleetClient } from "#contract/index.ts";
import { createApp, type App } from "../../main/app.ts";
import type { Clock, Files } from "../../main/hosts.ts";
import { createSystemClock } from "../../main/node/clock.ts";
import { createDecidedKeychain } from "../../main/node/keychain-decided.ts";
import { createMemoryKeychain } from "../../main/node/keychain-memory.ts";
import type { SimulatorOptions } from "../../main/simulator/options.ts";
import { startSimulator, type Simulator } from "../../main/simulator/simulator.ts";
import { createFakeLog, type FakeLog } from "../fakes/fake-log.ts";
import { makeHosts } from "./hosts.ts";

export interface CampaignCore extends AsyncDisposable {
  readonly app: App;
  readonly client: FleetClient;
  readonly simulator: Simulator;
  readonly log: FakeLog;
  readonly dataDir: string;
  /** Writes a file beside the data directory; answers its absolute path. */
  write(name: string, content: string): string;
  /** A CSV of the ids of the first `count` endpoints of the fleet, with a column "n". */
  writeIds(count: number): string;
  /** Ends the program in an orderly way and starts it again on the same data. */
  restart(): Promise<void>;
  /** Starts the program again on the data as they are now, as after a crash: nothing was written at its end. */
  crash(): Promise<void>;
  /** Ends the program, copies its data directory, starts it again, and starts a second one on the copy. */
  openCopy(): Promise<App>;
  /** Resolves when the campaign is no longer worked, or for the given reason. */
  until(campaignId: string, state: CampaignStatus["state"], reason?: PauseReason): Promise<CampaignStatus>;
}

export interface CampaignCoreSettings {
  readonly simulator?: SimulatorOptions;
  readonly options?: Partial<ConnectionOptions>;
  readonly clock?: Clock;
  readonly files?: Files;
  /** The program stays, as the desktop app does. */
  readonly lasting?: boolean;
}

export async function openCampaignCore(settings: CampaignCoreSettings = {}): Promise<CampaignCore> {
  const folder = mkdtempSync(join(tmpdir(), "fleetdesk-core-"));
  const dataDir = mkdtempSync(join(folder, "data-"));
  const simulator = await startSimulator({ endpoints: 200, ...settings.simulator });
  const log = createFakeLog();
  const clock = settings.clock ?? createSystemClock();
  const keychain = createDecidedKeychain(createMemoryKeychain());
  const files = settings.files === undefined ? {} : { files: settings.files };
  let instances = 0;
  const start = async (directory: string): Promise<App> => {
    instances += 1;
    const machine = { machineId: "test-machine", processId: process.pid, instanceId: `instance-${instances}` };
    const app = createApp(makeHosts(directory, { clock, log, keychain, machine, ...files }), {
      lasting: settings.lasting ?? false,
    });
    await app.start();
    return app;
  };
  let app = await start(dataDir);
  const opened: App[] = [];
  await app.client.connections.connect({
    name: "practice",
    baseUrl: simulator.baseUrl,
    secret: { applicationToken: simulator.applicationToken },
    options: { ceiling: "none", reconcileAfterMs: 200, ...settings.options },
  });
  await app.client.fleet.sync({ collections: ["endpoint"] });
  const write = (name: string, content: string): string => {
    const file = join(folder, name);
    writeFileSync(file, content);
    return file;
  };
  return {
    get app() {
      return app;
    },
    get client() {
      return app.client;
    },
    simulator,
    log,
    dataDir,
    write,
    writeIds: (count) => {
      const rows = Array.from({ length: count }, (_, index) => `${70001 + index},${index}`);
      return write("recipients.csv", `id,n\n${rows.join("\n")}\n`);
    },
    restart: async () => {
      await app.stop();
      app = await start(dataDir);
    },
    crash: async () => {
      const asItDied = join(folder, "died");
      cpSync(dataDir, asItDied, { recursive: true });
      await app.stop();
      rmSync(dataDir, { recursive: true });
      cpSync(asItDied, dataDir, { recursive: true });
      rmSync(asItDied, { recursive: true });
      app = await start(dataDir);
    },
    openCopy: async () => {
      await app.stop();
      const copy = join(folder, "copy");
      cpSync(dataDir, copy, { recursive: true });
      app = await start(dataDir);
      const second = await start(copy);
      opened.push(second);
      return second;
    },
    until: (campaignId, state, reason) =>
      new Promise((resolve, reject) => {
        const look = async (): Promise<void> => {
          const status = await app.client.campaigns.status({ campaignId });
          if (status.state !== state || (reason !== undefined && status.reason !== reason)) return;
          stopListening();
          resolve(status);
        };
        const stopListening = app.on("campaigns.changed", () => void look().catch(reject));
        void look().catch(reject);
      }),
    [Symbol.asyncDispose]: async () => {
      await Promise.all([app, ...opened].map((one) => one.stop()));
      await simulator.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
