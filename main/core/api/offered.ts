/**
 * Operations beyond the specification may be absent: 404 or 405 then means "this service does not offer it". A page with such a
 * status comes from a gateway and says nothing about the service: `unexpected-answer`.
 */
import type { CodedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";

/** Runs a read of a whole list; a 404 or 405 becomes `not-offered` with `text`. */
export async function offered<T>(text: CodedText, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw isAbsent(error) ? notOffered(text, error) : error;
  }
}

/**
 * The same for one object, where a 404 may also mean that only this object is missing: a 404 with the service's own error code
 * passes unchanged; one without a code, and any 405, is `not-offered`.
 */
export async function offeredOne<T>(text: CodedText, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const hasServiceCode = isMissing(error) && error.details?.["serviceCode"] !== undefined;
    throw isAbsent(error) && !hasServiceCode ? notOffered(text, error) : error;
  }
}

/** Whether a failure means that the path does not exist. */
export function isAbsent(error: unknown): error is AppError {
  return hasAbsentStatus(error) && error.details?.["page"] !== true;
}

/** Whether the service reports that there is no such object. */
export function isMissing(error: unknown): error is AppError {
  return isAbsent(error) && error.details?.["status"] === 404;
}

/** Whether a page was returned in place of the resource: it comes from a gateway and may be transient. */
export function isPageInstead(error: unknown): error is AppError {
  return hasAbsentStatus(error) && error.details?.["page"] === true;
}

function hasAbsentStatus(error: unknown): error is AppError {
  return error instanceof AppError && (error.details?.["status"] === 404 || error.details?.["status"] === 405);
}

function notOffered(text: CodedText, cause: AppError): AppError {
  const details = { kind: "refused", accepted: "no", status: cause.details?.["status"] };
  return new AppError("not-offered", text, { details, cause });
}
