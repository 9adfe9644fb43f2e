/** 4. Does the host accept TCP connections? */
import { codedText } from "#shared/texts/coded-text.ts";
import { baseOf, failed, hostAndPort, ok, skipped } from "../step.ts";
import type { Step } from "../step.ts";
import { openTcp, socketFailureOf } from "../sockets.ts";

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
