/** A campaign that is being written: what it lacks, and what its parts mean in words. Pure. */
import type { AudienceSource, AudienceSteps, Gate, Rings, Schedule } from "#contract/campaign-words.ts";
import type { DraftBody, DraftStep } from "#contract/drafts.ts";
import { count, counted } from "../../lib/format.ts";

export const steps: readonly { readonly id: DraftStep; readonly title: string }[] = [
  { id: "audience", title: "Audience" },
  { id: "text", title: "Text" },
  { id: "safety", title: "Safety" },
  { id: "review", title: "Review" },
];

/** One and the same, so that whoever watches it sees no change. */
export const nothingWritten: DraftBody = {};

export function isStep(text: string | undefined): text is DraftStep {
  return steps.some(({ id }) => id === text);
}

/** The text with its variables, once there is one. */
export function wordingOf({
  text,
  bindings,
}: DraftBody): { text: string; bindings: NonNullable<DraftBody["bindings"]> } | undefined {
  return text === undefined || text.trim() === "" ? undefined : { text, bindings: bindings ?? {} };
}

/** What a step still lacks: the field's name and a sentence. */
export interface Lack {
  readonly step: DraftStep;
  readonly field: string;
  readonly message: string;
}

export function lacksOf(body: DraftBody): readonly Lack[] {
  const lacks: Lack[] = [];
  const lack = (step: DraftStep, field: string, message: string): void => void lacks.push({ step, field, message });
  const audience = body.audience ?? [];
  if (!audience.some(({ op }) => op === "add")) lack("audience", "audience", "Nobody is in the audience yet.");
  if ((body.name ?? "").trim() === "") lack("text", "name", "The campaign has no name.");
  if (!/^\d{1,15}$/.test((body.from ?? "").trim())) lack("text", "from", fromProblem(body.from ?? ""));
  if ((body.text ?? "").trim() === "") lack("text", "text", "The text is empty.");
  for (const [field, typed] of Object.entries(body.typed ?? {})) {
    if (typed.trim() !== "") lack("safety", field, `“${typed}” is not a value of this field.`);
  }
  const { schedule } = body;
  if (schedule?.at !== undefined && schedule.expiresAt !== undefined && schedule.expiresAt <= schedule.at) {
    lack("safety", "expiresAt", "The campaign would expire before it starts.");
  }
  const gates = [body.rings?.canary?.gate, body.rings?.waves?.gate];
  if (gates.some((gate) => gate?.on === "expected-reply") && body.expect === undefined) {
    lack("safety", "gate", "A gate waits for the expected answer, and the text expects none.");
  }
  if (gates.some((gate) => gate !== undefined) && body.watchHours === 0) {
    lack("safety", "watchHours", "A gate needs delivery checks, and none are made.");
  }
  return lacks;
}

function fromProblem(from: string): string {
  return from.trim() === ""
    ? "The sender number is missing."
    : "The sender number may have 1 to 15 digits and nothing else.";
}

/** The problem of one field, to be shown under it. */
export function lackOf(body: DraftBody, field: string): string | undefined {
  return lacksOf(body).find((lack) => lack.field === field)?.message;
}

export interface Names {
  readonly views: ReadonlyMap<number, string>;
  readonly audiences: ReadonlyMap<number, string>;
  readonly lists: ReadonlyMap<number, string>;
  readonly campaigns: ReadonlyMap<string, string>;
}

/** A source in words: `The saved view "North"`. */
export function sourceWords(source: AudienceSource, names: Names): string {
  if ("csv" in source) return `The file ${source.csv.file}`;
  if ("list" in source) return `The list ${names.lists.get(source.list.id) ?? source.list.id}`;
  if ("filter" in source) return source.filter.trim() === "" ? "Every endpoint" : `Endpoints with ${source.filter}`;
  if ("view" in source) return `The saved view ${names.views.get(source.view) ?? source.view}`;
  if ("audience" in source) return `The audience ${names.audiences.get(source.audience) ?? source.audience}`;
  if ("ids" in source) return counted(source.ids.length, "chosen endpoint");
  const { campaignId, which } = source.campaign;
  return `${partWords[which]} of “${names.campaigns.get(campaignId) ?? campaignId}”`;
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

/** Moves a step of the audience up (-1) or down (1). */
export function moved(audience: AudienceSteps, index: number, by: -1 | 1): AudienceSteps {
  const step = audience[index];
  const other = audience[index + by];
  if (step === undefined || other === undefined) return audience;
  return audience.map((each, at) => (at === index ? other : at === index + by ? step : each));
}

export function gateWords({ on, share, withinMinutes }: Gate): string {
  return `${Math.round(share * 100)} % ${on === "delivered" ? "delivered" : "answered as expected"} within ${withinMinutes} min`;
}

export function ringsWords(rings: Rings | undefined): string {
  const parts: string[] = [];
  if (rings?.canary !== undefined)
    parts.push(`a canary of ${amountWords(rings.canary.size)}, ${gateWords(rings.canary.gate)}`);
  if (rings?.waves !== undefined) parts.push(`waves of ${amountWords(rings.waves.size)}`);
  return parts.length === 0 ? "Everybody in one go" : `First ${parts.join(", then ")}`;
}

export function amountWords(amount: { readonly count: number } | { readonly share: number }): string {
  return "count" in amount ? counted(amount.count, "recipient") : `${count(Math.round(amount.share * 1000) / 10)} %`;
}

/** "22:00 to 06:00". */
export function quietWords({ quiet }: Schedule): string {
  if (quiet === undefined) return "no quiet hours";
  return `quiet from ${clockOf(quiet.fromMinute)} to ${clockOf(quiet.untilMinute)}`;
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
