/**
 * Installs a newer version in place, with electron-updater: downloaded on request only, checked by its hash and, where the system has one, by
 * its signature. Never while something is sent, and the work of the core has ended before the program is replaced.
 */
import { existsSync, readFileSync } from "node:fs";
import { Agent as HttpAgent, type IncomingMessage, request as httpRequest, type RequestOptions } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { join } from "node:path";
import { getCACertificates } from "node:tls";
import { codedText } from "#shared/texts/coded-text.ts";
import type { AppUpdater } from "electron-updater";
import { AppError, isAppError } from "#shared/failure.ts";
import type { Log, ProxyResolver } from "../../core/hosts.ts";

export interface Installation {
  readonly isPackaged: boolean;
  readonly platform: NodeJS.Platform;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Where the packer stored its configuration. */
  readonly resourcesPath: string;
}

/** An AppImage, an installation on macOS, or a signed one on Windows: without a publisher the updater would check no signature there. */
export function canUpdateInPlace({ isPackaged, platform, variables, resourcesPath }: Installation): boolean {
  // Only a packaged app has a folder of resources.
  if (!isPackaged) return false;
  const configuration = join(resourcesPath, "app-update.yml");
  if (!existsSync(configuration)) return false;
  if (platform === "linux") return (variables["APPIMAGE"] ?? "") !== "";
  return (
    platform === "darwin" || (platform === "win32" && /^publisherName:/m.test(readFileSync(configuration, "utf8")))
  );
}

export type Updater = Pick<
  AppUpdater,
  | "autoDownload"
  | "autoInstallOnAppQuit"
  | "allowDowngrade"
  | "channel"
  | "logger"
  | "once"
  | "checkForUpdates"
  | "downloadUpdate"
  | "quitAndInstall"
  | "setFeedURL"
> & { readonly netSession?: Pick<AppUpdater["netSession"], "setProxy"> };

/** The part of `ElectronHttpExecutor` that makes requests; the types of electron-updater hide it. */
interface RequestExecutor {
  createRequest: (options: RequestOptions, onResponse: (response: IncomingMessage) => void) => unknown;
}

export interface InstallOptions {
  readonly feed: string;
  readonly channel: "stable" | "beta";
  readonly proxy: ProxyResolver;
  readonly log: Log;
  readonly isSending: () => Promise<boolean>;
  /** Ends the core, then the program by `end`. */
  readonly leave: (end: () => void) => Promise<void>;
  /** Ends the program as it is. */
  readonly quit: () => void;
}

/** Fails `update-busy`, `update-none`, or `update-failed`; the program continues then. */
export async function installUpdate(updater: Updater, options: InstallOptions): Promise<void> {
  const { feed, channel, proxy, log, isSending, leave, quit } = options;
  const requireIdle = async (): Promise<void> => {
    if (await isSending()) throw new AppError("update-busy", codedText("update-busy"));
  };
  await requireIdle();
  try {
    updater.logger = null;
    updater.autoDownload = false;
    updater.autoInstallOnAppQuit = false;
    updater.setFeedURL({ provider: "generic", url: feed });
    updater.channel = channel === "stable" ? "latest" : channel;
    // Choosing a channel allows it.
    updater.allowDowngrade = false;
    const proxyUrl = await proxy.resolve(feed);
    if (proxyUrl?.startsWith("socks") === true) {
      const { protocol, host } = new URL(proxyUrl);
      await updater.netSession?.setProxy({ proxyRules: `${protocol}//${host}` });
    } else useNodeNetwork((updater as unknown as { readonly httpExecutor: RequestExecutor }).httpExecutor, proxyUrl);
    const result = await updater.checkForUpdates();
    if (result?.isUpdateAvailable !== true) throw new AppError("update-none", codedText("update-none"));
    await updater.downloadUpdate();
  } catch (cause) {
    if (isAppError(cause)) throw cause;
    log.error("updates.not-installed", {}, cause);
    const reason = cause instanceof Error && "code" in cause ? String(cause.code) : codedText("unknown-reason");
    throw new AppError("update-failed", codedText("update-failed", { reason }), { cause });
  }
  // The download may have taken minutes. It is kept for the next attempt.
  await requireIdle();
  await leave(() => {
    // Such as a folder without write access. The core has ended, so the window must not stay.
    updater.once("error", (cause) => {
      log.error("updates.not-installed", {}, cause);
      quit();
    });
    updater.quitAndInstall(false, true);
  });
}

/**
 * Sends requests as the core does: with the sign-in of the proxy, and the operator's certificates. Chromium has neither. Node's agents
 * support no SOCKS proxies.
 */
function useNodeNetwork(executor: RequestExecutor, proxyUrl: string | undefined): void {
  const proxyEnv = proxyUrl === undefined ? undefined : { HTTP_PROXY: proxyUrl, HTTPS_PROXY: proxyUrl };
  const ca = [...getCACertificates("default"), ...getCACertificates("system")];
  const unencrypted = new HttpAgent({ proxyEnv });
  const encrypted = new HttpsAgent({ proxyEnv, ca, rejectUnauthorized: true });
  executor.createRequest = (options, onResponse) =>
    options.protocol === "http:"
      ? httpRequest({ ...options, agent: unencrypted }, onResponse)
      : httpsRequest({ ...options, agent: encrypted }, onResponse);
}
