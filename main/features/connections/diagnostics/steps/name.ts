/** 3. Does the host name resolve to an address? */
import { codedText } from "#shared/texts/coded-text.ts";
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { baseOf, failed, hostAndPort, ok, skipped } from "../step.ts";
import type { Step } from "../step.ts";
import { socketFailureOf } from "../sockets.ts";

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
