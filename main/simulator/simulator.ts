/** A simulator of the service: the specification, stateful, over HTTP on this computer. */
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type SimulatorTime, createSimulatorTime } from "./clock.ts";
import { type FaultPlan, readFaultPlan } from "./faults.ts";
import { type LedgerEntry, ledgerEntries } from "./admin.ts";
import { type SimulatorOptions, resolveOptions } from "./options.ts";
import { createHttpServer } from "./server.ts";
import { type SimulatorState, createSimulatorState } from "./simulator-state.ts";
import { addDeviceMessage, addNetworkEvents, addSms, changeFleet } from "./event-routes.ts";

export interface Simulator {
  /** `http://127.0.0.1:PORT` or `http://[::1]:PORT`, without a trailing slash. */
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

/** Starts a service on this computer only; rejects with an `Error` whose message is a sentence for an invalid option or a port in use. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const settings = resolveOptions(options);
  const time = createSimulatorTime(options.clock ?? "real");
  const state = createSimulatorState(settings, time, readFaultPlan(options.faults ?? {}));
  if (settings.history) fillHistory(state);
  const server = createHttpServer(state);
  const { port = 0, host = "127.0.0.1" } = options;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => reject(portError(port, cause)));
    server.listen(port, host, resolve);
  });
  state.baseUrl = `http://${host === "::1" ? "[::1]" : host}:${(server.address() as AddressInfo).port}`;
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

// The month before the start: SMS with their replies, messages of devices, events. In order of time, as everything here is stored.

const monthMs = 30 * 86_400_000;
const mostSteps = 24_000;

/** One step: four events, then an SMS; every tenth SMS is a device's own. */
function fillHistory(state: SimulatorState): void {
  const { endpoints } = state.settings;
  if (endpoints === 0) return;
  const steps = Math.min(mostSteps, endpoints * 6);
  const end = state.time.now() - 60_000;
  for (let step = 0; step < steps; step += 1) {
    const now = end - monthMs + Math.floor((step * monthMs) / steps);
    if (step % 5 !== 4) addNetworkEvents(state, step, now);
    else if (step % 50 === 49) addDeviceMessage(state, step, now);
    else addSms(state, step, now);
  }
}

// Continuous, slow activity, for a simulator without other users. Ends with the simulator's clock.

const stepMs = 4000;
/** Steps of the history come before these, so that the two sequences differ. */
const firstStep = 1_000_000;

function startTraffic(state: SimulatorState): void {
  if (state.settings.endpoints === 0) return;
  let step = firstStep;
  const next = (): void => {
    step += 1;
    happen(state, step);
    state.time.after(stepMs, next);
  };
  state.time.after(stepMs, next);
}

/** One step: always events, an SMS every half minute, a device's message every minute, a changed endpoint every 20 s. */
function happen(state: SimulatorState, step: number): void {
  const now = state.time.now();
  addNetworkEvents(state, step, now);
  if (step % 3 === 0) addNetworkEvents(state, step + 500_000, now);
  if (step % 7 === 0) addSms(state, step, now);
  if (step % 15 === 0) addDeviceMessage(state, step, now);
  if (step % 5 === 0) changeFleet(state, step, now);
}
