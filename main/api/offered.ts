/** Operations beyond the specification may be absent: 404 or 405 then means "this service does not offer it". */
import { AppError } from "../failure.ts";

/** Runs a read of a whole list; a 404 or 405 becomes `not-offered`. `what` completes "The service does not offer …". */
export async function offered<T>(what: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (isAbsent(error)) throw notOffered(what, error);
    throw error;
  }
}

/**
 * The same for one object, where a 404 may as well mean that just this one is missing: a 404 in the service's own words
 * (an error code) stays what it is; one without words, and any 405, is `not-offered`.
 */
export async function offeredOne<T>(what: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const hasWords = isAbsent(error) && error.details?.["status"] === 404 && error.details["serviceCode"] !== undefined;
    if (isAbsent(error) && !hasWords) throw notOffered(what, error);
    throw error;
  }
}

/** Whether a failure says that there is nothing at this path. */
export function isAbsent(error: unknown): error is AppError {
  return error instanceof AppError && (error.details?.["status"] === 404 || error.details?.["status"] === 405);
}

function notOffered(what: string, cause: AppError): AppError {
  const details = { kind: "refused", accepted: "no", status: cause.details?.["status"] };
  return new AppError("not-offered", `The service does not offer ${what}.`, { details, cause });
}
