/** What program this is, where it runs, and where it writes its log. */
import { release } from "node:os";
import type { About } from "../hosts.ts";

/** `runtime`: what it runs on beside Node, such as "Electron 45.4.1, Chromium 153". */
export function describeProgram(version: string, logFile: string, runtime?: string): About {
  const node = `Node ${process.versions.node}`;
  return {
    version,
    platform: `${process.platform} ${release()} ${process.arch}`,
    runtime: runtime === undefined ? node : `${runtime}, ${node}`,
    logFile,
  };
}
