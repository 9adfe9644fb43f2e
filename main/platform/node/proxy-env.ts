/** The proxy from the environment: HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY, in upper or lower case. */
import type { ProxyResolver } from "../../core/hosts.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** Reads the variables at each call; a proxy without a scheme counts as `http://`. `fixed`: the proxy of every URL, or "direct". */
export function createProxyFromEnvironment(variables: Variables, fixed?: string): ProxyResolver {
  if (fixed !== undefined) return { resolve: () => Promise.resolve(fixed === "direct" ? undefined : fixed) };
  return { resolve: (url) => Promise.resolve(proxyFor(new URL(url), variables)) };
}

function proxyFor(url: URL, variables: Variables): string | undefined {
  if (isExcepted(url, read(variables, "no_proxy") ?? "")) return undefined;
  const proxy =
    read(variables, url.protocol === "https:" ? "https_proxy" : "http_proxy") ?? read(variables, "all_proxy");
  if (proxy === undefined) return undefined;
  return proxy.includes("://") ? proxy : `http://${proxy}`;
}

function read(variables: Variables, name: string): string | undefined {
  const value = (variables[name] ?? variables[name.toUpperCase()])?.trim();
  return value === "" ? undefined : value;
}

/** Entries are `*`, `host`, `.domain` or `*.domain`, each with an optional `:port`; a bare host covers its subdomains. */
function isExcepted(url: URL, list: string): boolean {
  const host = url.hostname.toLowerCase().replace(/^\[|\]$/g, "");
  const port = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port;
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .some((entry) => {
      if (entry === "*") return true;
      const [, name = "", only] = /^\[?([^\]]*?)\]?(?::(\d+))?$/.exec(entry) ?? [];
      if (only !== undefined && only !== port) return false;
      const bare = name.replace(/^\*?\./, "");
      return host === bare || host.endsWith(`.${bare}`);
    });
}
