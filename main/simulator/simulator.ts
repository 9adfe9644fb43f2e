/** A simulator of the service: the specification, stateful, over HTTP on this computer. */
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createSimulatorTime, type SimulatorTime } from "./clock.ts";
import { type FaultPlan, readFaultPlan } from "./faults.ts";
import { fillHistory } from "./history.ts";
import { ledgerEntries, type LedgerEntry } from "./ledger.ts";
import { resolveOptions, type SimulatorOptions } from "./options.ts";
import { createHttpServer } from "./server.ts";
import { startTraffic } from "./traffic.ts";
import { createSimulatorState } from "./simulator-state.ts";

export interface Simulator {
  /** `http://127.0.0.1:PORT`, without a trailing slash. */
  readonly baseUrl: string;
  /** The valid one; rotating it changes this. */
  readonly applicationToken: string;
  readonly username: string;
  /** In clear text; its SHA-1 is accepted as well. */
  readonly password: string;
  /** Moves the simulator's clock forward. */
  advance(byMs: number): void;
  /** Takes effect with the next request; throws an `Error` with a sentence for an invalid plan. */
  setFaults(plan: FaultPlan): void;
  /** Every SMS accepted so far, in order. */
  ledger(): LedgerEntry[];
  /** Cuts every connection and frees the port; idempotent. */
  close(): Promise<void>;
}

/** Starts a service on 127.0.0.1; rejects with an `Error` whose message is a sentence for an invalid option or a port in use. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const settings = resolveOptions(options);
  const time = createSimulatorTime(options.clock ?? "real");
  const state = createSimulatorState(settings, time, readFaultPlan(options.faults ?? {}));
  if (settings.history) fillHistory(state);
  const server = createHttpServer(state);
  const port = options.port ?? 0;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => reject(portError(port, cause)));
    server.listen(port, "127.0.0.1", resolve);
  });
  state.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  if (settings.traffic) startTraffic(state);
  let closed: Promise<void> | undefined;
  return {
    baseUrl: state.baseUrl,
    get applicationToken() {
      return state.accounts.applicationToken;
    },
    username: state.accounts.username,
    password: state.accounts.password,
    advance: (byMs) => time.advance(byMs),
    setFaults: (plan) => state.faults.set(plan),
    ledger: () => ledgerEntries(state),
    close: () => (closed ??= close(server, time)),
  };
}

function close(server: Server, time: SimulatorTime): Promise<void> {
  time.stop();
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    server.closeAllConnections();
  });
}

function portError(port: number, cause: NodeJS.ErrnoException): Error {
  return new Error(
    cause.code === "EADDRINUSE"
      ? `The port ${port} is already in use.`
      : `The simulator cannot listen on port ${port}.`,
    { cause },
  );
}
