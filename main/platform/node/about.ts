/** The version, the runtime, and the path of the log. */
import { release } from "node:os";
import type { About, CertificateFile, UpdateHost } from "../../core/hosts.ts";

/** Set by the build, from `publish` in electron-builder.yml. */
declare const FLEETDESK_UPDATE_FEED: string | undefined;

/** `runtime`: the runtime besides Node, such as "Electron 45.4.1, Chromium 153". */
export function describeProgram(
  version: string,
  logFile: string,
  { runtime, certificates }: { readonly runtime?: string; readonly certificates?: readonly CertificateFile[] } = {},
): About {
  const node = `Node ${process.versions.node}`;
  return {
    version,
    platform: `${process.platform} ${release()} ${process.arch}`,
    runtime: runtime === undefined ? node : `${runtime}, ${node}`,
    logFile,
    certificates,
  };
}

/** The feed of this build; none when the sources run. */
export function describeUpdates(inPlace: boolean): UpdateHost {
  const feed = typeof FLEETDESK_UPDATE_FEED === "string" ? FLEETDESK_UPDATE_FEED : undefined;
  return { feed, platform: process.platform, arch: process.arch, inPlace };
}
