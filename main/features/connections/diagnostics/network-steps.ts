/** The steps of the connection test up to the service: address, proxy, name, connection, certificate. */
import { type CodedText, type TextParam, codedText } from "#shared/texts/coded-text.ts";
import { isThisComputer } from "#shared/rules/base-url.ts";
import { parseBaseUrl } from "../../../core/api/base-url.ts";
import { isAppError, toFailure } from "#shared/failure.ts";
import {
  type Facts,
  type Step,
  type StepResult,
  type Walk,
  baseOf,
  failed,
  hostAndPort,
  ok,
  skipped,
  warning,
} from "./step.ts";
import { TunnelRejected, codeOf, openProxy, openTcp, openTunnel, socketFailureOf, whenSocketReady } from "./sockets.ts";
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { type PeerCertificate, type TLSSocket, connect as connectTls } from "node:tls";
import { createTrust } from "../../../core/api/transport.ts";

// 1. Is the address valid, and is it safe to send a token there?

export const addressStep: Step = {
  hop: "address",
  run: ({ address }) => {
    try {
      const base = parseBaseUrl(address);
      const where = `${base.origin}${base.prefix}`;
      if (base.secure || isThisComputer(base.hostname))
        return Promise.resolve(ok(codedText("test-address-ok", { address: where }), { base }));
      const message = codedText("test-address-unencrypted", { address: where });
      return Promise.resolve(warning("not-encrypted", message, { base }));
    } catch (error) {
      if (!isAppError(error)) throw error;
      return Promise.resolve(failed(error.code, toFailure(error).text));
    }
  },
};

// 2. Which proxy is used, can it be reached, and does it let the connection through?

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

// 3. Does the host name resolve to an address?

export const nameStep: Step = {
  hop: "name",
  run: async (_walk, facts, signal) => {
    if (facts.proxyUrl !== undefined) return skipped(codedText("test-proxy-resolves"));
    const { host } = hostAndPort(new URL(baseOf(facts).origin));
    if (isIP(host) !== 0) return ok(codedText("test-host-is-address", { host }));
    try {
      const records = await lookup(host, { all: true });
      const visible = records.slice(0, 3).map(({ address }) => address);
      const addresses = visible.join(", ");
      return ok(
        records.length > visible.length
          ? codedText("test-host-resolved-more", { host, addresses })
          : codedText("test-host-resolved", { host, addresses }),
      );
    } catch (error) {
      signal.throwIfAborted();
      const { code, message } = socketFailureOf(error, host);
      return failed(code, codedText("test-host-advice", { failure: message }));
    }
  },
};

// 4. Does the host accept TCP connections?

export const tcpStep: Step = {
  hop: "tcp",
  run: async (_walk, facts, signal) => {
    if (facts.proxyUrl !== undefined) return skipped(codedText("test-proxy-connects"));
    const { host, port } = hostAndPort(new URL(baseOf(facts).origin));
    try {
      const socket = await openTcp(host, port, signal);
      const from = socket.remoteAddress ?? host;
      socket.destroy();
      return ok(codedText("test-port-open", { address: from, port }));
    } catch (error) {
      signal.throwIfAborted();
      const { code, message } = socketFailureOf(error, `${host}:${port}`);
      return failed(code, message);
    }
  },
};

// 5. Is the certificate trusted and issued for this host?

const soonMs = 14 * 86_400_000;

export const certificateStep: Step = {
  hop: "certificate",
  run: async (walk, facts, signal) => {
    const base = baseOf(facts);
    if (!base.secure) return skipped(codedText("test-no-certificate"));
    const { host, port } = hostAndPort(new URL(base.origin));
    try {
      const socket = await openTls(walk, facts, signal);
      const result = evaluateCertificate(socket, host, walk.clock.now());
      socket.destroy();
      return withFileProblem(result, walk);
    } catch (error) {
      signal.throwIfAborted();
      const code = codeOf(error);
      if (code === "EPROTO" || code?.startsWith("ERR_SSL") === true) {
        return failed("not-tls", codedText("test-not-tls", { place: `${host}:${port}` }));
      }
      const failure = socketFailureOf(error, `${host}:${port}`);
      return failed(failure.code, failure.message);
    }
  },
};

async function openTls(walk: Walk, facts: Facts, signal: AbortSignal): Promise<TLSSocket> {
  const url = new URL(baseOf(facts).origin);
  const { host, port } = hostAndPort(url);
  const { proxyUrl } = facts;
  const through = proxyUrl !== undefined && !proxyUrl.protocol.startsWith("socks");
  const socket = through ? await openTunnel(proxyUrl, url, walk, signal) : await openTcp(host, port, signal);
  const secure = connectTls({
    socket,
    servername: isIP(host) === 0 ? host : undefined,
    host,
    secureContext: createTrust(walk.log),
    // The certificate is only inspected: nothing is sent over this connection.
    rejectUnauthorized: false,
  });
  return await whenSocketReady(secure, "secureConnect", signal);
}

function evaluateCertificate(socket: TLSSocket, host: string, now: number): StepResult {
  const certificate = socket.getPeerCertificate(true);
  const issuer = nameOf(certificate.issuer);
  const expiresAt = Date.parse(certificate.valid_to);
  const until = Number.isNaN(expiresAt) ? codedText("date-unknown") : new Date(expiresAt).toISOString().slice(0, 10);
  if (socket.authorized) {
    const message = codedText("test-certificate-trusted", { host, issuer, until });
    return expiresAt - now < soonMs
      ? warning("certificate-expires-soon", codedText("test-certificate-expires-soon", { host, issuer, until }))
      : ok(message);
  }
  // Typed as Error, but Node sets it to the error's code.
  const code = String(socket.authorizationError);
  return failed(...describeDistrust(code, { host, issuer, certificate, until }));
}

/** A distrusted certificate may be missing because a file of certificates could not be read. */
function withFileProblem(result: StepResult, { about }: Walk): StepResult {
  const problem = about.certificates?.find((file) => file.problem !== undefined)?.problem;
  if (result.finding.result !== "failed" || problem === undefined) return result;
  const message = codedText("test-certificate-file-problem", { failure: result.finding.message, problem });
  return { ...result, finding: { ...result.finding, message } };
}

interface Seen {
  readonly host: string;
  readonly issuer: TextParam;
  readonly certificate: PeerCertificate;
  readonly until: TextParam;
}

function describeDistrust(
  code: string,
  { host, issuer, certificate, until }: Seen,
): [code: string, message: CodedText] {
  if (code === "CERT_HAS_EXPIRED") {
    return ["certificate-expired", codedText("test-certificate-expired", { host, issuer, until })];
  }
  if (code === "CERT_NOT_YET_VALID") {
    const message = codedText("test-certificate-not-yet-valid", { host, from: certificate.valid_from });
    return ["certificate-not-yet-valid", message];
  }
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID" || code === "HOSTNAME_MISMATCH") {
    const names = certificate.subjectaltname?.slice(0, 200) ?? nameOf(certificate.subject);
    return ["certificate-other-name", codedText("test-certificate-other-name", { host, names })];
  }
  if (code === "DEPTH_ZERO_SELF_SIGNED_CERT") {
    const message = codedText("test-certificate-self-signed", { host, issuer, until });
    return ["certificate-self-signed", message];
  }
  return ["certificate-untrusted-issuer", codedText("test-certificate-untrusted", { host, issuer, until, code })];
}

function nameOf(subject: PeerCertificate["issuer"] | undefined): TextParam {
  const name = subject?.O ?? subject?.CN;
  return (Array.isArray(name) ? name[0] : name) ?? codedText("issuer-unnamed");
}
