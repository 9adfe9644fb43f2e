/** What goes wrong with a database file, as codes of ours. Nothing here deletes or repairs anything. */
import { dirname } from "node:path";
import { AppError } from "../failure.ts";
import { newestBackup } from "./backup-files.ts";

const sqliteReadOnly = 8;
const sqliteCorrupt = 11;
const sqliteFull = 13;
const sqliteCannotOpen = 14;
const sqliteNotADatabase = 26;
const sqliteIo = 10;

const readOnlyCodes: ReadonlySet<string> = new Set([
  "EACCES",
  "EPERM",
  "EROFS",
  "ENOTDIR",
  "EISDIR",
  "EEXIST",
  "ENOENT",
]);
const fullCodes: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT"]);

/**
 * An error of SQLite or of the file system as an `AppError`: `disk-full`, `data-dir-read-only`, `database-corrupt` or
 * `database-error`. An `AppError` passes through.
 */
export function storeError(error: unknown, file: string): AppError {
  if (error instanceof AppError) return error;
  const { code, errcode } = (typeof error === "object" && error !== null ? error : {}) as {
    code?: unknown;
    errcode?: unknown;
  };
  const options = { cause: error, details: { file, cause: error instanceof Error ? error.message : String(error) } };
  if (typeof code === "string" && fullCodes.has(code)) return diskFull(file, options);
  if (typeof code === "string" && readOnlyCodes.has(code)) return readOnly(file, options);
  // The low byte is the primary code, the rest says more precisely where.
  const primary = typeof errcode === "number" ? errcode & 0xff : undefined;
  if (primary === sqliteFull) return diskFull(file, options);
  if (primary === sqliteReadOnly || primary === sqliteCannotOpen) return readOnly(file, options);
  if (primary === sqliteCorrupt || primary === sqliteNotADatabase)
    return corruptError(file, options.details.cause, error);
  if (primary === sqliteIo) {
    return new AppError(
      "database-error",
      `The disk under ${file} answered with an error: ${options.details.cause}.`,
      options,
    );
  }
  return new AppError(
    "database-error",
    `The database ${file} could not do what was asked: ${options.details.cause}.`,
    options,
  );
}

/** `database-corrupt`: names the file, the newest copy and what to do. */
export function corruptError(file: string, finding: string, cause?: unknown): AppError {
  const backup = newestBackup(file);
  const advice =
    backup === undefined
      ? "There is no backup yet. Move the file away, start again and synchronise. Its campaigns will be missing: planning one of them again sends again to those who have the message."
      : `The newest backup is ${backup}. Restore it with: fleetdesk data restore. It keeps the damaged file, says what the backup lacks, and looks recipients up before a campaign sends again.`;
  return new AppError("database-corrupt", `The database ${file} is damaged. Nothing was deleted. ${advice}`, {
    cause,
    details: { file, finding, ...(backup === undefined ? {} : { backup }) },
  });
}

/** Something was to be written into a database that is open for reading alone. */
export function readOnlyError(reason: "data-dir-read-only" | "disk-full", file: string): AppError {
  if (reason === "data-dir-read-only") return readOnly(file, {});
  const message = `The disk that holds ${file} was full when the database was opened. Free some space, then try again.`;
  return new AppError("disk-full", message);
}

function diskFull(file: string, options: ErrorOptionsOf): AppError {
  return new AppError(
    "disk-full",
    `The disk that holds ${file} is full. Free some space; nothing that was saved is lost.`,
    options,
  );
}

function readOnly(file: string, options: ErrorOptionsOf): AppError {
  return new AppError(
    "data-dir-read-only",
    `The data directory ${dirname(file)} cannot be written to. Choose another with --data-dir, or give this user the right to write there.`,
    options,
  );
}

type ErrorOptionsOf = ConstructorParameters<typeof AppError>[2] & object;
