/** Requests the cancellation of a buffered SMS and determines its outcome. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { AppError, assertNever, isAppError, toFailure } from "#shared/failure.ts";
import type { ApiClient, CallOptions } from "./client.ts";
import { isMissing } from "./offered.ts";
import { type SmsDelivery, type SmsRecord, readSmsRecord, cancelSms, getSms } from "./sms.ts";

export interface Cancellation {
  readonly cancelled: boolean;
  readonly delivery: SmsDelivery;
  readonly message: CodedText;
}

/** The response to the cancellation request. */
type Answer =
  | { readonly kind: "done" }
  | { readonly kind: "refused"; readonly message: CodedText; readonly notFound: boolean }
  | { readonly kind: "lost"; readonly message: CodedText };

/**
 * The record read back decides, not the response to the request: the response for an SMS that is not buffered is not
 * documented. Throws `sms-unknown`, `cancel-unknown` when neither response nor record can be read, and the errors of the network and the
 * session.
 */
export async function cancelAndReadBack(
  api: ApiClient,
  endpointId: string,
  smsId: string,
  options: CallOptions,
): Promise<Cancellation> {
  const answer = await requestCancellation(api, endpointId, smsId, options);
  let after: SmsRecord | undefined;
  try {
    after = readSmsRecord(await getSms(api, endpointId, smsId, options));
  } catch (error) {
    if (isAppError(error, "aborted")) throw error;
    if (answer.kind === "refused" && answer.notFound && isMissing(error)) throw smsUnknown(endpointId, smsId, error);
    if (answer.kind === "lost") throw cancelUnknown(answer.message, error);
  }
  return after === undefined ? unread(answer) : cancellationFrom(answer, after);
}

async function requestCancellation(
  api: ApiClient,
  endpointId: string,
  smsId: string,
  options: CallOptions,
): Promise<Answer> {
  try {
    await cancelSms(api, endpointId, smsId, options);
    return { kind: "done" };
  } catch (error) {
    if (!isAppError(error) || error.code === "aborted") throw error;
    const { details } = error;
    const message = toFailure(error).text;
    if (details?.["accepted"] === "unknown") return { kind: "lost", message };
    if (details?.["kind"] !== "refused") throw error;
    return { kind: "refused", message, notFound: isMissing(error) };
  }
}

function cancellationFrom(answer: Answer, { delivery, statusText }: SmsRecord): Cancellation {
  const status = statusText ?? delivery;
  if (delivery === "cancelled") {
    const message = codedText(answer.kind === "refused" ? "sms-already-cancelled" : "sms-cancelled");
    return { cancelled: true, delivery, message };
  }
  return { cancelled: false, delivery, message: notCancelled(answer, status) };
}

/** The record could not be read back: only the response is available. */
function unread(answer: Answer): Cancellation {
  if (answer.kind === "done") {
    return { cancelled: true, delivery: "unknown", message: codedText("sms-cancel-unverified") };
  }
  const message = codedText("sms-cancel-rejected", { reason: answer.message });
  return { cancelled: false, delivery: "unknown", message };
}

/** `status`: the service's text, or ours. */
function notCancelled(answer: Answer, status: string): CodedText {
  switch (answer.kind) {
    case "done":
      return codedText("sms-cancel-without-effect", { status });
    case "refused":
      return codedText("sms-cancel-rejected-status", { reason: answer.message, status });
    case "lost":
      return codedText("sms-cancel-lost", { status });
    default:
      return assertNever(answer);
  }
}

/** Neither the response nor the record shows whether the SMS is cancelled; `cancel-unknown`. */
function cancelUnknown(reason: CodedText, cause: unknown): AppError {
  return new AppError("cancel-unknown", codedText("sms-cancel-unknown", { reason }), {
    cause,
    details: { accepted: "unknown" },
  });
}

/** The endpoint has no SMS with this id; `sms-unknown`. */
export function smsUnknown(endpoint: string, id: string, cause: unknown): AppError {
  return new AppError("sms-unknown", codedText("no-such-sms", { endpoint, id }), {
    cause,
    details: { endpoint, id },
  });
}
