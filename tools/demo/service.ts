/** The simulated service, in a process of its own, with typical faults. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Shell } from "./shell.ts";

export interface LedgerEntry {
  readonly endpointId: number;
  readonly payload: string;
}

export interface Service {
  readonly baseUrl: string;
  readonly applicationToken: string;
  /** Every SMS the service accepted. */
  ledger(): Promise<readonly LedgerEntry[]>;
  stop(): Promise<void>;
}

const faults = {
  seed: 7,
  rules: [
    { kind: "throttle", rate: 0.002, on: "sms.send", retryAfter: true },
    { kind: "reset-after", rate: 0.01, on: "sms.send" },
    { kind: "error-after", rate: 0.01, on: "sms.send" },
    { kind: "reset-before", rate: 0.01, on: "sms.send" },
    { kind: "error-before", rate: 0.01, on: "sms.send" },
    { kind: "refuse", rate: 0.01, on: "sms.send" },
  ],
};

export async function startService(shell: Shell, endpoints: number): Promise<Service> {
  shell.print(
    `A simulated service with ${endpoints} endpoints; about 1 request in 20 fails: throttled, response lost, connection reset or rejected.`,
  );
  const args = ["simulator", "--endpoints", String(endpoints), "--seed", "7", "--faults", JSON.stringify(faults)];
  const child = spawn(process.execPath, [...shell.command, ...args], {
    env: shell.environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const { baseUrl, applicationToken } = JSON.parse(line) as { baseUrl: string; applicationToken: string };
  return {
    baseUrl,
    applicationToken,
    ledger: async () => {
      const response = await fetch(`${baseUrl}/_simulator/ledger`);
      const { entries } = (await response.json()) as { entries: readonly LedgerEntry[] };
      return entries;
    },
    stop: async () => {
      child.kill("SIGTERM");
      await once(child, "close");
    },
  };
}
