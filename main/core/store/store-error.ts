/** Errors of a database file, as codes of Fleetdesk. Nothing here deletes or repairs anything. */
import { codedText } from "#shared/texts/coded-text.ts";
import { basename, dirname } from "node:path";
import { AppError } from "#shared/failure.ts";
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
 * `database-error`. An `AppError` passes unchanged.
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
  // The low byte is the primary code, the rest is the extended code.
  const primary = typeof errcode === "number" ? errcode & 0xff : undefined;
  if (primary === sqliteFull) return diskFull(file, options);
  if (primary === sqliteReadOnly || primary === sqliteCannotOpen) return readOnly(file, options);
  if (primary === sqliteCorrupt || primary === sqliteNotADatabase)
    return corruptError(file, options.details.cause, error);
  if (primary === sqliteIo) {
    return new AppError(
      "database-error",
      codedText("database-disk-error", { file, reason: options.details.cause }),
      options,
    );
  }
  return new AppError("database-error", codedText("database-failed", { file, reason: options.details.cause }), options);
}

/** `database-corrupt`: names the file, the newest backup and the remedy. */
export function corruptError(file: string, finding: string, cause?: unknown): AppError {
  const backup = newestBackup(file);
  const text =
    backup === undefined
      ? codedText("database-damaged", { file })
      : codedText("database-damaged-backup", { file, backup: basename(backup) });
  return new AppError("database-corrupt", text, {
    cause,
    details: { file, finding, ...(backup === undefined ? {} : { backup }) },
  });
}

/** A write to a database that is open read-only. */
export function readOnlyError(reason: "data-dir-read-only" | "disk-full", file: string): AppError {
  if (reason === "data-dir-read-only") return readOnly(file, {});
  const message = codedText("database-disk-was-full", { file });
  return new AppError("disk-full", message);
}

function diskFull(file: string, options: ErrorOptionsOf): AppError {
  return new AppError("disk-full", codedText("database-disk-full", { file }), options);
}

function readOnly(file: string, options: ErrorOptionsOf): AppError {
  return new AppError("data-dir-read-only", codedText("data-dir-read-only", { directory: dirname(file) }), options);
}

type ErrorOptionsOf = ConstructorParameters<typeof AppError>[2] & object;
