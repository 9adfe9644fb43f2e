/** The errors of a failed sign-in at the border. */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";
import { lockedOut } from "./problems.ts";

/** `until`: epoch milliseconds. */
export function lockedOutError(until: number): AppError {
  return new AppError("locked-out", lockedOut(until).message, { details: { until } });
}

export function secondFactorError(): AppError {
  return new AppError("mfa-required", codedText("sign-in-second-factor"));
}

/** A 404 or 405 means a wrong address; any other error is the network's own. */
export function asUrlProblem(error: AppError, baseUrl: string): AppError {
  const status = error.details?.["status"];
  if (status !== 404 && status !== 405) return error;
  return new AppError("invalid-url", codedText("sign-in-no-service", { baseUrl, status }));
}

/** For callers that waited for a token: whatever the outcome of the renewal, their own request was not sent. */
export function notSentError(error: AppError): AppError {
  const details = { kind: "offline", accepted: "no" };
  return new AppError(error.code, error.text, { details });
}
