/** Reads the log file and its rotated predecessors, which `main/platform/node/log.ts` writes, from the end. */
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { logLevelSchema } from "#shared/contract/diagnostics.ts";
import { tryParseJson } from "#shared/try-parse-json.ts";

const lineSchema = z.looseObject({ at: z.iso.datetime(), level: logLevelSchema, event: z.string() });

export interface LogLine {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly level: z.output<typeof logLevelSchema>;
  readonly event: string;
  /** The other fields, as they were written. */
  readonly fields: Readonly<Record<string, unknown>>;
}

const mostFiles = 4;

/**
 * Up to `limit` entries of at least `level`, newest first. Undefined where there is no log. A line that is no entry, such as one that a full
 * disk cut off, is skipped. Throws the errors of the file system.
 */
export async function readLog(
  file: string | undefined,
  level: LogLine["level"],
  limit: number,
): Promise<LogLine[] | undefined> {
  if (file === undefined || file === "") return undefined;
  const levels = logLevelSchema.options;
  const accepted = new Set<string>(levels.slice(levels.indexOf(level)));
  const entries: LogLine[] = [];
  let exists = false;
  for (let number = 0; number < mostFiles && entries.length < limit; number += 1) {
    const text = await readExisting(number === 0 ? file : `${file}.${number}`);
    if (text === undefined) break;
    exists = true;
    for (const line of text.split("\n").toReversed()) {
      if (entries.length === limit) break;
      const entry = parseLine(line);
      if (entry !== undefined && accepted.has(entry.level)) entries.push(entry);
    }
  }
  return exists ? entries : undefined;
}

async function readExisting(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function parseLine(line: string): LogLine | undefined {
  const parsed = lineSchema.safeParse(tryParseJson(line));
  if (!parsed.success) return undefined;
  const { at, level, event, ...fields } = parsed.data;
  return { at: Date.parse(at), level, event, fields };
}
