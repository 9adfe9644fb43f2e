/** How long sending takes, before anything is sent. Pure. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { Schedule } from "#contract/campaign-schemas.ts";
import { quietFrom, quietUntil } from "../running/schedule.ts";

export interface PaceFacts {
  readonly recipients: number;
  /** Requests per second that a person has set. */
  readonly setRate: number | undefined;
  readonly concurrency: number;
  /** The budget of the address; "none" where nobody limits it. */
  readonly ceiling: "none" | { readonly requests: number; readonly seconds: number };
  /** Requests per second that the governor allows now, on average; less than the ceiling's after the service asked for fewer. */
  readonly allowed: number | undefined;
}

export interface Pace {
  /** Over the whole run. */
  readonly perSecond: number;
  readonly durationMs: number;
  /** A whole sentence. */
  readonly message: CodedText;
}

/** How long one request is assumed to take until its answer. */
const answerMs = 200;
/** What the governor keeps for a person's click: one in a hundred, 20 at most. */
const reserved = (requests: number): number => Math.min(20, Math.floor(requests / 100));

/** What decides how fast a campaign without a set rate sends, after "Rate: ". */
export function defaultRate(ceiling: PaceFacts["ceiling"]): CodedText {
  if (ceiling === "none") return codedText("pace-default-unlimited");
  return codedText("pace-default-limited", { requests: ceiling.requests, span: span(ceiling.seconds) });
}

/** A budget that is not used up lets a burst through at once; after that requests leave as older ones leave its window. */
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

/** When work that begins at `start` is done: quiet hours interrupt it. */
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
