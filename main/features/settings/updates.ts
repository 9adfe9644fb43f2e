/**
 * Looks for a newer version in the list that the packer writes next to its packages: once a day while the program stays open, and on request.
 * Nothing is downloaded here, and nothing is looked for while something is sent.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import type { Settings } from "#shared/contract/settings.ts";
import type { Update, updates } from "#shared/contract/updates.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { AppError, toFailure } from "#shared/failure.ts";
import { parseBaseUrl, requireEncryption } from "../../core/api/base-url.ts";
import { failureToError } from "../../core/api/errors.ts";
import { failureOfLoss } from "../../core/api/network-errors.ts";
import { createTransport } from "../../core/api/transport.ts";
import type { Clock, Log, ProxyResolver, UpdateHost } from "../../core/hosts.ts";

export interface UpdateDeps {
  readonly host: UpdateHost;
  readonly current: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly proxy: ProxyResolver;
  readonly setting: () => Promise<Settings["updates"]>;
  /** A campaign or a change of quotas runs. */
  readonly isSending: () => Promise<boolean>;
  readonly onAvailable: (version: string) => void;
  readonly onChanged: () => void;
}

export interface Updates {
  readonly handlers: Handlers<typeof updates>;
  /** Starts the daily check. */
  start(): void;
  stop(): void;
}

const firstCheckMs = 60_000;
const dayMs = 86_400_000;
/** The lists of the packer have about 1 KB. */
const largestBytes = 64 * 1024;
const limitMs = 15_000;

export function createUpdates(deps: UpdateDeps): Updates {
  const { host, current, clock, log, setting, isSending, onAvailable, onChanged } = deps;
  const feed = host.feed === undefined || isPlaceholder(host.feed) ? undefined : host.feed;
  const ended = new AbortController();
  let cancel = (): void => undefined;
  let latest: { readonly version: string; readonly channel: string; readonly at: number } | undefined;

  const get = async (): Promise<Update> => {
    const common = { current, inPlace: host.inPlace };
    if (feed === undefined) return { ...common, state: "no-feed" };
    const channel = await setting();
    if (channel === "off") return { ...common, state: "off" };
    if (latest?.channel !== channel) return { ...common, state: "unknown" };
    const { version, at: checkedAt } = latest;
    return isNewer(version, current)
      ? { ...common, state: "available", version, checkedAt }
      : { ...common, state: "latest", checkedAt };
  };
  const check = async (signal: AbortSignal): Promise<Update> => {
    const channel = await setting();
    if (feed !== undefined && channel !== "off") {
      const version = await readVersion(deps, feed, listName(channel, host), signal);
      latest = { version, channel, at: clock.now() };
      onChanged();
    }
    return await get();
  };
  const checkDaily = async (): Promise<void> => {
    try {
      if (await isSending()) return;
      const reported = latest?.version;
      const { state, version } = await check(ended.signal);
      if (state === "available" && version !== undefined && version !== reported) onAvailable(version);
    } catch (error) {
      // Tried again in a day; the settings show when it was read last.
      log.info("updates.not-read", { code: toFailure(error).code });
    }
  };
  const wait = (forMs: number): void => {
    cancel = clock.after(forMs, () => {
      void checkDaily().finally(() => {
        if (!ended.signal.aborted) wait(dayMs);
      });
    });
  };
  return {
    handlers: { get, check: (_input, { signal }) => check(signal) },
    start: () => {
      if (feed !== undefined) wait(firstCheckMs);
    },
    stop: () => {
      ended.abort();
      cancel();
    },
  };
}

/** The address in the sources, which a build for users replaces. */
function isPlaceholder(feed: string): boolean {
  return URL.parse(feed)?.hostname.endsWith(".invalid") !== false;
}

/** As the packer names it: latest.yml, latest-mac.yml, latest-linux.yml, latest-linux-arm64.yml; beta.yml and so on. */
function listName(channel: "stable" | "beta", { platform, arch }: UpdateHost): string {
  const name = channel === "stable" ? "latest" : channel;
  if (platform === "darwin") return `${name}-mac.yml`;
  if (platform !== "linux") return `${name}.yml`;
  return arch === "x64" ? `${name}-linux.yml` : `${name}-linux-${arch}.yml`;
}

async function readVersion(
  { clock, log, proxy }: UpdateDeps,
  feed: string,
  name: string,
  signal: AbortSignal,
): Promise<string> {
  const baseUrl = parseBaseUrl(feed);
  requireEncryption(baseUrl);
  const timeouts = { connectMs: limitMs, headersMs: limitMs, bodyMs: limitMs, totalMs: limitMs };
  const transport = createTransport({
    baseUrl: feed,
    clock,
    log: { ...log, wire: undefined },
    proxy,
    timeouts,
    connections: 1,
    maxBodyBytes: largestBytes,
  });
  try {
    const result = await transport.exchange({ method: "GET", path: `/${name}`, headers: [], signal });
    if (result.kind === "lost") throw failureToError(failureOfLoss(result.error, result.started, baseUrl.hostname));
    const text = new TextDecoder().decode(result.body);
    const [, version] = /^version: *["']?(\d+\.\d+\.\d+(?:-[\w.-]+)?)["']? *\r?$/m.exec(text) ?? [];
    if (result.status === 200 && result.broken === undefined && version !== undefined) return version;
    const { status } = result;
    throw new AppError("update-feed-failed", codedText("update-feed-failed", { address: `${feed}${name}`, status }));
  } finally {
    await transport.close();
  }
}

/** By semantic versioning: a release is newer than its pre-releases. */
export function isNewer(version: string, current: string): boolean {
  const [core, pre = []] = partsOf(version);
  const [currentCore, currentPre = []] = partsOf(current);
  const byCore = compareParts(core, currentCore);
  if (byCore !== 0) return byCore > 0;
  if (pre.length === 0 || currentPre.length === 0) return pre.length === 0 && currentPre.length > 0;
  return compareParts(pre, currentPre) > 0;
}

function partsOf(version: string): readonly [core: readonly string[], pre?: readonly string[]] {
  const [core = "", ...pre] = (version.split("+")[0] ?? "").split("-");
  return [core.split("."), pre.length === 0 ? undefined : pre.join("-").split(".")];
}

/** Numbers by value, and before words; fewer parts before more. */
function compareParts(a: readonly string[], b: readonly string[]): number {
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const [one, other] = [a[index], b[index]];
    if (one === undefined || other === undefined) return one === undefined ? -1 : 1;
    if (one === other) continue;
    const [isNumber, isOtherNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)];
    if (isNumber && isOtherNumber && Number(one) !== Number(other)) return Number(one) - Number(other);
    if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
    if (!isNumber) return one < other ? -1 : 1;
  }
  return 0;
}
