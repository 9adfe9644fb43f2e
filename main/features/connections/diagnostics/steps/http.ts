/** 6. Does the service itself answer? Requested without a token: the service then answers 401, the sign-in page of a network does not. */
import { codedText } from "#shared/texts/coded-text.ts";
import { plainHeaders } from "../../../../core/api/authenticate.ts";
import { formatBaseUrl } from "../../../../core/api/base-url.ts";
import { headerText } from "../../../../core/api/errors.ts";
import type { Answer } from "../../../../core/api/exchange.ts";
import { failureOfLoss } from "../../../../core/api/network-errors.ts";
import { baseOf, failed, ok, warning } from "../step.ts";
import type { StepResult, Step } from "../step.ts";
import { probePath, withWire } from "../sockets.ts";

export const httpStep: Step = {
  hop: "http",
  run: (walk, facts, signal) =>
    withWire(walk, facts, async (wire) => {
      const { hostname } = baseOf(facts);
      const result = await wire.exchange({ method: "GET", path: probePath, headers: plainHeaders(false), signal });
      if (result.kind === "answer") {
        const { finding } = evaluateResponse(result, formatBaseUrl(baseOf(facts)));
        const date = Date.parse(headerText(result.headers, "date") ?? "");
        return { finding, facts: Number.isNaN(date) ? {} : { clockOffsetMs: date - walk.clock.now() } };
      }
      signal.throwIfAborted();
      const { code, message } = failureOfLoss(result.error, result.started, hostname);
      return failed(code, message);
    }),
};

function evaluateResponse(answer: Answer, where: string): StepResult {
  const { status, headers } = answer;
  const type = headerText(headers, "content-type") ?? "";
  const isPage = /\btext\/html\b/i.test(type) && /^\s*</.test(new TextDecoder().decode(answer.body.subarray(0, 256)));
  if (status === 407) return failed("proxy-sign-in", codedText("test-proxy-credentials"));
  if (status === 511 || (isPage && status < 300)) return portal(where);
  if (status >= 300 && status < 400) return redirected(headerText(headers, "location"), where);
  if (status === 429) return warning("throttled", codedText("test-throttled"));
  if (status >= 500) return warning("service-failing", codedText("test-service-failing", { status }));
  if (isPage) return failed("web-page", codedText("test-web-page", { address: where, status }));
  if (status === 401 || status === 403) return ok(codedText("test-http-ok"));
  if (status === 404 || status === 405) {
    return failed("not-the-service", codedText("test-not-the-service", { address: where, status }));
  }
  return warning("unusual-answer", codedText("test-no-sign-in-required", { status }));
}

function portal(where: string): StepResult {
  return failed("captive-portal", codedText("test-captive-portal", { address: where }));
}

function redirected(location: string | undefined, where: string): StepResult {
  const target = location !== undefined && URL.canParse(location, where) ? new URL(location, where).host : undefined;
  const text = target === undefined ? codedText("test-redirected") : codedText("test-redirected-to", { target });
  return failed("redirected", text);
}
