/** What stands between a change of many and the service: waited out for a while, then the work is interrupted. */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError, textOf } from "../../../failure.ts";
import type { Clock } from "../../../hosts.ts";
import { createOutageTracker, type NotSentCause } from "../../../jobs/outage-tracker.ts";

/** The work cannot go on now; code and message say why. */
export class Interrupted extends AppError {}

export interface RetryPolicy {
  /** Waits a growing while where there is no connection. */
  rest(signal: AbortSignal): Promise<void>;
  answered(): void;
  /** So many answers until now. */
  answers(): number;
  /**
   * True when the failure says nothing of this endpoint: it is tried again. Throws `Interrupted` when that has lasted too long, or
   * when a read was throttled until its repetitions were used up and nothing was answered since `answersBefore`.
   */
  isOutage(error: AppError, answersBefore?: number): boolean;
  /** The service failed at one endpoint; throws `Interrupted` when it did so many times one after the other. */
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
