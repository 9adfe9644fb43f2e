/** Records the state changes of a run, and reports its automatic actions. */
import { codedText, type CodedText, isSameText } from "#shared/texts/coded-text.ts";
import type { PauseReason } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { Clock } from "../../../core/hosts.ts";
import type { RowCounts } from "../../../core/jobs/ledger.ts";
import type { JobEvent, WaitReason } from "../../../core/jobs/transitions.ts";
import type { StoredCampaign } from "../ledger/queries-state.ts";
import type { CampaignStore } from "../ledger/sqlite-ledger.ts";
import type { NoticeEvent } from "../notice.ts";
import type { ApiClient } from "../../../core/api/client.ts";
import { type SendResult, sendSms } from "../../../core/api/sms.ts";
import { assertNever, isAppError, textOf } from "#shared/failure.ts";
import type { WorkerLoopOptions } from "../../../core/jobs/worker-loop.ts";
import type { AcceptedSample } from "./list-evaluator.ts";
import { type Attempt, wasCut } from "../../../core/jobs/attempt.ts";

/** How a run was requested to stop. "abort": a pause that also aborts its requests in flight, as "stop-all" does. */
export type StopRequest = "pause" | "abort" | "cancel" | "stop-all" | "quit";

export interface RunStepsOptions {
  readonly campaign: { readonly id: number };
  readonly store: CampaignStore;
  readonly clock: Clock;
  readonly onState: () => void;
  readonly onNotice: (event: NoticeEvent) => void;
}

export interface RunSteps {
  /** Resolves when the campaign has left its initial state. */
  readonly started: Promise<void>;
  /** Resolves `started`: the campaign has left its initial state, or never will. */
  begin(): void;
  schedule(message: CodedText): Promise<void>;
  start(): Promise<void>;
  /** Sets the state to running after a wait; stores nothing where it is already. */
  resume(): Promise<void>;
  /** Sets the state to waiting for a condition that ends without an operator; stores nothing where it already waits for the same. */
  wait(reason: WaitReason, message: CodedText, since?: number): Promise<void>;
  /** Pauses the campaign automatically. */
  pause(reason: PauseReason, message: CodedText | undefined): Promise<void>;
  /** Ends the campaign with its pending recipients cancelled, by its schedule or by an operator. */
  cancel(code: "cancelled" | "missed-window" | "expired", message: CodedText): Promise<void>;
  finish(counts: RowCounts): Promise<void>;
  endAsRequested(request: StopRequest): Promise<void>;
  /** Reports a state that was stored elsewhere. */
  notifyState(): void;
  /** Discards the remembered state: the store may have changed it, for example at a gate. */
  invalidateState(): void;
}

export const stopAllMessage = codedText("panic-stop");

export function createRunSteps(options: RunStepsOptions): RunSteps {
  const { store, clock, campaign, onNotice } = options;
  const started = Promise.withResolvers<void>();
  /** State after the last change by this run; undefined where it has to be read. */
  let now: StoredCampaign | undefined;
  const current = async (): Promise<StoredCampaign> => (now ??= await store.getCampaign(campaign.id));
  const notifyState = (): void => {
    started.resolve();
    options.onState();
  };

  async function move(
    event: JobEvent,
    cause: {
      readonly reason?: PauseReason;
      readonly message?: CodedText;
      readonly since?: number;
    } = {},
  ): Promise<void> {
    now = await store.moveCampaign({ campaign: campaign.id, event, ...cause, now: clock.now() });
    notifyState();
  }

  async function drop(code: "cancelled" | "missed-window" | "expired", message: CodedText): Promise<void> {
    await store.cancelCampaign({ campaign: campaign.id, code, message, now: clock.now() });
    notifyState();
    if (code !== "cancelled") onNotice({ kind: "dropped", code, message });
  }

  return {
    started: started.promise,
    begin: () => started.resolve(),
    notifyState,
    invalidateState: () => {
      now = undefined;
    },
    cancel: drop,
    schedule: (message) => move("schedule", { message }),
    start: () => move("start"),
    async resume() {
      const { state } = await current();
      if (state !== "running") await move("start");
    },
    async wait(reason, message, since) {
      const before = await current();
      if (before.state === "waiting" && before.reason === reason && isSameText(before.message, message))
        return notifyState();
      await move("wait", { reason, message, since });
    },
    async pause(reason, message) {
      await move("pause", { reason, message });
      onNotice({ kind: "paused", reason, message });
    },
    async finish(counts) {
      await move("finish");
      onNotice({ kind: "finished", counts });
    },
    async endAsRequested(request) {
      switch (request) {
        case "cancel":
          return drop("cancelled", codedText("cancelled-by-person"));
        case "stop-all":
          return move("pause", { reason: "user", message: stopAllMessage });
        case "quit": {
          // A campaign that waits keeps its state: the next start of the program continues it.
          const { state } = await current();
          if (state !== "running") return notifyState();
          const message = codedText("closed-while-running");
          return move("pause", { reason: "interrupted", message });
        }
        case "pause":
        case "abort":
          return move("pause", { reason: "user" });
      }
    },
  };
}

// Sends one recipient's SMS and maps the result to an outcome of the engine.

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
