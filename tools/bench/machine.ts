/** The computer on which the figures were measured. */
import { cpus, loadavg, release, totalmem, type } from "node:os";

export interface MachineFacts {
  readonly system: string;
  readonly processor: string;
  readonly processors: number;
  readonly memoryMb: number;
  readonly node: string;
  readonly sqlite: string;
  /** Load of the last minute, before the first measurement: other load makes figures worse. */
  readonly load: number;
}

export function machineFacts(): MachineFacts {
  const processors = cpus();
  return {
    system: `${type()} ${release()} ${process.arch}`,
    processor: processors[0]?.model ?? "unknown",
    processors: processors.length,
    memoryMb: Math.round(totalmem() / 1024 / 1024),
    node: process.version,
    sqlite: process.versions["sqlite"] ?? "unknown",
    load: loadavg()[0] ?? 0,
  };
}
