/** Errors of writes to the data directory, as codes of Fleetdesk. */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError, isAppError } from "#shared/failure.ts";

const sqliteFull = 13;
const fullCodes: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT"]);

/** SQLite's primary code of an error; undefined for other errors. */
export function sqliteCode(error: unknown): number | undefined {
  const { errcode } = error as { errcode?: unknown };
  return typeof errcode === "number" ? errcode & 0xff : undefined;
}

/** `disk-full` or `data-dir-read-only`; an `AppError` passes unchanged. */
export function dataDirError(dataDir: string, error: unknown): AppError {
  if (isAppError(error)) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (sqliteCode(error) === sqliteFull || (code !== undefined && fullCodes.has(code))) {
    return new AppError("disk-full", codedText("data-dir-disk-full", { directory: dataDir }), {
      cause: error,
    });
  }
  return new AppError("data-dir-read-only", codedText("data-dir-read-only", { directory: dataDir }), { cause: error });
}
