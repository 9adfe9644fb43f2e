/** The authenticate call over a transport of its own: it is made a few times a day, so no connection stays open in between. */
import { authenticate } from "../../../core/api/authenticate.ts";
import { createTransport } from "../../../core/api/transport.ts";
import type { Transport } from "../../../core/api/transport.ts";
import type { Clock, Log, ProxyResolver } from "../../../core/hosts.ts";
import type { Authenticate } from "./sign-in.ts";

export function createAuthenticate(hosts: {
  readonly clock: Clock;
  readonly log: Log;
  readonly proxy: ProxyResolver;
  /** Wraps the transport, for observing its results. */
  readonly watch?: (wire: Transport) => Transport;
}): Authenticate {
  const { clock, log, proxy, watch = (wire: Transport): Transport => wire } = hosts;
  return async (baseUrl, body, signal) => {
    const proxyUrl = await proxy.resolve(baseUrl);
    const transport = watch(createTransport({ baseUrl, clock, log, proxyUrl }));
    try {
      return await authenticate(transport, body, signal);
    } finally {
      await transport.close();
    }
  };
}
