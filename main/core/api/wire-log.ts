/** One line per request for `--verbose`. Secrets are masked here, so nothing that receives an exchange can print one. */
import type { WireExchange } from "../hosts.ts";
import { redact, redacted, secretName } from "#shared/rules/redact.ts";
import { headerText } from "./errors.ts";
import type { Exchanged } from "./exchange.ts";
import { isRecord, parseJson } from "./json.ts";

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
    path: prefix + path,
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

function masked(text: string): string {
  try {
    return JSON.stringify(maskedValue(parseJson(text)));
  } catch {
    return redact(text);
  }
}

function maskedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskedValue);
  if (typeof value === "string") return maskedText(value);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      secretName.test(name) && (typeof one === "string" || typeof one === "number") ? redacted : maskedValue(one),
    ]),
  );
}

/** An address may carry a password or a key. */
function maskedText(text: string): string {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return redact(text);
  const { origin, pathname, search } = new URL(text);
  return `${origin}${pathname}${search === "" ? "" : `?${redacted}`}`;
}
