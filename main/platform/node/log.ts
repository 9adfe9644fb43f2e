/** The log file: one JSON document per line, in `<data directory>/logs/fleetdesk.log`, rotated by size. */
import { appendFileSync, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { AppError } from "#shared/failure.ts";
import type { Clock, Log, LogFields } from "../../core/hosts.ts";
import { redacted, redactIdentifiers, secretName } from "#shared/rules/redact.ts";
import { makePrivateDir } from "./lock.ts";

/** Path of the log of a data directory. */
export function logFileOf(dataDir: string): string {
  return join(dataDir, "logs", "fleetdesk.log");
}

export interface FileLogOptions {
  readonly dataDir: string;
  readonly clock: Clock;
  /** Also writes debug entries. */
  readonly debug?: boolean;
  /** A larger file is rotated; default 5 MB. */
  readonly rotateBytes?: number;
  /** Number of rotated files; default 3. */
  readonly maxFiles?: number;
}

type Level = "debug" | "info" | "warn" | "error";

/** A log that never throws: lost entries are counted, and the count is the first entry written afterwards. */
export function createFileLog(options: FileLogOptions): Log {
  const file = logFileOf(options.dataDir);
  let size: number | undefined;
  let lost = 0;
  let isCreated = false;

  const append = (line: string): void => {
    size ??= openedSize(options.dataDir, file, isCreated);
    isCreated = true;
    if (size + line.length > (options.rotateBytes ?? 5_000_000)) {
      rotate(file, options.maxFiles ?? 3);
      size = 0;
    }
    appendFileSync(file, line, { mode: 0o600 });
    size += Buffer.byteLength(line);
  };
  const write = (level: Level, event: string, fields: LogFields = {}, cause?: unknown): void => {
    const at = new Date(options.clock.now()).toISOString();
    const line = {
      at,
      level,
      event,
      ...redactFields(fields),
      ...(cause === undefined ? {} : { cause: describe(cause) }),
    };
    try {
      if (lost > 0) append(`${JSON.stringify({ at, level: "warn", event: "log.lines-lost", lines: lost })}\n`);
      lost = 0;
      append(`${JSON.stringify(line)}\n`);
    } catch {
      // A failing log must not stop the work that it describes.
      lost += 1;
      size = undefined;
    }
  };
  return {
    debug: (event, fields) => {
      if (options.debug === true) write("debug", event, fields);
    },
    info: (event, fields) => write("info", event, fields),
    warn: (event, fields, cause) => write("warn", event, fields, cause),
    error: (event, fields, cause) => write("error", event, fields, cause),
  };
}

/**
 * Nothing is written into a directory of another user, also before the lock is taken. `isCreated`: a data directory that was deleted since
 * is not created again, so that nothing blocks its restoration.
 */
function openedSize(dataDir: string, file: string, isCreated: boolean): number {
  if (!isCreated || existsSync(dataDir)) {
    makePrivateDir(dataDir);
    makePrivateDir(dirname(file));
  }
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function rotate(file: string, maxFiles: number): void {
  rmSync(`${file}.${maxFiles}`, { force: true });
  for (let number = maxFiles - 1; number >= 0; number -= 1) {
    const from = number === 0 ? file : `${file}.${number}`;
    if (statSync(from, { throwIfNoEntry: false }) !== undefined) renameSync(from, `${file}.${number + 1}`);
  }
}

/** Secrets are never passed to a log; as a second line of defence their fields are redacted, as are numbers of subscribers in any text. */
function redactFields(fields: LogFields): LogFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (typeof value !== "string") return [name, value];
      return [name, secretName.test(name) ? redacted : clean(value)];
    }),
  );
}

function clean(text: string): string {
  return redactIdentifiers(text, []);
}

/** The message of an `AppError` quotes names and input: its codes say the same. */
function describe(cause: unknown, depth = 0): unknown {
  if (!(cause instanceof Error)) return clean(String(cause));
  const { name, message, stack = "" } = cause;
  return {
    name,
    ...(cause instanceof AppError
      ? { code: cause.code, text: cause.text.code, stack: clean(framesOf(stack)) }
      : { message: clean(message), stack: clean(stack) }),
    ...(cause.cause === undefined || depth >= 3 ? {} : { cause: describe(cause.cause, depth + 1) }),
  };
}

/** Without the message, which precedes the frames. */
function framesOf(stack: string): string {
  return stack
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .join("\n");
}
