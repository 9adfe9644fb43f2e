/** 5. Is the other side who it says it is? */
import { isIP } from "node:net";
import { connect as connectTls } from "node:tls";
import type { PeerCertificate, TLSSocket } from "node:tls";
import { createTrust } from "../../../api/tls-trust.ts";
import { baseOf, failed, hostAndPort, ok, skipped, warning } from "../step.ts";
import type { Facts, Found, Step, Walk } from "../step.ts";
import { codeOf, openTcp, openTunnel, refusalOf, settled } from "../sockets.ts";

const soonMs = 14 * 86_400_000;

export const certificateStep: Step = {
  hop: "certificate",
  run: async (walk, facts, signal) => {
    const base = baseOf(facts);
    if (!base.secure) return skipped("The address is not encrypted, so there is no certificate.");
    const { host, port } = hostAndPort(new URL(base.origin));
    try {
      const socket = await openTls(walk, facts, signal);
      const found = judge(socket, host, walk.clock.now());
      socket.destroy();
      return found;
    } catch (error) {
      signal.throwIfAborted();
      const code = codeOf(error);
      if (code === "EPROTO" || code?.startsWith("ERR_SSL") === true) {
        return failed(
          "not-tls",
          `What answers at ${host}:${port} does not speak TLS. The address may need http:// or another port.`,
        );
      }
      const refusal = refusalOf(error, `${host}:${port}`);
      return failed(refusal.code, refusal.message);
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
    ...(isIP(host) === 0 ? { servername: host } : {}),
    host,
    secureContext: createTrust(walk.log),
    // Only looked at: nothing is sent over a connection that is not trusted.
    rejectUnauthorized: false,
  });
  return await settled(secure, "secureConnect", signal);
}

function judge(socket: TLSSocket, host: string, now: number): Found {
  const certificate = socket.getPeerCertificate(true);
  const issuer = nameOf(certificate.issuer);
  const until = Date.parse(certificate.valid_to);
  const expiry = Number.isNaN(until) ? "" : `, valid until ${new Date(until).toISOString().slice(0, 10)}`;
  if (socket.authorized) {
    const message = `The certificate of ${host} is trusted: issued by ${issuer}${expiry}.`;
    return until - now < soonMs ? warning("certificate-expires-soon", `${message} It ends soon.`) : ok(message);
  }
  // The types say Error; what Node puts there is its code.
  const code = String(socket.authorizationError);
  return failed(...distrust(code, { host, issuer, certificate, expiry }));
}

interface Seen {
  readonly host: string;
  readonly issuer: string;
  readonly certificate: PeerCertificate;
  readonly expiry: string;
}

function distrust(code: string, { host, issuer, certificate, expiry }: Seen): [code: string, message: string] {
  if (code === "CERT_HAS_EXPIRED") {
    return ["certificate-expired", `The certificate of ${host} has expired (issued by ${issuer}${expiry}).`];
  }
  if (code === "CERT_NOT_YET_VALID") {
    const message = `The certificate of ${host} is not valid yet, from ${certificate.valid_from}. Check the clock of this computer.`;
    return ["certificate-not-yet-valid", message];
  }
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID" || code === "HOSTNAME_MISMATCH") {
    const names = certificate.subjectaltname ?? nameOf(certificate.subject);
    return ["certificate-other-name", `The certificate at ${host} was issued for other names: ${names.slice(0, 200)}.`];
  }
  if (code === "DEPTH_ZERO_SELF_SIGNED_CERT") {
    const message = `The certificate of ${host} is signed by itself (${issuer}${expiry}), so nobody vouches for it.`;
    return ["certificate-self-signed", message];
  }
  const message =
    `The certificate of ${host} was issued by ${issuer}${expiry}, whom this computer does not trust (${code}). ` +
    "A filter of this network may be in between; its administrator can add it to the trusted certificates of this computer.";
  return ["certificate-untrusted-issuer", message];
}

function nameOf(subject: PeerCertificate["issuer"] | undefined): string {
  const name = subject?.O ?? subject?.CN;
  return (Array.isArray(name) ? name[0] : name) ?? "somebody without a name";
}
