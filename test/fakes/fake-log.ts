/** A log that stores every line, so a test can check what was logged and what must not be. */
import type { Log, LogFields } from "../../main/core/hosts.ts";

interface LogLine {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly event: string;
  readonly fields: LogFields;
  readonly cause: unknown;
}

export interface FakeLog extends Log {
  readonly lines: readonly LogLine[];
  /** Everything that was logged, with messages and stacks of causes, as one text. */
  text(): string;
}

export function createFakeLog(): FakeLog {
  const lines: LogLine[] = [];
  const write =
    (level: LogLine["level"]) =>
    (event: string, fields: LogFields = {}, cause?: unknown): void => {
      lines.push({ level, event, fields, cause });
    };
  return {
    debug: write("debug"),
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
    lines,
    text: () =>
      lines
        .map((line) => `${line.level} ${line.event} ${JSON.stringify(line.fields)} ${causeText(line.cause)}`)
        .join("\n"),
  };
}

function causeText(cause: unknown): string {
  if (!(cause instanceof Error)) return JSON.stringify(cause) ?? "";
  return `${cause.stack ?? cause.message} ${causeText(cause.cause)}`;
}
