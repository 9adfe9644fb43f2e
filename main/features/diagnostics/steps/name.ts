/** 3. Does the name lead to an address? */
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { baseOf, failed, hostAndPort, ok, skipped } from "../step.ts";
import type { Step } from "../step.ts";
import { refusalOf } from "../sockets.ts";

export const nameStep: Step = {
  hop: "name",
  run: async (_walk, facts, signal) => {
    if (facts.proxyUrl !== undefined) return skipped("The proxy looks the name up.");
    const { host } = hostAndPort(new URL(baseOf(facts).origin));
    if (isIP(host) !== 0) return ok(`${host} is an address already.`);
    try {
      const found = await lookup(host, { all: true });
      const shown = found.slice(0, 3).map(({ address }) => address);
      return ok(`${host} leads to ${shown.join(", ")}${found.length > shown.length ? " and others" : ""}.`);
    } catch (error) {
      signal.throwIfAborted();
      const { code, message } = refusalOf(error, host);
      return failed(code, `${message} Check the spelling, and whether this network needs a VPN or a proxy.`);
    }
  },
};
