/** A whole core, signed in to a simulator, for what is told of DNS configurations and service profiles. */
import { createApp, type App } from "../../main/app.ts";
import type { FleetClient } from "#contract/index.ts";
import type { Hosts } from "../../main/hosts.ts";
import type { FaultRule } from "../../main/simulator/faults.ts";
import type { SimulatorOptions } from "../../main/simulator/options.ts";
import { startSimulator, type Simulator } from "../../main/simulator/simulator.ts";
import { makeHosts } from "./hosts.ts";

export interface NetworkCore extends AsyncDisposable {
  readonly app: App;
  readonly client: FleetClient;
  readonly service: Simulator;
  /** Replaces the fault plan. */
  faults(...rules: readonly FaultRule[]): void;
  /** How often an operation was called. */
  calls(operation: string): Promise<number>;
}

export interface NetworkWay {
  readonly hosts?: Partial<Hosts>;
  /** One that runs already; it is closed all the same. */
  readonly service?: Simulator;
  /** The address to connect to instead of the simulator's own. */
  readonly wayTo?: (baseUrl: string) => string | Promise<string>;
}

/** `dataDir` must be there; what it holds is opened again. */
export async function openNetworkCore(
  dataDir: string,
  simulator: SimulatorOptions = { endpoints: 30 },
  { hosts = {}, service: running, wayTo = (baseUrl) => baseUrl }: NetworkWay = {},
): Promise<NetworkCore> {
  const service = running ?? (await startSimulator(simulator));
  const app = createApp(makeHosts(dataDir, hosts));
  await app.start();
  const secret = { applicationToken: service.applicationToken };
  await app.client.connections.connect({ name: "work", baseUrl: await wayTo(service.baseUrl), secret });
  return {
    app,
    client: app.client,
    service,
    faults: (...rules) => service.setFaults({ rules }),
    calls: async (operation) => {
      const answer = await fetch(`${service.baseUrl}/_simulator/requests`);
      const { operations } = (await answer.json()) as { readonly operations: Readonly<Record<string, number>> };
      return operations[operation] ?? 0;
    },
    [Symbol.asyncDispose]: async () => {
      await app.stop();
      await service.close();
    },
  };
}
