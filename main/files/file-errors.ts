/** What the operating system says about a file, as a code and a sentence of ours. */
import { AppError } from "../failure.ts";

function systemCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** The `AppError` for a failed read of `file`: `file-not-found` or `file-unreadable`; one of ours passes unchanged. */
export function readError(error: unknown, file: string): AppError {
  if (error instanceof AppError) return error;
  const code = systemCode(error);
  const options = { details: { file, system: code }, cause: error };
  if (code === "ENOENT" || code === "ENOTDIR") {
    return new AppError("file-not-found", `The file ${file} does not exist.`, options);
  }
  if (code === "EISDIR") return new AppError("file-unreadable", `${file} is a directory, not a file.`, options);
  if (code === "EACCES" || code === "EPERM") {
    return new AppError("file-unreadable", `The file ${file} may not be read by this user.`, options);
  }
  return new AppError("file-unreadable", `The file ${file} cannot be read (${code || "unknown cause"}).`, options);
}

/** The `AppError` for a failed write of `file`: `disk-full` or `file-unwritable`; one of ours passes unchanged. */
export function writeError(error: unknown, file: string): AppError {
  if (error instanceof AppError) return error;
  const code = systemCode(error);
  const options = { details: { file, system: code }, cause: error };
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new AppError("disk-full", `There is no space left to write ${file}.`, options);
  }
  return new AppError("file-unwritable", `The file ${file} cannot be written: ${writeCause(code)}.`, options);
}

function writeCause(code: string): string {
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return "its directory does not exist";
    case "EACCES":
    case "EPERM":
      return "this user may not write there";
    case "EROFS":
      return "the disk is read-only";
    case "EISDIR":
    case "ENOTEMPTY":
    case "EEXIST":
      return "it is a directory";
    default:
      return code === "" ? "unknown cause" : code;
  }
}
