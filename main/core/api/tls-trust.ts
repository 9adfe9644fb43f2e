/**
 * The trusted certificates: the roots included in Node, the operating system's store (with those of company proxies), and on the command line
 * NODE_EXTRA_CA_CERTS. The packaged app runs without Node's options, so Electron does not read that file.
 */
import { createSecureContext, getCACertificates } from "node:tls";
import type { SecureContext } from "node:tls";
import type { Log } from "../hosts.ts";

/** One context for all sockets of a connection: parsing the roots for each socket would cost milliseconds. */
export function createTrust(log: Log): SecureContext {
  const roots = new Set(getCACertificates("default"));
  try {
    for (const root of getCACertificates("system")) roots.add(root);
  } catch (cause) {
    log.warn("tls.system-roots-unreadable", { reason: String(cause) });
  }
  return createSecureContext({ ca: [...roots] });
}
