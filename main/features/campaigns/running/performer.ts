/** Sends one recipient's SMS and maps the result to an outcome of the engine. */
import type { ApiClient } from "../../../core/api/client.ts";
import { sendSms, type SendResult } from "../../../core/api/sms.ts";
import { assertNever, isAppError, textOf } from "#shared/failure.ts";
import type { WorkerLoopOptions } from "../../../core/jobs/worker-loop.ts";
import type { AcceptedSample } from "./record-clocks.ts";
import { type Attempt, wasCut } from "../../../core/jobs/attempt.ts";

/**
 * A function that performs claimed rows over one connection; the permit is already held. `onAccepted` is called for answers with the
 * id of the SMS and a `Date`.
 */
export function createPerformer(
  api: ApiClient,
  { id, sourceAddress }: { readonly id: number; readonly sourceAddress: string },
  onAccepted: (sample: AcceptedSample) => void,
): WorkerLoopOptions["perform"] {
  return async (row, signal, beforeWrite) => {
    const body = { sourceAddress, payload: row.text };
    const note = {
      operation: "send-sms" as const,
      target: { kind: "endpoint", id: row.target },
      // The audit does not repeat the text, which the ledger has.
      after: { from: sourceAddress, characters: row.text.length, campaign: id, row: row.row },
    };
    try {
      const options = { signal, priority: "campaign", permitHeld: true, note, beforeWrite } as const;
      const result = await sendSms(api, row.target, body, options);
      if (result.kind === "accepted" && result.smsId !== undefined && result.servedAt !== undefined) {
        onAccepted({ endpoint: row.target, smsId: result.smsId, servedAt: result.servedAt });
      }
      return attemptOf(result);
    } catch (error) {
      // Rejected by our validation, before a request was written.
      if (!isAppError(error, "invalid-input")) throw error;
      return { outcome: "refused", code: error.code, message: textOf(error), forbidden: false };
    }
  };
}

function attemptOf(result: SendResult): Attempt {
  switch (result.kind) {
    case "accepted":
      return { outcome: "accepted", reference: result.smsId };
    case "refused":
      return { outcome: "refused", code: result.code, message: result.message, forbidden: result.status === 403 };
    case "unknown":
      return { outcome: "unknown", code: result.code, message: result.message, cut: wasCut(result.code) };
    case "not-sent":
      return { ...result, outcome: "not-sent" };
    default:
      return assertNever(result);
  }
}
