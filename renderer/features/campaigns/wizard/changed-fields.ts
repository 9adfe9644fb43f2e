/** Differences between a draft and its frozen plan. Pure. */
import { definedFields } from "#shared/defined-fields.ts";
import { defaultMaxSegments } from "#shared/contract/limits.ts";
import type { StopRule } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { DraftBody } from "#shared/contract/campaigns/drafts.ts";
import type { FleetClient } from "#shared/contract/index.ts";

export type PlannedWith = Awaited<ReturnType<FleetClient["campaigns"]["plannedWith"]>>;

/** Defaults of the contract. */
const defaultStopRule: StopRule = {
  refusedShare: 0.2,
  minimumAttempts: 20,
  consecutive: 10,
  forbidden: 2,
  outageLimitMinutes: 720,
};

/** The stop rule of a draft, with defaults for omitted fields. */
export function stopRuleOf({ stopRule = {} }: DraftBody): StopRule {
  return { ...defaultStopRule, ...definedFields(stopRule) };
}

export const usualConcurrency = 16;
export const usualWatchHours = 24;

/** Fields of a draft that are compared with its reviewed plan. */
export type ChangedPart =
  | "name"
  | "sender"
  | "text"
  | "maxSegments"
  | "variables"
  | "audience"
  | "reply"
  | "rollout"
  | "speed"
  | "pauseRules"
  | "schedule"
  | "afterSending";

/** The fields that differ. `asFrozen`: the frozen body if this window has it, since the campaign does not store a long list of ids twice. */
export function changedFields(
  body: DraftBody,
  planned: PlannedWith,
  asFrozen: DraftBody | undefined,
): readonly ChangedPart[] {
  const now = fieldsOf(body);
  const then = asFrozen === undefined ? fieldsOf({ ...planned, audience: planned.audience ?? [] }) : fieldsOf(asFrozen);
  return (Object.keys(now) as ChangedPart[]).filter((part) => !same(now[part], then[part]));
}

function fieldsOf(body: DraftBody): Readonly<Record<ChangedPart, unknown>> {
  return {
    name: (body.name ?? "").trim(),
    sender: (body.from ?? "").trim(),
    text: body.text ?? "",
    maxSegments: body.maxSegments ?? defaultMaxSegments,
    variables: body.bindings ?? {},
    audience: (body.audience ?? []).map(({ op, source }) => [op, source]),
    reply: body.expect ?? null,
    rollout: body.rollout ?? null,
    speed: [body.rate ?? null, body.concurrency ?? usualConcurrency],
    pauseRules: stopRuleOf(body),
    schedule: body.schedule ?? null,
    afterSending: [body.watchHours ?? usualWatchHours, body.whenNotListed ?? "send"],
  };
}

/** Equal as JSON, regardless of the order of keys. */
function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(definedFields(value))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, each]) => [name, sorted(each)]),
  );
}
