/** The simulated service for measurements: its address, and its own counters. */
import { fork } from "node:child_process";
import { once } from "node:events";
import type { SimulatorOptions } from "../../main/simulator/options.ts";

export interface ServiceAddress {
  readonly baseUrl: string;
  readonly applicationToken: string;
}

export interface Service extends ServiceAddress, AsyncDisposable {}

/** One accepted SMS in the service's own ledger. */
export interface Accepted {
  readonly endpointId: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Starts a simulator in its own process. */
export async function startService(options: SimulatorOptions): Promise<Service> {
  const child = fork(new URL("simulator-child.ts", import.meta.url), { stdio: ["ignore", 2, 2, "ipc"] });
  const exited = once(child, "exit");
  child.send(options);
  const first = await Promise.race([
    once(child, "message"),
    exited.then((): never => {
      throw new Error("The simulator did not start.");
    }),
  ]);
  const address = first[0] as ServiceAddress;
  return {
    ...address,
    [Symbol.asyncDispose]: async () => {
      child.disconnect();
      await exited;
    },
  };
}

/** A token as a minimal client gets it. */
export async function signIn({ baseUrl, applicationToken }: ServiceAddress): Promise<string> {
  const response = await fetch(`${baseUrl}/api/v1/authenticate`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ application_token: applicationToken }),
  });
  return ((await response.json()) as { readonly auth_token: string }).auth_token;
}

/** Every SMS that the service accepted, in order; all of them are held in memory. */
export async function readLedger({ baseUrl }: ServiceAddress): Promise<readonly Accepted[]> {
  const response = await fetch(`${baseUrl}/_simulator/ledger`);
  const { entries } = (await response.json()) as {
    readonly entries: readonly { readonly endpointId: number; readonly at: string }[];
  };
  return entries.map(({ endpointId, at }) => ({ endpointId, at: Date.parse(at) }));
}

export async function countAccepted({ baseUrl }: ServiceAddress): Promise<number> {
  const response = await fetch(`${baseUrl}/_simulator/ledger?summary`);
  return ((await response.json()) as { readonly count: number }).count;
}

/** Number of requests to send SMS, whatever their response, and the time of the newest (epoch milliseconds). */
export async function readSendRequests({
  baseUrl,
}: ServiceAddress): Promise<{ readonly count: number; readonly lastAt: number }> {
  const response = await fetch(`${baseUrl}/_simulator/requests`);
  const { operations, lastAt } = (await response.json()) as {
    readonly operations: Readonly<Record<string, number>>;
    readonly lastAt: Readonly<Record<string, string>>;
  };
  return { count: operations["sms.send"] ?? 0, lastAt: Date.parse(lastAt["sms.send"] ?? "") };
}

/** Ids of the first `count` endpoints that can be sent to: enabled, with a SIM. */
export async function sendableEndpoints(service: ServiceAddress, count: number): Promise<readonly string[]> {
  const authorization = `Bearer ${await signIn(service)}`;
  const ids: string[] = [];
  for (let page = 1; ids.length < count; page += 1) {
    const response = await fetch(`${service.baseUrl}/api/v1/endpoint?per_page=1000&page=${page}`, {
      headers: { authorization },
    });
    const records = (await response.json()) as readonly {
      readonly id: number;
      readonly status: { readonly id: number };
      readonly sim?: unknown;
    }[];
    const sendable = records.filter(({ status, sim }) => status.id === 0 && sim !== undefined && sim !== null);
    ids.push(...sendable.map(({ id }) => String(id)));
    if (records.length < 1000 && ids.length < count) throw new Error("The service has too few endpoints.");
  }
  return ids.slice(0, count);
}
