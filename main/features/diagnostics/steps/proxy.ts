/** 2. Which proxy lies on the way, can it be reached, and does it let us through? */
import { isThisComputer } from "#contract/loopback.ts";
import { baseOf, failed, hostAndPort, ok } from "../step.ts";
import type { Found, Step } from "../step.ts";
import { codeOf, openProxy, openTunnel, refusalOf, TunnelRefused } from "../sockets.ts";

export const proxyStep: Step = {
  hop: "proxy",
  run: async (walk, facts, signal) => {
    const base = baseOf(facts);
    if (!walk.connectivity.online() && !isThisComputer(base.hostname)) {
      return failed("offline", "This computer has no network connection.");
    }
    const named = await walk.proxy.resolve(base.origin);
    if (named === undefined) return ok("No proxy is set for this address.", { proxyUrl: undefined });
    if (!URL.canParse(named)) return failed("invalid-proxy", "The address of the proxy is not a valid URL.");
    const proxyUrl = new URL(named);
    const { host, port } = hostAndPort(proxyUrl);
    const who = `the proxy ${host}:${port}`;
    try {
      if (proxyUrl.protocol.startsWith("socks")) (await openProxy(proxyUrl, walk, signal)).destroy();
      else (await openTunnel(proxyUrl, new URL(base.origin), walk, signal)).destroy();
      return ok(`The way leads through ${who}.`, { proxyUrl });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof TunnelRefused) return refused(error.status, who, base.hostname);
      if (isCertificate(codeOf(error))) {
        return failed("proxy-certificate", `The certificate of ${who} is not trusted (${codeOf(error) ?? ""}).`);
      }
      const { code, message } = refusalOf(error, who);
      return failed(`proxy-${kindOf(code)}`, message);
    }
  },
};

function refused(status: number, who: string, target: string): Found {
  if (status === 407) {
    const message = `T${who.slice(1)} asks for a user name and a password. Write them into its address, or sign in to it.`;
    return failed("proxy-sign-in", message);
  }
  if (status === 502 || status === 503 || status === 504) {
    return failed("proxy-no-way", `T${who.slice(1)} could not reach ${target} (status ${status}).`);
  }
  if (status === 0) return failed("proxy-no-proxy", `What answers as ${who} is not a proxy.`);
  return failed("proxy-refused", `T${who.slice(1)} does not let this through to ${target} (status ${status}).`);
}

/** The same reasons in the proxy's own words. */
function kindOf(code: string): string {
  if (code === "dns-failed" || code === "dns-unreachable") return "name-unknown";
  return code === "connection-lost" ? "cut-off" : "unreachable";
}

function isCertificate(code: string | undefined): boolean {
  return code !== undefined && /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|EPROTO/.test(code);
}
