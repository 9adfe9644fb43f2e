/** 2. Which proxy is used, can it be reached, and does it let the connection through? */
import { codedText } from "#shared/texts/coded-text.ts";
import { isThisComputer } from "#shared/rules/base-url.ts";
import { baseOf, failed, hostAndPort, ok } from "../step.ts";
import type { StepResult, Step } from "../step.ts";
import { codeOf, openProxy, openTunnel, socketFailureOf, TunnelRejected } from "../sockets.ts";

export const proxyStep: Step = {
  hop: "proxy",
  run: async (walk, facts, signal) => {
    const base = baseOf(facts);
    if (!walk.connectivity.online() && !isThisComputer(base.hostname)) {
      return failed("offline", codedText("offline"));
    }
    const named = await walk.proxy.resolve(base.origin);
    if (named === undefined) return ok(codedText("test-no-proxy"), { proxyUrl: undefined });
    if (!URL.canParse(named)) return failed("invalid-proxy", codedText("test-proxy-invalid"));
    const proxyUrl = new URL(named);
    const { host, port } = hostAndPort(proxyUrl);
    const proxy = `${host}:${port}`;
    try {
      if (proxyUrl.protocol.startsWith("socks")) (await openProxy(proxyUrl, walk, signal)).destroy();
      else (await openTunnel(proxyUrl, new URL(base.origin), walk, signal)).destroy();
      return ok(codedText("test-proxy-ok", { proxy }), { proxyUrl });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof TunnelRejected && error.status === 407) walk.proxy.rejected?.(named);
      if (error instanceof TunnelRejected) return tunnelRejected(error.status, proxy, base.hostname);
      if (isCertificate(codeOf(error))) {
        return failed(
          "proxy-certificate",
          codedText("test-proxy-certificate", { proxy, reason: codeOf(error) ?? codedText("cause-unknown") }),
        );
      }
      const { code, message } = socketFailureOf(error, proxy);
      return failed(`proxy-${kindOf(code)}`, message);
    }
  },
};

function tunnelRejected(status: number, proxy: string, target: string): StepResult {
  if (status === 407) {
    const message = codedText("test-proxy-sign-in", { proxy });
    return failed("proxy-sign-in", message);
  }
  if (status === 502 || status === 503 || status === 504) {
    return failed("proxy-no-way", codedText("test-proxy-no-route", { proxy, target, status }));
  }
  if (status === 0) return failed("proxy-no-proxy", codedText("test-not-a-proxy", { proxy }));
  return failed("proxy-refused", codedText("test-proxy-blocked", { proxy, target, status }));
}

/** Maps the codes of a failed socket to the codes of this step. */
function kindOf(code: string): string {
  if (code === "dns-failed" || code === "dns-unreachable") return "name-unknown";
  return code === "connection-lost" ? "cut-off" : "unreachable";
}

function isCertificate(code: string | undefined): boolean {
  return code !== undefined && /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|EPROTO/.test(code);
}
