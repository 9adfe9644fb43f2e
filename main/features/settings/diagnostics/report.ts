/**
 * The report for support: the checks, and warnings and errors of the log, as JSON text.
 * Invariant: unless `identifiers` are wanted, no name, path, number of a subscriber or mail address is in it. Texts of checks are searched
 * for them; of the log only values that can't contain one are kept.
 */
import type { Check } from "#shared/contract/diagnostics.ts";
import { redact, redacted, redactIdentifiers } from "#shared/rules/redact.ts";
import { formatText } from "#shared/texts/text.ts";
import { isRecord } from "../../../core/api/json.ts";
import type { LogLine } from "./read-log.ts";

export interface ReportContent {
  readonly at: number;
  readonly checks: readonly Check[];
  readonly log: readonly LogLine[];
  readonly identifiers: boolean;
  /** Of connections, organisations and users on this computer. Undefined where they are unknown: then no text of the log is kept but codes. */
  readonly names: readonly string[] | undefined;
  readonly dataDir: string;
}

export function writeReport({ at, checks, log, identifiers, names, dataDir }: ReportContent): string {
  const clean = (text: string): string =>
    identifiers ? text : redactIdentifiers(text.replaceAll(dataDir, "[data directory]"), names ?? []);
  const document = {
    format: "fleetdesk-diagnostics",
    version: 1,
    createdAt: new Date(at).toISOString(),
    identifiers: identifiers ? "included" : "removed",
    checks: checks.map(({ id, result, code, message }, index) => ({
      number: index + 1,
      id,
      result,
      code,
      message: clean(formatText(message)),
    })),
    log: log.map((line) => ({
      at: new Date(line.at).toISOString(),
      level: line.level,
      event: clean(line.event),
      ...(identifiers ? line.fields : safeFields(line.fields, clean, names !== undefined)),
    })),
  };
  // The log has no secrets; as in its writer, this is a second line of defence.
  const withoutSecrets = (_name: string, value: unknown): unknown =>
    typeof value === "string" ? redact(value) : value;
  return `${JSON.stringify(document, withoutSecrets, 2)}\n`;
}

/** A code, a version or an operation: words of ASCII letters and digits without spaces. */
const codeLike = /^[a-z][a-z0-9]*(?:[-_.][a-z0-9]+){0,8}$/i;
/** Fields whose values are chosen by people or by the service. */
const nameFields: ReadonlySet<string> = new Set([
  "connection",
  "endpoint",
  "name",
  "url",
  "host",
  "proxy",
  "user",
  "username",
]);

/** `keepsText`: `clean` knows the names; otherwise any text may be one. */
function safeFields(
  fields: Readonly<Record<string, unknown>>,
  clean: (text: string) => string,
  keepsText: boolean,
): object {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (name === "cause" && isRecord(value)) return [name, safeCause(value, clean, keepsText)];
      if (typeof value === "boolean") return [name, value];
      if (nameFields.has(name)) return [name, redacted];
      if (typeof value === "number") return [name, /\d{10}/.test(String(value)) ? redacted : value];
      const isSafe = typeof value === "string" && codeLike.test(value) && (keepsText || name === "code");
      return [name, isSafe ? clean(value) : redacted];
    }),
  );
}

/** The message of an error of ours may quote any input, its code says the same; a programming error has no code. */
function safeCause(
  cause: Readonly<Record<string, unknown>>,
  clean: (text: string) => string,
  keepsText: boolean,
): object {
  const text = (value: unknown): string | undefined => (typeof value === "string" ? clean(value) : undefined);
  const frames = typeof cause["stack"] === "string" ? cause["stack"].split("\n").filter(isFrame).slice(0, 12) : [];
  return {
    name: text(cause["name"]),
    code: text(cause["code"]),
    text: text(cause["text"]),
    message:
      cause["code"] === undefined && keepsText ? text(cause["message"])?.replaceAll(quotedPaths, redacted) : undefined,
    frames: frames.map((frame) => clean(frame.trim().replace(frameDirectory, "…/"))),
    ...(isRecord(cause["cause"]) ? { cause: safeCause(cause["cause"], clean, keepsText) } : {}),
  };
}

/** Errors of the file system quote the paths of files. */
const quotedPaths = /'(?:[a-z]:)?[\\/].*'/gi;
/** Directories above the last two parts of a path, which contain the name of the computer's user. A built-in module has no path. */
const frameDirectory = /(?<=[\s(])(?:file:\/\/)?(?:\/?[a-z]:)?[\\/][^()]*[\\/](?=[^\\/()]+[\\/][^\\/()]+:\d+:\d+)/i;

function isFrame(line: string): boolean {
  return /^\s+at /.test(line);
}
