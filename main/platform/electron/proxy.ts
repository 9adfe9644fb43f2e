/** The proxy as Chromium resolves it (system settings, PAC files); environment variables take precedence. */
import type { Session } from "electron";
import type { Clock, ProxyResolver } from "../../core/hosts.ts";
import { AppError } from "#shared/failure.ts";
import { codedText } from "#shared/texts/coded-text.ts";

type Variables = Readonly<Record<string, string | undefined>>;

const names = ["https_proxy", "http_proxy", "all_proxy"];

/** `byEnvironment` is used when one of the usual variables is set. */
export function createProxy(
  session: Pick<Session, "resolveProxy">,
  clock: Pick<Clock, "after">,
  variables: Variables,
  byEnvironment: ProxyResolver,
): ProxyResolver {
  const isSet = (name: string): boolean => (variables[name] ?? variables[name.toUpperCase()] ?? "").trim() !== "";
  return {
    resolve: async (url) => {
      if (names.some(isSet)) return await byEnvironment.resolve(url);
      const { promise: late, reject } = Promise.withResolvers<never>();
      const cancel = clock.after(longestMs, () =>
        reject(new AppError("connect-timeout", codedText("proxy-not-resolved", { seconds: longestMs / 1000 }))),
      );
      try {
        return firstProxy(await Promise.race([session.resolveProxy(url), late]));
      } finally {
        cancel();
      }
    },
  };
}

/** The time limit of connecting, which comes next: the PAC script of a network may never end. */
const longestMs = 10_000;

const schemes: Readonly<Record<string, string>> = {
  PROXY: "http",
  HTTP: "http",
  HTTPS: "https",
  SOCKS: "socks5",
  SOCKS5: "socks5",
};

/**
 * The first entry of a PAC result such as "PROXY a:8080; DIRECT" that is supported; undefined for a direct connection.
 * Later entries are fallbacks for a proxy that is down: then the connection test names the proxy, and nothing bypasses it.
 */
export function firstProxy(answer: string): string | undefined {
  for (const entry of answer.split(";")) {
    const [kind = "", address] = entry.trim().split(/\s+/);
    if (kind.toUpperCase() === "DIRECT") return undefined;
    const scheme = schemes[kind.toUpperCase()];
    if (scheme !== undefined && address !== undefined) return `${scheme}://${address}`;
  }
  return undefined;
}
