/** A whole core, signed in to a simulator, for what is told of DNS configurations and service profiles. */
import { createApp, type App } from "../../main/app.ts";
import type { FleetClient } from "#contract/index.ts";
import type { Hosts } from "../../main/hosts.ts";
import type { SimulatorOptions } from "../../main/simulator/options.ts";
import { startSimulator, type Simulator } from "../../main/simulator/simulator.ts";
import { makeHosts } from "./hosts.ts";

export interface NetworkCore extends AsyncDisposable {
  readonly app: App;
  readonly client: FleetClient;
  readonly service: Simulator;
  /** Replaces the fault plan. */
  faults(...rules: readonly object[]): Promise<void>;
  /** How often an operation was called. */
  calls(operation: string): Promise<number>;
}

/** `dataDir` must be there; what it holds is opened again. */
export async function openNetworkCore(
  dataDir: string,
  simulator: SimulatorOptions = { endpoints: 30 },
  hosts: Partial<Hosts> = {},
): Promise<NetworkCore> {
  const service = await startSimulator(simulator);
  const app = createApp(makeHosts(dataDir, hosts));
  await app.start();
  const secret = { applicationToken: service.applicationToken };
  await app.client.connections.connect({ name: "work", baseUrl: service.baseUrl, secret });
  return {
    app,
    client: app.client,
    service,
    faults: async (...rules) => {
      const body = JSON.stringify({ rules });
      const answer = await fetch(`${service.baseUrl}/_simulator/faults`, { method: "POST", body });
      if (!answer.ok) throw new Error(await answer.text());
    },
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
