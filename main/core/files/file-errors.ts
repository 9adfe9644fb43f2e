/** Errors of the operating system for a file, as codes and texts of Fleetdesk. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";

function systemCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** The `AppError` for a failed read of `file`: `file-not-found` or `file-unreadable`; an `AppError` passes unchanged. */
export function readError(error: unknown, file: string): AppError {
  if (error instanceof AppError) return error;
  const code = systemCode(error);
  const options = { details: { file, system: code }, cause: error };
  if (code === "ENOENT" || code === "ENOTDIR") {
    return new AppError("file-not-found", codedText("file-not-found", { file }), options);
  }
  if (code === "EISDIR") return new AppError("file-unreadable", codedText("file-is-directory", { file }), options);
  if (code === "EACCES" || code === "EPERM") {
    return new AppError("file-unreadable", codedText("file-no-read-permission", { file }), options);
  }
  return new AppError(
    "file-unreadable",
    codedText("file-unreadable", { file, reason: code || codedText("cause-unknown") }),
    options,
  );
}

/** The `AppError` for a failed write of `file`: `disk-full` or `file-unwritable`; an `AppError` passes unchanged. */
export function writeError(error: unknown, file: string): AppError {
  if (error instanceof AppError) return error;
  const code = systemCode(error);
  const options = { details: { file, system: code }, cause: error };
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new AppError("disk-full", codedText("file-disk-full", { file }), options);
  }
  return new AppError("file-unwritable", unwritable(file, code), options);
}

function unwritable(file: string, code: string): CodedText {
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return codedText("file-directory-missing", { file });
    case "EACCES":
    case "EPERM":
      return codedText("file-no-write-permission", { file });
    case "EROFS":
      return codedText("file-disk-read-only", { file });
    case "EISDIR":
    case "ENOTEMPTY":
    case "EEXIST":
      return codedText("file-is-directory", { file });
    default:
      return codedText("file-not-written", { file, reason: code === "" ? codedText("cause-unknown") : code });
  }
}
