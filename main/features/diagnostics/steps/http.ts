/** 6. Is it the service that answers? Asked without a token: the service then says 401, a sign-in page of a network does not. */
import { formatText } from "#shared/texts/format-text.ts";
import { plainHeaders } from "../../../api/auth-header.ts";
import { formatBaseUrl } from "../../../api/base-url.ts";
import { headerText } from "../../../api/errors.ts";
import type { Answer } from "../../../api/exchange.ts";
import { failureOfLoss } from "../../../api/network-errors.ts";
import { baseOf, failed, ok, warning } from "../step.ts";
import type { Found, Step } from "../step.ts";
import { probePath, withWire } from "../wire.ts";

export const httpStep: Step = {
  hop: "http",
  run: (walk, facts, signal) =>
    withWire(walk, facts, async (wire) => {
      const { hostname } = baseOf(facts);
      const result = await wire.exchange({ method: "GET", path: probePath, headers: plainHeaders(false), signal });
      if (result.kind === "answer") return judge(result, formatBaseUrl(baseOf(facts)));
      signal.throwIfAborted();
      const { code, message } = failureOfLoss(result.error, result.started, hostname);
      return failed(code, formatText(message));
    }),
};

function judge(answer: Answer, where: string): Found {
  const { status, headers } = answer;
  const type = headerText(headers, "content-type") ?? "";
  const isPage = /\btext\/html\b/i.test(type) && /^\s*</.test(new TextDecoder().decode(answer.body.subarray(0, 256)));
  if (status === 407) return failed("proxy-sign-in", "The proxy asks for a user name and a password.");
  if (status === 511 || (isPage && status < 300)) return portal(where);
  if (status >= 300 && status < 400) return redirected(headerText(headers, "location"), where);
  if (status === 429) return warning("throttled", "The service answers, and asks for fewer requests.");
  if (status >= 500)
    return warning("service-failing", `The service answers with an error of its own (status ${status}).`);
  if (isPage)
    return failed(
      "web-page",
      `A web page answers at ${where} (status ${status}) instead of the service. Check the address.`,
    );
  if (status === 401 || status === 403) return ok("The service answers, and asks for a sign-in as it should.");
  if (status === 404 || status === 405) {
    return failed(
      "not-the-service",
      `Something answers at ${where}, but it is not this service (status ${status}). Check the address.`,
    );
  }
  return warning("unusual-answer", `The service answers without a sign-in (status ${status}), which is unusual.`);
}

function portal(where: string): Found {
  return failed(
    "captive-portal",
    `A web page answers at ${where} instead of the service, perhaps the sign-in page of this network. Open a browser and sign in there.`,
  );
}

function redirected(location: string | undefined, where: string): Found {
  const target = location !== undefined && URL.canParse(location, where) ? new URL(location, where).host : undefined;
  const to = target === undefined ? "" : ` to ${target}`;
  const message = `The address leads elsewhere${to}. Perhaps this network wants a sign-in first, or the address has changed.`;
  return failed("redirected", message);
}
