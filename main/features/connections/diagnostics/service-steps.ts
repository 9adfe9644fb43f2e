/** The steps of the connection test that call the service: its answer, the sign-in, the separator, and the first call. */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import { authorizationValue, plainHeaders } from "../../../core/api/authenticate.ts";
import { formatBaseUrl, requireEncryption } from "../../../core/api/base-url.ts";
import { failureOfAnswer, headerText } from "../../../core/api/errors.ts";
import type { Answer, Exchanged, Lost } from "../../../core/api/exchange.ts";
import { failureOfLoss } from "../../../core/api/network-errors.ts";
import { type Step, type StepResult, baseOf, failed, ok, skipped, warning } from "./step.ts";
import { probePath, withWire } from "./sockets.ts";
import { isAppError, toFailure } from "#shared/failure.ts";
import { type Separator, otherSeparator } from "../../../core/api/dialect.ts";
import type { Transport } from "../../../core/api/transport.ts";
import { readRecords } from "../../../core/api/bodies.ts";

// 6. Does the service itself answer? Requested without a token: the service then answers 401, the sign-in page of a network does not.

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

// 7. Does the service accept the credentials? One attempt only: three failed ones would block the account.

export const signInStep: Step = {
  hop: "sign-in",
  run: async ({ signIns }, facts, signal) => {
    const baseUrl = formatBaseUrl(baseOf(facts));
    const { withSecret, endsOthers, ofConnection, allowUnencrypted } = signIns;
    if (withSecret !== undefined) {
      if (!allowUnencrypted) requireEncryption(baseOf(facts));
      const accepted = endsOthers ? codedText("test-sign-in-ends-others") : codedText("test-sign-in-ok");
      return await trySignIn(() => withSecret(baseUrl, signal), accepted, signal);
    }
    if (ofConnection === undefined) return skipped(codedText("test-no-credentials"));
    // A token is only sent to the service that issued it.
    if (ofConnection.baseUrl !== baseUrl) {
      const message = codedText("test-other-address", { name: ofConnection.name, baseUrl: ofConnection.baseUrl });
      return failed("other-address", message);
    }
    return await trySignIn(
      () => ofConnection.token(signal),
      codedText("test-connection-signed-in", { name: ofConnection.name }),
      signal,
    );
  },
};

async function trySignIn(work: () => Promise<string>, message: CodedText, signal: AbortSignal): Promise<StepResult> {
  try {
    return ok(message, { authToken: await work() });
  } catch (error) {
    signal.throwIfAborted();
    if (!isAppError(error)) throw error;
    return failed(error.code, toFailure(error).text);
  }
}

// 8. Which separator does the service accept after `Bearer`: the non-breaking space of the specification, or an ordinary space? See
// docs/service-facts.md#differences.

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

// 9. Does the service answer an authenticated call correctly? Evaluates the answer received by the step before: a list of endpoints.

export const firstCallStep: Step = {
  hop: "first-call",
  run: ({ clock }, { firstAnswer }) => Promise.resolve(evaluateList(firstAnswer, clock.now())),
};

function evaluateList(answer: Parameters<typeof readRecords>[0] | undefined, now: number): StepResult {
  if (answer === undefined) return skipped(codedText("test-no-session-to-read"));
  if (answer.status < 200 || answer.status >= 300) {
    const { code, message } = failureOfAnswer(answer, now);
    return failed(code, codedText("test-list-failed", { failure: message }));
  }
  try {
    const { length } = readRecords(answer);
    return ok(codedText("test-list-read", { count: length }));
  } catch (error) {
    if (!isAppError(error)) throw error;
    return failed(error.code, toFailure(error).text);
  }
}
