/** What a request without a response means: which hop failed, and whether any of it can have reached the service. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { assertNever, isAppError } from "#shared/failure.ts";
import { offline, type ApiFailure } from "./errors.ts";
import { ExchangeError, ProxyError, type Answer } from "./exchange.ts";

type Cause =
  | "aborted"
  | "offline"
  | "connection-refused"
  | "dns-failed"
  | "tls-refused"
  | "connect-timeout"
  | "network-unreachable"
  | "proxy-failed"
  | "proxy-sign-in"
  | "answer-timeout"
  | "answer-too-large"
  | "unexpected-answer"
  | "client-closed"
  | "connection-lost";

/** Maps a request that ended without a status line. `started` false proves that nothing was written. */
export function failureOfLoss(error: unknown, started: boolean, hostname: string | CodedText): ApiFailure {
  if (isAppError(error)) return offline(error.code, error.text, error);
  const code = causeOf(error);
  const message = describe(code, hostname, error);
  if (!started || error instanceof ProxyError) {
    if (code === "aborted") return { kind: "aborted", code, message, accepted: "no" };
    return offline(code, message, error);
  }
  if (code === "aborted") return { kind: "aborted", code, message, accepted: "unknown" };
  const kind = code === "unexpected-answer" || code === "answer-too-large" ? "unexpected" : "lost";
  return { kind, code, message, accepted: "unknown", cause: error };
}

function causeOf(error: unknown): Cause {
  if (error instanceof ExchangeError) return error.code === "written-twice" ? "connection-lost" : error.code;
  if (error instanceof ProxyError && error.signIn) return "proxy-sign-in";
  // undici's parser does not always set a code on its errors.
  if (error instanceof Error && error.name === "HTTPParserError") return "unexpected-answer";
  for (const code of codesOf(error)) {
    const cause = causeByCode.get(code) ?? causeByPattern(code);
    // Only a tunnel is waited for before the request is written.
    if (cause === "answer-timeout" && error instanceof ProxyError) return "connect-timeout";
    if (cause !== undefined) return cause;
  }
  if (/proxy/i.test(error instanceof Error ? error.message : "")) return "proxy-failed";
  return "connection-lost";
}

const causeByCode: ReadonlyMap<string, Cause> = new Map([
  ["ECONNREFUSED", "connection-refused"],
  ["ENOTFOUND", "dns-failed"],
  ["UND_ERR_CONNECT_TIMEOUT", "connect-timeout"],
  ["ETIMEDOUT", "connect-timeout"],
  ["EHOSTUNREACH", "network-unreachable"],
  ["ENETUNREACH", "network-unreachable"],
  ["ENETDOWN", "network-unreachable"],
  ["EADDRNOTAVAIL", "network-unreachable"],
  ["UND_ERR_HEADERS_TIMEOUT", "answer-timeout"],
  ["UND_ERR_BODY_TIMEOUT", "answer-timeout"],
  ["UND_ERR_HEADERS_OVERFLOW", "unexpected-answer"],
  ["UND_ERR_DESTROYED", "client-closed"],
  ["UND_ERR_CLOSED", "client-closed"],
  ["UND_ERR_PRX_CONN", "proxy-failed"],
  ["UND_ERR_PRX_TLS", "proxy-failed"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "tls-refused"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "tls-refused"],
  ["HOSTNAME_MISMATCH", "tls-refused"],
  ["INVALID_CA", "tls-refused"],
  ["EPROTO", "tls-refused"],
]);

function causeByPattern(code: string): Cause | undefined {
  if (code.startsWith("EAI_")) return "dns-failed";
  if (code.startsWith("HPE_")) return "unexpected-answer";
  if (code.startsWith("UND_ERR_PRX")) return "proxy-failed";
  if (/^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|ERR_OSSL)/.test(code)) return "tls-refused";
  return undefined;
}

/** An error, the attempts of an address-family race, and its causes, outermost first. */
function* errorsOf(error: unknown, depth = 0): Generator<Error> {
  if (!(error instanceof Error) || depth > 4) return;
  yield error;
  if (error instanceof AggregateError) for (const one of error.errors) yield* errorsOf(one, depth + 1);
  yield* errorsOf(error.cause, depth + 1);
}

function codesOf(error: unknown): string[] {
  return [...errorsOf(error)].flatMap((one) => ("code" in one && typeof one.code === "string" ? [one.code] : []));
}

/** "host.example:8443"; Node names the port that refused the connection. */
function withPort(host: string | CodedText, error: unknown): string | CodedText {
  const ports = [...errorsOf(error)].flatMap((one) =>
    "port" in one && typeof one.port === "number" ? [one.port] : [],
  );
  return typeof host === "string" && ports[0] !== undefined ? `${host}:${ports[0]}` : host;
}

const connecting: ReadonlySet<Cause> = new Set([
  "connection-refused",
  "dns-failed",
  "connect-timeout",
  "network-unreachable",
]);

function describe(cause: Cause, host: string | CodedText, error: unknown): CodedText {
  if (error instanceof ProxyError && connecting.has(cause)) {
    return codedText("proxy-unreachable", { proxy: error.proxy, reason: error.code });
  }
  switch (cause) {
    case "aborted":
      return codedText("aborted");
    case "offline":
      return codedText("offline");
    case "connection-refused":
      return codedText("connection-refused", { host: withPort(host, error) });
    case "dns-failed":
      return codedText("dns-failed", { host });
    case "tls-refused":
      return tlsText(host, codesOf(error)[0]);
    case "connect-timeout":
      return codedText("connect-timeout", { host });
    case "network-unreachable":
      return codedText("network-unreachable", { host });
    case "proxy-failed":
      return codedText("proxy-failed");
    case "proxy-sign-in":
      return codedText("proxy-sign-in-required", { proxy: error instanceof ProxyError ? error.proxy : "" });
    case "answer-timeout":
      return codedText("answer-timeout");
    case "answer-too-large":
      return codedText("answer-too-large");
    case "unexpected-answer":
      return codedText("answer-not-http", { host });
    case "client-closed":
      return codedText("client-closed");
    case "connection-lost":
      return codedText("connection-lost");
    default:
      return assertNever(cause);
  }
}

/** Codes of OpenSSL are about the protocol, all others about the certificate. */
function tlsText(host: string | CodedText, code: string | undefined): CodedText {
  const isProtocol = code !== undefined && /^(ERR_SSL|ERR_OSSL|EPROTO)/.test(code);
  return codedText(isProtocol ? "tls-failed" : "tls-untrusted", { host, reason: code ?? codedText("unknown-reason") });
}

/** A 2xx with an incomplete body: the call was executed, its response is lost. */
export function failureOfBrokenBody(answer: Answer): ApiFailure {
  const loss = failureOfLoss(answer.broken, true, codedText("service-host"));
  const code = loss.code === "connection-lost" ? "answer-truncated" : loss.code;
  const message = code === "answer-truncated" ? codedText("answer-truncated") : loss.message;
  return { ...loss, code, message, status: answer.status };
}
