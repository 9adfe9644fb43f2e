/** What the parts of a campaign mean, in words. Pure. */
import type { Exclusion, AudienceSource, AudienceSteps, Gate, Rings, Schedule } from "#contract/campaign-words.ts";
import { count, counted } from "../../lib/format.ts";
import { tidy } from "./number-model.ts";

/** Undefined: not known yet. `missing`: it is no more, or belongs to another connection. */
export interface Names {
  readonly views: ReadonlyMap<number, string>;
  readonly audiences: ReadonlyMap<number, string>;
  readonly lists: ReadonlyMap<number, string>;
  readonly campaigns: ReadonlyMap<string, string>;
}

export const partWords = {
  all: "Everybody",
  accepted: "The accepted",
  refused: "The refused",
  unknown: "The unknown",
  pending: "Those not started",
  undelivered: "The undelivered",
  silent: "The silent ones",
  unanswered: "Those without the expected answer",
} as const;

/** A source in words: `Saved view “North”`. */
export function sourceWords(source: AudienceSource, names: Names): string {
  if ("csv" in source) return `File ${source.csv.file}${byWords(source.csv.by)}`;
  if ("list" in source) {
    const { id, by } = source.list;
    return `List “${names.lists.get(id) ?? `number ${id}`}”${byWords(by)}`;
  }
  if ("filter" in source) return source.filter.trim() === "" ? "Every endpoint" : `Endpoints with ${source.filter}`;
  if ("view" in source) return `Saved view “${names.views.get(source.view) ?? `number ${source.view}`}”`;
  if ("audience" in source) return `Audience “${names.audiences.get(source.audience) ?? `number ${source.audience}`}”`;
  if ("ids" in source) return counted(source.ids.length, "chosen endpoint");
  const { campaignId, which } = source.campaign;
  return `${partWords[which]} of “${names.campaigns.get(campaignId) ?? `campaign ${campaignId}`}”`;
}

function byWords(by: string | undefined): string {
  return by === undefined ? "" : `, by its column “${by}”`;
}

/** Takes a step from one place to another. */
export function moved(audience: AudienceSteps, from: number, to: number): AudienceSteps {
  const step = audience[from];
  if (step === undefined || to < 0 || to >= audience.length || from === to) return audience;
  const rest = audience.filter((_, index) => index !== from);
  return [...rest.slice(0, to), step, ...rest.slice(to)];
}

export function percentWords(share: number): string {
  return `${tidy(share * 100)}\u00A0%`; // the sign stays with its number
}

export function gateWords({ on, share, withinMinutes }: Gate): string {
  return `${percentWords(share)} ${on === "delivered" ? "delivered" : "answered as expected"} within ${tidy(withinMinutes)} min`;
}

export function amountWords(amount: { readonly count: number } | { readonly share: number }): string {
  return "count" in amount ? count(amount.count) : percentWords(amount.share);
}

const stratumWords = { tags: "tags", "service-profile": "service profile", "name-prefix": "beginning of the name" };

/** "A canary of 20 over tags; opens at 90 % delivered within 30 min. Then waves of 10 %." */
export function ringsWords(rings: Rings | undefined): string {
  const { canary, waves } = rings ?? {};
  const over = (canary?.over ?? []).map((stratum) => stratumWords[stratum]).join(", ");
  const first =
    canary === undefined
      ? undefined
      : `Canary of ${amountWords(canary.size)}${over === "" ? "" : ` over ${over}`}; opens at ${gateWords(canary.gate)}`;
  const next =
    waves === undefined
      ? undefined
      : `waves of ${amountWords(waves.size)}, ${waves.gate === undefined ? `${tidy(waves.pauseMinutes)} min apart` : gateWords(waves.gate)}`;
  if (first !== undefined) return next === undefined ? `${first}, then everybody` : `${first}, then ${next}`;
  return next === undefined ? "Everybody in one go" : `Waves${next.slice("waves".length)}`;
}

/** "12", or "12 of step 2" where there are several lists. */
export function exclusionPlace(
  { source, sourceRow }: Pick<Exclusion, "source" | "sourceRow">,
  several: boolean,
): string {
  return several ? `${sourceRow} of step ${source + 1}` : String(sourceRow);
}

/** "quiet from 22:00 to 06:00". */
export function quietWords({ quiet }: Pick<Schedule, "quiet">): string {
  if (quiet === undefined) return "no quiet hours";
  return `quiet from ${clockOf(quiet.fromMinute)} to ${clockOf(quiet.untilMinute)}`;
}

export function speedWords(rate: number | undefined, concurrency: number): string {
  const speed = rate === undefined ? "As fast as the rate limit allows" : `${tidy(rate * 60)} a minute`;
  return `${speed}, ${counted(concurrency, "request")} at once`;
}

export function clockOf(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
}

/** "22:00" as minutes of the day. */
export function minuteOf(text: string): number | undefined {
  const found = /^(\d{1,2}):(\d{2})$/.exec(text);
  const [hours, minutes] = [Number(found?.[1]), Number(found?.[2])];
  return found !== null && hours < 24 && minutes < 60 ? hours * 60 + minutes : undefined;
}

/** "24 h". */
export function tidyHours(hours: number): string {
  return `${tidy(hours)} h`;
}
