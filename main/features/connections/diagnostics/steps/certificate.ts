/** 5. Is the certificate trusted and issued for this host? */
import { codedText, type CodedText, type TextParam } from "#shared/texts/coded-text.ts";
import { isIP } from "node:net";
import { connect as connectTls } from "node:tls";
import type { PeerCertificate, TLSSocket } from "node:tls";
import { createTrust } from "../../../../core/api/transport.ts";
import { baseOf, failed, hostAndPort, ok, skipped, warning } from "../step.ts";
import type { Facts, StepResult, Step, Walk } from "../step.ts";
import { codeOf, openTcp, openTunnel, socketFailureOf, whenSocketReady } from "../sockets.ts";

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
