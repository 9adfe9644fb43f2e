/** Asking the service to cancel a buffered SMS, and finding out what came of it. */
import { AppError, assertNever, isAppError } from "../failure.ts";
import type { ApiClient, CallOptions } from "./client.ts";
import { readSmsRecord, type SmsDelivery, type SmsRecord } from "./sms-record.ts";
import { cancelSms, getSms } from "./sms.ts";

export interface Cancellation {
  readonly cancelled: boolean;
  readonly delivery: SmsDelivery;
  readonly message: string;
}

/** What the service said to the request itself. */
type Answer =
  | { readonly kind: "done" }
  | { readonly kind: "refused"; readonly message: string; readonly notFound: boolean }
  | { readonly kind: "lost"; readonly message: string };

/**
 * The record read back decides, not the answer to the request: what the service says to an SMS that is not buffered is not
 * documented. Throws `sms-unknown`, `cancel-unknown` when neither answer nor record can be read, and what the network or the session
 * has to say.
 */
export async function cancelAndReadBack(
  api: ApiClient,
  endpointId: string,
  smsId: string,
  options: CallOptions,
): Promise<Cancellation> {
  const answer = await ask(api, endpointId, smsId, options);
  let after: SmsRecord | undefined;
  try {
    after = readSmsRecord(await getSms(api, endpointId, smsId, options));
  } catch (error) {
    if (isAppError(error, "aborted")) throw error;
    const notFound = isAppError(error) && error.details?.["status"] === 404;
    if (answer.kind === "refused" && answer.notFound && notFound) throw smsUnknown(endpointId, smsId, error);
    if (answer.kind === "lost") throw cancelUnknown(answer.message, error);
  }
  return after === undefined ? unread(answer) : told(answer, after);
}

async function ask(api: ApiClient, endpointId: string, smsId: string, options: CallOptions): Promise<Answer> {
  try {
    await cancelSms(api, endpointId, smsId, options);
    return { kind: "done" };
  } catch (error) {
    if (!isAppError(error) || error.code === "aborted") throw error;
    const { message, details } = error;
    if (details?.["accepted"] === "unknown") return { kind: "lost", message };
    if (details?.["kind"] !== "refused") throw error;
    return { kind: "refused", message, notFound: details["status"] === 404 };
  }
}

function told(answer: Answer, { delivery, statusText }: SmsRecord): Cancellation {
  const status = statusText ?? delivery;
  if (delivery === "cancelled") {
    const message = answer.kind === "refused" ? "The SMS had been cancelled before." : "The SMS is cancelled.";
    return { cancelled: true, delivery, message };
  }
  return { cancelled: false, delivery, message: `${beginning(answer)} Its status is ${status}.` };
}

/** The record could not be read back: only the answer itself is known. */
function unread(answer: Answer): Cancellation {
  if (answer.kind === "done") {
    const message = "The service accepted the cancellation. The SMS could not be read afterwards.";
    return { cancelled: true, delivery: "unknown", message };
  }
  return { cancelled: false, delivery: "unknown", message: beginning(answer) };
}

function beginning(answer: Answer): string {
  switch (answer.kind) {
    case "done":
      return "The service accepted the cancellation, but the SMS is not cancelled.";
    case "refused":
      return `The SMS was not cancelled. ${answer.message.replace(/[^.!?]$/, "$&.")}`;
    case "lost":
      return "The service's answer was lost, and the SMS is not cancelled.";
    default:
      return assertNever(answer);
  }
}

/** Neither the answer nor the record says whether the SMS is cancelled; `cancel-unknown`. */
function cancelUnknown(why: string, cause: unknown): AppError {
  const reason = /[.!?]$/.test(why) ? why : `${why}.`;
  const message = `${reason} It is not known whether the SMS was cancelled, since it could not be read afterwards. Look at it again later.`;
  return new AppError("cancel-unknown", message, { cause, details: { accepted: "unknown" } });
}

/** The endpoint has no SMS of this id; `sms-unknown`. */
export function smsUnknown(endpoint: string, id: string, cause: unknown): AppError {
  return new AppError("sms-unknown", `Endpoint ${endpoint} has no SMS with the id ${id}.`, {
    cause,
    details: { endpoint, id },
  });
}
