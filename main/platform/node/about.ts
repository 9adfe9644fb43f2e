/** The version, the runtime, and the path of the log. */
import { release } from "node:os";
import type { About } from "../../core/hosts.ts";

/** `runtime`: the runtime besides Node, such as "Electron 45.4.1, Chromium 153". */
export function describeProgram(version: string, logFile: string, runtime?: string): About {
  const node = `Node ${process.versions.node}`;
  return {
    version,
    platform: `${process.platform} ${release()} ${process.arch}`,
    runtime: runtime === undefined ? node : `${runtime}, ${node}`,
    logFile,
  };
}
