/** Texts for the parts of a campaign. Pure. */
import { formatText, t } from "#shared/texts/text.ts";
import type {
  Exclusion,
  AudienceSource,
  AudienceSteps,
  Gate,
  WavePlan,
  Schedule,
} from "#shared/contract/campaigns/campaign-schemas.ts";
import { formatNumber, formatPercent } from "#shared/format.ts";
import { type AsyncState, dataOf } from "../../../lib/async-state.ts";
import { inSentence } from "../../../lib/records.ts";
import { formatNumberInput } from "../../../lib/parse-number.ts";

/** Undefined: not loaded. `missing`: deleted, or in another connection. */
export interface Names {
  readonly views: ReadonlyMap<number, string>;
  readonly audiences: ReadonlyMap<number, string>;
  readonly lists: ReadonlyMap<number, string>;
  readonly campaigns: ReadonlyMap<string, string>;
}

export const recipientGroupLabels = {
  all: t(($) => $.planning.selections.all),
  accepted: t(($) => $.planning.selections.accepted),
  refused: t(($) => $.planning.selections.rejected),
  unknown: t(($) => $.planning.selections.unknown),
  pending: t(($) => $.planning.selections.pending),
  undelivered: t(($) => $.planning.selections.undelivered),
  silent: t(($) => $.planning.selections.silent),
  unanswered: t(($) => $.planning.selections.unanswered),
} as const;

export function formatSource(source: AudienceSource, names: Names): string {
  if ("csv" in source) {
    const { file, by: column } = source.csv;
    return column === undefined
      ? t(($) => $.planning.sources.file, { file })
      : t(($) => $.planning.sources.fileByColumn, { file, column });
  }
  if ("list" in source) {
    const { id, by: column } = source.list;
    const name = names.lists.get(id) ?? numbered(id);
    return column === undefined
      ? t(($) => $.planning.sources.list, { name })
      : t(($) => $.planning.sources.listByColumn, { name, column });
  }
  if ("filter" in source) {
    const { filter } = source;
    return filter.trim() === ""
      ? t(($) => $.planning.sources.allEndpoints)
      : t(($) => $.planning.sources.filter, { filter });
  }
  if ("view" in source)
    return t(($) => $.planning.sources.view, { name: names.views.get(source.view) ?? numbered(source.view) });
  if ("audience" in source)
    return t(($) => $.planning.sources.audience, {
      name: names.audiences.get(source.audience) ?? numbered(source.audience),
    });
  if ("ids" in source) return t(($) => $.planning.sources.selected, { count: source.ids.length });
  const { campaignId, part } = source.campaign;
  const name = names.campaigns.get(campaignId) ?? numbered(campaignId);
  return t(($) => $.planning.sources.campaign, { name, part: recipientGroupLabels[part] });
}

/** Label while the name is not loaded, or after it was deleted. */
function numbered(id: number | string): string {
  return `#${id}`;
}

/** Moves a step to another position. */
export function moveStep(audience: AudienceSteps, from: number, to: number): AudienceSteps {
  const step = audience[from];
  if (step === undefined || to < 0 || to >= audience.length || from === to) return audience;
  const rest = audience.filter((_, index) => index !== from);
  return [...rest.slice(0, to), step, ...rest.slice(to)];
}

function formatGate({ on, share: needed, withinMinutes }: Gate): string {
  const [share, minutes] = [formatPercent(needed), formatNumberInput(withinMinutes)];
  return on === "delivered"
    ? t(($) => $.planning.rollout.gateDelivered, { share, minutes })
    : t(($) => $.planning.rollout.gateReply, { share, minutes });
}

function formatAmount(amount: { readonly count: number } | { readonly share: number }): string {
  return "count" in amount ? formatNumber(amount.count) : formatPercent(amount.share);
}

export const stratumLabels = {
  tags: t(($) => $.planning.rollout.tags),
  "service-profile": t(($) => $.planning.rollout.serviceProfile),
  "name-prefix": t(($) => $.planning.rollout.namePrefix),
} as const;

/** Joins texts with " · ", without missing ones. */
export function joinFacts(facts: readonly (string | undefined)[]): string {
  return facts.filter((fact) => fact !== undefined).join(" · ");
}

/** Canary and waves as one line. */
export function formatRollout(rollout: WavePlan | undefined): string {
  const { canary, waves } = rollout ?? {};
  if (canary === undefined) return waves === undefined ? t(($) => $.planning.rollout.allAtOnce) : formatWaves(waves);
  return joinFacts([
    formatCanary(canary),
    waves === undefined ? t(($) => $.planning.rollout.rest) : formatWaves(waves),
  ]);
}

function formatCanary({ size: amount, gate: condition, over }: NonNullable<WavePlan["canary"]>): string {
  const [size, gate] = [formatAmount(amount), formatGate(condition)];
  if (over.length === 0) return t(($) => $.planning.rollout.canary, { size, gate });
  const strata = over.map((stratum) => inSentence(stratumLabels[stratum])).join(", ");
  return t(($) => $.planning.rollout.canarySampled, { size, strata, gate });
}

function formatWaves({ size: amount, gate, pauseMinutes }: NonNullable<WavePlan["waves"]>): string {
  const spacing = { size: formatAmount(amount), minutes: formatNumberInput(pauseMinutes) };
  return gate === undefined
    ? t(($) => $.planning.rollout.waves, spacing)
    : t(($) => $.planning.rollout.wavesGate, { ...spacing, gate: formatGate(gate) });
}

/** "12", or with its step if there are several. */
export function exclusionPlace(
  { source, sourceRow }: Pick<Exclusion, "source" | "sourceRow">,
  several: boolean,
): string {
  return several ? t(($) => $.planning.excluded.rowOfStep, { row: sourceRow, step: source + 1 }) : String(sourceRow);
}

export function formatQuietHours({ quiet }: Pick<Schedule, "quiet">): string {
  if (quiet === undefined) return t(($) => $.planning.schedule.noQuietHours);
  return t(($) => $.planning.schedule.quietHours, {
    from: clockOf(quiet.fromMinute),
    until: clockOf(quiet.untilMinute),
  });
}

export function formatSpeed(rate: number | undefined, concurrency: number): string {
  const speed =
    rate === undefined
      ? t(($) => $.planning.speed.maximum)
      : t(($) => $.planning.speed.perMinute, { rate: formatNumber(rate * 60) });
  return joinFacts([speed, t(($) => $.planning.speed.requests, { count: concurrency })]);
}

export function clockOf(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
}

/** Parses "22:00" to minutes of the day. */
export function minuteOf(text: string): number | undefined {
  const match = /^(\d{1,2}):(\d{2})$/.exec(text);
  const [hours, minutes] = [Number(match?.[1]), Number(match?.[2])];
  return match !== null && hours < 24 && minutes < 60 ? hours * 60 + minutes : undefined;
}

/** The start of a variable name before the cursor, whose braces are still open. */
export function openVariable(text: string, cursor: number): string | undefined {
  return /\{\{([^{}\n]*)$/.exec(text.slice(0, cursor))?.[1];
}

/** The size of the suppression list, or why it is unknown; undefined until it is loaded. */
export function suppressionText(list: AsyncState<{ readonly entries: readonly unknown[] }>): string | undefined {
  if (list.state === "failed") return formatText(list.failure.text);
  const entries = dataOf(list)?.entries;
  return entries && t(($) => $.planning.suppression.entries, { count: entries.length });
}
