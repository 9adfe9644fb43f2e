/** Whom TLS trusts: the roots Node carries, NODE_EXTRA_CA_CERTS, and the operating system's store (company proxies live there). */
import { createSecureContext, getCACertificates } from "node:tls";
import type { SecureContext } from "node:tls";
import type { Log } from "../hosts.ts";

/** One context for all sockets of a connection: parsing the roots again for each socket would cost milliseconds. */
export function createTrust(log: Log): SecureContext {
  const roots = new Set(getCACertificates("default"));
  try {
    for (const root of getCACertificates("system")) roots.add(root);
  } catch (cause) {
    log.warn("tls.system-roots-unreadable", { reason: String(cause) });
  }
  return createSecureContext({ ca: [...roots] });
}
