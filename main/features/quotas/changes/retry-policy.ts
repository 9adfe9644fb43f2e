/** Retries during outages in a change of many endpoints: waits for a limited time, then interrupts the run. */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError, textOf } from "#shared/failure.ts";
import type { Clock } from "../../../core/hosts.ts";
import { createOutageTracker, type NotSentCause } from "../../../core/jobs/outage-tracker.ts";

/** The run cannot continue now; code and message give the reason. */
export class Interrupted extends AppError {}

export interface RetryPolicy {
  /** Waits with growing delays while there is no connection. */
  rest(signal: AbortSignal): Promise<void>;
  answered(): void;
  /** Number of answers so far. */
  answers(): number;
  /**
   * Returns true when the failure concerns the whole service, so that the endpoint is tried again. Throws `Interrupted`
   * when the outage has lasted too long, or when a read was throttled until its retries were used up and no answer
   * arrived since `answersBefore`.
   */
  isOutage(error: AppError, answersBefore?: number): boolean;
  /** Counts a failure of one endpoint; throws `Interrupted` after many in a row. */
  failed(error: AppError): void;
}

const limits = { offlineMs: 30_000, namedMs: 15 * 60_000, unnamedMs: 15 * 60_000 };
const mostFailures = 20;

export function createRetryPolicy(clock: Clock): RetryPolicy {
  const outage = createOutageTracker(clock, limits);
  let failures = 0;
  let answers = 0;
  return {
    rest: (signal) => outage.rest(signal),
    answered: () => {
      failures = 0;
      answers += 1;
      outage.answered();
    },
    answers: () => answers,
    isOutage: (error, answersBefore) => {
      const cause = causeOf(error);
      if (cause === undefined) return false;
      const { code } = error;
      const retryAfterMs = error.details?.["retryAfterMs"];
      const after = typeof retryAfterMs === "number" ? { retryAfterMs } : {};
      const end = outage.notSent({ cause, code, message: textOf(error), ...after });
      if (end !== undefined || (cause === "throttled" && answers === answersBefore)) {
        throw new Interrupted(code, textOf(error), { cause: error });
      }
      return true;
    },
    failed: (error) => {
      if (error.details?.["kind"] === "refused" && error.code !== "not-offered") return;
      failures += 1;
      if (failures < mostFailures) return;
      const message = codedText("quota-service-failing", { failures: mostFailures, failure: textOf(error) });
      throw new Interrupted(error.code, message, { cause: error });
    },
  };
}

const causes: Readonly<Record<string, NotSentCause>> = {
  offline: "offline",
  throttled: "throttled",
  "signed-out": "signed-out",
};

function causeOf({ details }: AppError): NotSentCause | undefined {
  const kind = details?.["kind"];
  return typeof kind === "string" && Object.hasOwn(causes, kind) ? causes[kind] : undefined;
}
