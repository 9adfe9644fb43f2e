/** The base address of a service; every path of the specification is relative to it. */
import { codedText, type CodedText } from "../texts/coded-text.ts";

export interface BaseUrl {
  /** Scheme, host and port: `https://cdn.example.net`. */
  readonly origin: string;
  /** Path in front of every path of the specification, without a trailing slash; usually empty. */
  readonly prefix: string;
  readonly hostname: string;
  readonly secure: boolean;
}

/** Reads a base address, or says why it is none: http or https without credentials, query and fragment. */
export function readBaseUrl(text: string): BaseUrl | { readonly problem: CodedText } {
  const trimmed = text.trim();
  if (!/^https?:\/\/[^/\\]/i.test(trimmed)) return { problem: codedText("base-url-no-host") };
  const url = URL.parse(trimmed);
  if (url === null) return { problem: codedText("base-url-invalid") };
  if (url.username !== "" || url.password !== "") return { problem: codedText("base-url-with-credentials") };
  if (/[?#]/.test(trimmed)) return { problem: codedText("base-url-with-query") };
  return {
    origin: url.origin,
    prefix: url.pathname.replace(/\/+$/, ""),
    hostname: url.hostname,
    secure: url.protocol === "https:",
  };
}

/** The canonical form of a base address: origin and prefix, no trailing slash. */
export function formatBaseUrl({ origin, prefix }: BaseUrl): string {
  return origin + prefix;
}

/** Whether others can read the traffic: plain http to another computer. */
export function isInterceptable({ secure, hostname }: BaseUrl): boolean {
  return !secure && !isThisComputer(hostname);
}

/** Whether a URL's host is this computer: its traffic cannot be read by others. */
export function isThisComputer(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}
