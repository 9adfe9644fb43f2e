import { t } from "#shared/texts/text.ts";
/** Version and paths as text for bug reports. */

export interface About {
  readonly version: string;
  readonly platform: string;
  readonly runtime: string;
  readonly dataDir: string;
  readonly logFile?: string;
}

export function aboutText({ version, platform, runtime, dataDir, logFile }: About): string {
  return [
    t(($) => $.settings.about.text.version, { version }),
    t(($) => $.settings.about.text.platform, { platform }),
    t(($) => $.settings.about.text.runtime, { runtime }),
    t(($) => $.settings.about.text.dataDir, { dataDir }),
    logFile === undefined
      ? t(($) => $.settings.about.text.noLogFile)
      : t(($) => $.settings.about.text.logFile, { logFile }),
    "",
  ].join("\n");
}
