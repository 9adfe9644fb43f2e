/** What program this is, as text to send along with a question. */

export interface About {
  readonly version: string;
  readonly platform: string;
  readonly runtime: string;
  readonly dataDir: string;
  readonly logFile?: string | undefined;
}

export function aboutText({ version, platform, runtime, dataDir, logFile }: About): string {
  return [
    `Fleetdesk ${version}`,
    `Platform: ${platform}`,
    `Runtime: ${runtime}`,
    `Data directory: ${dataDir}`,
    `Log file: ${logFile ?? "none"}`,
    "",
  ].join("\n");
}
