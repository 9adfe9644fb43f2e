/** What stands between a change of many and the service: waited out for a while, then the work is interrupted. */
import type { AppError } from "../../../failure.ts";
import type { Clock } from "../../../hosts.ts";
import { createTrouble, type NotSentCause } from "../../../jobs/trouble.ts";

/** The work cannot go on now; the message says why. */
export class Interrupted extends Error {}

export interface Patience {
  /** Waits a growing while where there is no connection. */
  rest(signal: AbortSignal): Promise<void>;
  answered(): void;
  /** True when the failure says nothing of this endpoint: it is tried again. Throws `Interrupted` when that has lasted too long. */
  isTrouble(error: AppError): boolean;
  /** The service failed at one endpoint; throws `Interrupted` when it did so many times one after the other. */
  failed(error: AppError): void;
}

const limits = { offlineMs: 30_000, throttledMs: 15 * 60_000 };
const mostFailures = 20;

export function createPatience(clock: Clock): Patience {
  const trouble = createTrouble(clock, limits);
  let failures = 0;
  return {
    rest: (signal) => trouble.rest(signal),
    answered: () => {
      failures = 0;
      trouble.answered();
    },
    isTrouble: (error) => {
      const cause = causeOf(error);
      if (cause === undefined) return false;
      const { code, message } = error;
      const retryAfterMs = error.details?.["retryAfterMs"];
      const after = typeof retryAfterMs === "number" ? { retryAfterMs } : {};
      const end = trouble.notSent({ cause, code, message, ...after });
      if (end !== undefined) throw new Interrupted(end.message);
      return true;
    },
    failed: (error) => {
      if (error.details?.["kind"] === "refused" && error.code !== "not-offered") return;
      failures += 1;
      if (failures < mostFailures) return;
      throw new Interrupted(`The service failed ${mostFailures} times one after the other. ${error.message}`);
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
