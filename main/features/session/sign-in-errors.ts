/** What a sign-in that failed is called at the border. */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "../../failure.ts";
import { lockedOut } from "./problems.ts";

/** `until`: epoch milliseconds. */
export function lockedOutError(until: number): AppError {
  return new AppError("locked-out", lockedOut(until).message, { details: { until } });
}

export function secondFactorError(): AppError {
  return new AppError("mfa-required", codedText("sign-in-second-factor"));
}

/** An address where something else answers is a wrong address; anything else is the network's own failure. */
export function asUrlProblem(error: AppError, baseUrl: string): AppError {
  const status = error.details?.["status"];
  if (status !== 404 && status !== 405) return error;
  return new AppError("invalid-url", codedText("sign-in-no-service", { baseUrl, status }));
}

/** For whoever waited for a token: whatever became of the renewal, nothing of theirs was sent. */
export function notSentError(error: AppError): AppError {
  const details = { kind: "offline", accepted: "no" };
  return new AppError(error.code, error.text, { details });
}
