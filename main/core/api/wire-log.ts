/** One line per request for `--verbose`. Secrets are masked here, so nothing that receives an exchange can print one. */
import type { WireExchange } from "../hosts.ts";
import { redact, redacted, secretName } from "#shared/rules/redact.ts";
import { headerText } from "./errors.ts";
import type { Exchanged } from "./exchange.ts";
import { isRecord, parseJson, percentDecoded } from "./json.ts";

/** Longer bodies are replaced by their size, in bytes. */
const longestBody = 65_536;

export function wireExchange(
  { method, path, body }: { readonly method: string; readonly path: string; readonly body?: string },
  prefix: string,
  result: Exchanged,
  durationMs: number,
): WireExchange {
  const common = {
    method,
    path: prefix + maskedQuery(path),
    durationMs,
    requestBody: body === undefined ? undefined : masked(body),
  };
  if (result.kind === "lost") {
    const { error, started } = result;
    const code = error instanceof Error && "code" in error ? String(error.code) : "lost";
    return { ...common, failure: started ? code : `${code}, not sent` };
  }
  const { headers, status } = result;
  const requestId = headerText(headers, "x-request-id") ?? headerText(headers, "request-id");
  return { ...common, status, requestId, responseBody: responseText(result.body) };
}

function responseText(body: Uint8Array): string | undefined {
  if (body.length === 0) return undefined;
  return body.length > longestBody ? `${body.length} bytes` : masked(new TextDecoder().decode(body));
}

/** Text that is not JSON, such as a truncated body, has no fields to mask: where one may be a secret, only its size is shown. */
function masked(text: string): string {
  try {
    return JSON.stringify(maskedValue(parseJson(text)));
  } catch {
    return secretName.test(text) || /_key\b/i.test(text) ? `${text.length} characters` : redact(text);
  }
}

/** `isSecret`: within a field whose name is that of a secret. */
function maskedValue(value: unknown, isSecret = false): unknown {
  if (Array.isArray(value)) return value.map((one) => maskedValue(one, isSecret));
  if (isRecord(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, maskedValue(one, isSecret || secretName.test(name))]),
    );
  }
  if (isSecret && (typeof value === "string" || typeof value === "number")) return redacted;
  return typeof value === "string" ? maskedText(value) : value;
}

function maskedQuery(path: string): string {
  const [plainPath = "", ...query] = path.split("?");
  if (query.length === 0) return path;
  const pairs = query.join("?").split("&");
  const maskedPairs = pairs.map((pair) => {
    const [name = ""] = pair.split("=", 1);
    return secretName.test(percentDecoded(name)) ? `${name}=${redacted}` : redact(pair);
  });
  return `${plainPath}?${maskedPairs.join("&")}`;
}

/** An address may carry a password or a key. */
function maskedText(text: string): string {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return redact(text);
  const { origin, pathname, search } = new URL(text);
  return `${origin}${pathname}${search === "" ? "" : `?${redacted}`}`;
}
