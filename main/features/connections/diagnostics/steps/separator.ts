/**
 * 8. Which separator does the service accept after `Bearer`: the non-breaking space of the specification, or an ordinary space? See
 * docs/service-facts.md#differences.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import { authorizationValue, plainHeaders } from "../../../../core/api/authenticate.ts";
import { otherSeparator } from "../../../../core/api/dialect.ts";
import type { Separator } from "../../../../core/api/dialect.ts";
import type { Answer, Exchanged, Lost } from "../../../../core/api/exchange.ts";
import { failureOfLoss } from "../../../../core/api/network-errors.ts";
import type { Transport } from "../../../../core/api/transport.ts";
import { baseOf, failed, ok, skipped, warning } from "../step.ts";
import type { StepResult, Step } from "../step.ts";
import { probePath, withWire } from "../sockets.ts";

export const separatorStep: Step = {
  hop: "separator",
  run: (walk, facts, signal) => {
    const { authToken } = facts;
    if (authToken === undefined) return Promise.resolve(skipped(codedText("test-no-token")));
    return withWire(walk, facts, async (wire) => {
      const first = await attempt(wire, authToken, "nbsp", signal);
      if (first.kind === "lost") return lost(first, baseOf(facts).hostname, signal);
      if (isAccepted(first.status)) return ok(codedText("test-separator-nbsp"), { firstAnswer: first });
      if (!isRejected(first.status)) return unclear(first);
      const other = otherSeparator("nbsp");
      const second = await attempt(wire, authToken, other, signal);
      if (second.kind === "lost") return lost(second, baseOf(facts).hostname, signal);
      if (isAccepted(second.status)) {
        return ok(codedText("test-separator-space"), { firstAnswer: second });
      }
      if (!isRejected(second.status)) return unclear(second);
      return failed("token-refused", codedText("test-token-rejected", { status: second.status }));
    });
  },
};

async function attempt(wire: Transport, token: string, separator: Separator, signal: AbortSignal): Promise<Exchanged> {
  const headers = ["authorization", authorizationValue(token, separator), ...plainHeaders(false)];
  return await wire.exchange({ method: "GET", path: probePath, headers, signal });
}

function isRejected(status: number): boolean {
  return status === 401 || status === 403;
}

/** Statuses that the service sends only to an authenticated caller. */
function isAccepted(status: number): boolean {
  return (status >= 200 && status < 300) || status === 404 || status === 409 || status === 422;
}

function unclear(firstAnswer: Answer): StepResult {
  const message = codedText("test-separator-unclear", { status: firstAnswer.status });
  return warning("separator-unclear", message, { firstAnswer });
}

function lost({ started, error }: Lost, hostname: string, signal: AbortSignal): StepResult {
  signal.throwIfAborted();
  const { code, message } = failureOfLoss(error, started, hostname);
  return failed(code, message);
}
