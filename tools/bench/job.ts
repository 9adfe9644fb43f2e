/** The input of every measurement; each has an entry of its own, run in a child process. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ServiceAddress } from "./service.ts";

export interface Job {
  /** Smaller sizes: shows that the benchmark works, proves nothing. */
  readonly quick: boolean;
  readonly seed: number;
  /** An empty directory of its own; removed by the caller. */
  readonly scratch: string;
  /** How long each phase of a soak lasts; its own default where missing. */
  readonly minutes: number | undefined;
  /** Set when the measurement needs the large cache. */
  readonly large: LargeFleet | undefined;
}

/** A data directory whose cache holds every endpoint of a running service; its connection is "bench". */
export interface LargeFleet {
  readonly dataDir: string;
  readonly service: ServiceAddress;
  readonly rows: number;
}

export function needLarge({ large }: Job): LargeFleet {
  if (large === undefined) throw new Error("This measurement needs the large cache.");
  return large;
}

/** Writes a recipients' file with the identifier and one variable; returns its path. */
export function writeCsv(folder: string, endpointIds: Iterable<string>): string {
  const file = join(folder, "recipients.csv");
  const lines = ["endpoint;word"];
  for (const id of endpointIds) lines.push(`${id};W${id}`);
  writeFileSync(file, `${lines.join("\n")}\n`);
  return file;
}

/** The text of every campaign here: one segment, different for every recipient. */
export const template = "CHK {{word}} report position";
export const from = "4911";
