/** Errors of the service that mean "not found". */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError, isAppError } from "#shared/failure.ts";

export function endpointUnknown(endpoint: string, cause: unknown): AppError {
  return new AppError("endpoint-unknown", codedText("no-such-endpoint", { endpoint }), {
    cause,
    details: { endpoint },
  });
}

/** Classifies a 404: with code 1401 the endpoint is missing, otherwise something else at this path (docs/service-facts.md#errors). */
export function missingPart(error: unknown): "endpoint" | "something" | undefined {
  if (!isAppError(error) || error.details?.["status"] !== 404) return undefined;
  return error.details["serviceCode"] === 1401 ? "endpoint" : "something";
}
