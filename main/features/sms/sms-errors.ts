/** Refusals of the service that mean "there is no such thing". */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError, isAppError } from "../../failure.ts";

export function endpointUnknown(endpoint: string, cause: unknown): AppError {
  return new AppError("endpoint-unknown", codedText("no-such-endpoint", { endpoint }), {
    cause,
    details: { endpoint },
  });
}

/** The service found nothing at this path; 1401 names the endpoint as what is missing (field-facts section 4). */
export function missingPart(error: unknown): "endpoint" | "something" | undefined {
  if (!isAppError(error) || error.details?.["status"] !== 404) return undefined;
  return error.details["serviceCode"] === 1401 ? "endpoint" : "something";
}
