/** The base address of a service; every path of the specification is relative to it. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { isThisComputer } from "#contract/loopback.ts";
import { AppError } from "../failure.ts";

export interface BaseUrl {
  /** Scheme, host and port: `https://cdn.example.net`. */
  readonly origin: string;
  /** Path in front of every path of the specification, without a trailing slash; usually empty. */
  readonly prefix: string;
  readonly hostname: string;
  readonly secure: boolean;
}

/** Parses a base address; throws `invalid-url` for anything but http or https without credentials, query and fragment. */
export function parseBaseUrl(text: string): BaseUrl {
  const trimmed = text.trim();
  if (!/^https?:\/\/[^/\\]/i.test(trimmed)) {
    throw invalidUrl(codedText("base-url-no-host"));
  }
  if (!URL.canParse(trimmed)) throw invalidUrl(codedText("base-url-invalid"));
  const url = new URL(trimmed);
  if (url.username !== "" || url.password !== "") {
    throw invalidUrl(codedText("base-url-with-credentials"));
  }
  if (trimmed.includes("?") || trimmed.includes("#")) {
    throw invalidUrl(codedText("base-url-with-query"));
  }
  return {
    origin: url.origin,
    prefix: url.pathname.replace(/\/+$/, ""),
    hostname: url.hostname,
    secure: url.protocol === "https:",
  };
}

/** The canonical form of a base address: origin and prefix, no trailing slash. */
export function formatBaseUrl(baseUrl: BaseUrl): string {
  return baseUrl.origin + baseUrl.prefix;
}

/** Throws `not-encrypted` where a secret would be sent to another computer over plain http. */
export function requireEncryption(baseUrl: BaseUrl): void {
  const rejection = notEncrypted(baseUrl);
  if (rejection !== undefined) throw rejection;
}

/** `not-encrypted` for plain http to another computer. */
export function notEncrypted({ origin, secure, hostname }: BaseUrl): AppError | undefined {
  if (secure || isThisComputer(hostname)) return undefined;
  return new AppError("not-encrypted", codedText("base-url-not-encrypted", { origin }), {
    details: { field: "baseUrl" },
  });
}

function invalidUrl(text: CodedText): AppError {
  return new AppError("invalid-url", text, { details: { field: "baseUrl" } });
}
