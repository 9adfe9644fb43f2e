/** Estimates how long sending takes. Pure. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { Schedule } from "#shared/contract/campaigns/campaign-schemas.ts";
import { quietFrom, quietUntil } from "../running/schedule.ts";

export interface PaceFacts {
  readonly recipients: number;
  /** Requests per second that an operator set. */
  readonly setRate: number | undefined;
  readonly concurrency: number;
  /** Rate limit of the address; "none" where there is no limit. */
  readonly ceiling: "none" | { readonly requests: number; readonly seconds: number };
  /** Requests per second that the governor allows now, on average; below the ceiling after the service requested fewer. */
  readonly allowed: number | undefined;
}

export interface Pace {
  /** Average over the whole run. */
  readonly perSecond: number;
  readonly durationMs: number;
  /** A complete sentence. */
  readonly message: CodedText;
}

/** Assumed duration of one request. */
const answerMs = 200;
/** Requests that the governor reserves for interactive use: one in a hundred, at most 20. */
const reserved = (requests: number): number => Math.min(20, Math.floor(requests / 100));

/** What limits the rate of a campaign without a set rate; follows "Rate: ". */
export function defaultRate(ceiling: PaceFacts["ceiling"]): CodedText {
  if (ceiling === "none") return codedText("pace-default-unlimited");
  return codedText("pace-default-limited", { requests: ceiling.requests, span: span(ceiling.seconds) });
}

/** An unused budget allows a burst at once; after that, requests leave as older ones leave its window. */
export function paceOf({ recipients, setRate, concurrency, ceiling, allowed }: PaceFacts): Pace {
  const inFlight = concurrency / (answerMs / 1000);
  const isAdapted =
    ceiling !== "none" && allowed !== undefined && allowed < (ceiling.requests / ceiling.seconds) * 0.999;
  const slow = isAdapted || (ceiling === "none" && allowed !== undefined) ? allowed : undefined;
  const burst = Math.min(setRate ?? Infinity, slow ?? Infinity, inFlight);
  const budget = ceiling === "none" ? undefined : { each: ceiling.requests - reserved(ceiling.requests), ...ceiling };
  const rests = budget === undefined || recipients === 0 ? 0 : Math.floor((recipients - 1) / Math.max(1, budget.each));
  const inBurst = (recipients / burst) * 1000;
  const byBudget =
    budget === undefined || rests === 0
      ? 0
      : rests * budget.seconds * 1000 + ((recipients - rests * Math.max(1, budget.each)) / burst) * 1000;
  const durationMs = Math.round(Math.max(inBurst, byBudget));
  const perSecond = durationMs === 0 ? burst : recipients / (durationMs / 1000);
  const message =
    byBudget > inBurst && budget !== undefined
      ? codedText("pace-rate-limit", { requests: budget.requests, span: span(budget.seconds), campaigns: budget.each })
      : burst === setRate
        ? codedText("pace-set-rate", { rate: amount(setRate) })
        : burst === slow
          ? codedText("pace-slowed-down", { rate: amount(slow) })
          : codedText("pace-concurrency", { count: concurrency, milliseconds: answerMs });
  return { perSecond, durationMs, message };
}

/** End of work that begins at `start`; quiet hours interrupt it. */
export function endOfWork(schedule: Schedule | undefined, start: number, durationMs: number): number {
  if (schedule === undefined) return start + durationMs;
  let at = start;
  for (let left = durationMs; ;) {
    at = quietUntil(schedule, at) ?? at;
    const quiet = quietFrom(schedule, at);
    if (quiet === undefined || at + left <= quiet) return at + left;
    left -= quiet - at;
    at = quiet;
  }
}

function amount(rate: number | undefined): string {
  return rate === undefined ? "" : String(Math.round(rate * 100) / 100);
}

function span(seconds: number): CodedText {
  return seconds % 60 === 0
    ? codedText("span-minutes", { count: seconds / 60 })
    : codedText("span-seconds", { count: seconds });
}
