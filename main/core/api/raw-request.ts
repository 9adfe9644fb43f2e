/** A request of the operator's own: session, governor and audit are those of every call. */
import { codedText } from "#shared/texts/coded-text.ts";
import { readBody } from "./bodies.ts";
import type { Answer } from "./exchange.ts";
import type { ApiClient, ApiRequest } from "./client.ts";
import { invalidInput } from "./inputs.ts";

export interface RawRequest {
  readonly method: ApiRequest["method"];
  readonly path: string;
  /** JSON text. */
  readonly body?: string;
}

/** Resolves with the JSON text of a 2xx response. Throws `invalid-input` before anything leaves, and the codes of a failed call. */
export async function sendRawRequest(
  api: ApiClient,
  { method, path, body }: RawRequest,
  signal: AbortSignal,
): Promise<{ readonly status: number; readonly body: string | undefined }> {
  const plainPath = requirePath(path);
  const isRead = method === "GET";
  const answer = await api.request({
    method,
    path,
    body,
    signal,
    // A bare 200 may come from a gateway, so an SMS counts as accepted only as everywhere else.
    mustCreate: method === "POST" && /\/endpoint\/[^/]+\/sms\/?$/i.test(plainPath),
    note: isRead ? undefined : { operation: "raw-request" },
  });
  return { status: answer.status, body: isRead ? readText(answer) : readAcceptedText(answer) };
}

function readText(answer: Answer): string | undefined {
  return readBody(answer) === undefined ? undefined : new TextDecoder().decode(answer.body);
}

/** The write was accepted whatever its body is: an unreadable one is not printed. */
function readAcceptedText(answer: Answer): string | undefined {
  try {
    return readText(answer);
  } catch {
    return undefined;
  }
}

/**
 * The path without its query, decoded. Throws `invalid-input` unless it stays below the base URL; signing in is the session's own task.
 */
function requirePath(path: string): string {
  const isPlain = /^\/(?![/\\])[\x21-\x7e]*$/.test(path) && !/[\\#]/.test(path);
  const [encoded = ""] = path.split("?");
  const isInside = isPlain && new URL(encoded, "http://service").pathname === encoded && !/%2f|%5c|\/\//i.test(encoded);
  const plainPath = isInside ? decodedPath(encoded) : undefined;
  if (plainPath === undefined) throw invalidInput("path", codedText("raw-path-outside", { path }));
  if (/^\/api\/v\d+\/authenticate\b/i.test(plainPath)) throw invalidInput("path", codedText("raw-path-sign-in"));
  return plainPath;
}

function decodedPath(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
