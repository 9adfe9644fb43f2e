/** Body of a draft: its audience, lists and pending input, and its differences from a frozen plan. Pure; part of the first bundle, so without texts. */
import type { DraftBody, SavedList } from "#shared/contract/campaigns/drafts.ts";
import { definedFields } from "#shared/defined-fields.ts";
import { defaultMaxSegments } from "#shared/contract/limits.ts";
import type { StopRule } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import type { Template } from "#shared/contract/messages/templates.ts";
import { onlyQuietHours } from "#shared/rules/quiet-hours.ts";

/** One shared object, so selectors that return it do not trigger a render. */
export const emptyBody: DraftBody = {};

/** Text and variables; undefined without a text. */
export function wordingOf({
  text,
  bindings,
}: DraftBody): { text: string; bindings: NonNullable<DraftBody["bindings"]> } | undefined {
  return text === undefined || text.trim() === "" ? undefined : { text, bindings: bindings ?? {} };
}

/** Input of a preview, compared by identity: an audience may have a hundred thousand ids, and unchanged fields keep their object. */
export interface PreviewQuery extends Pick<DraftBody, "audience" | "text" | "bindings" | "maxSegments"> {
  readonly connection: string | undefined;
}

export function previewQueryOf({
  body: { audience, text, bindings, maxSegments },
  connection,
}: {
  readonly body: DraftBody;
  readonly connection: string | undefined;
}): PreviewQuery {
  return {
    connection,
    audience,
    text,
    bindings,
    maxSegments,
  };
}

export function isSamePreviewQuery(a: PreviewQuery, b: PreviewQuery): boolean {
  const sameAudience = a.connection === b.connection && a.audience === b.audience;
  return sameAudience && a.text === b.text && a.bindings === b.bindings && a.maxSegments === b.maxSegments;
}

/** The text of an input field when it was submitted. */
export interface SubmittedInput {
  readonly field: string;
  readonly text: string;
}

/** The inputs without those of this path and below it. */
export function withoutInputs(inputs: DraftBody["invalidInput"], path: string): Readonly<Record<string, string>> {
  const rest = Object.entries(inputs ?? {}).filter(([field]) => field !== path && !field.startsWith(`${path}.`));
  return Object.fromEntries(rest);
}

/** Distinct columns that can identify the endpoint. */
export function namedColumns({ columns }: Pick<SavedList, "columns">): readonly string[] {
  return [...new Set(columns.filter((title) => title !== ""))];
}

type Audience = NonNullable<DraftBody["audience"]>;

const columnPath = "column.";

/** The draft with a list added and named after its file, and without the text pasted into a field, unless that was edited since. A list without a recognised column gets an open issue. */
export function withList(
  { name, audience = [], invalidInput: inputs = {} }: DraftBody,
  list: SavedList,
  pasted: SubmittedInput | undefined,
  by?: string,
): Pick<DraftBody, "audience" | "invalidInput" | "name"> {
  const isUnchanged = pasted !== undefined && inputs[pasted.field] === pasted.text;
  const rest = isUnchanged ? withoutInputs(inputs, pasted.field) : inputs;
  const isOpen = namedColumns(list).length > 1 && list.column === undefined && by === undefined;
  return {
    // Only a file has a name of its own.
    name: name ?? (pasted === undefined ? list.name.replace(/\.[a-z\d]{1,5}$/i, "").slice(0, 120) : undefined),
    audience: [...audience, { op: "add", source: { list: { id: list.id, by } } }],
    invalidInput: isOpen ? { ...rest, [columnField(list.id)]: list.name } : rest,
  };
}

/** The draft with another audience; column issues of removed lists, and of lists with a selected column, are removed. */
export function withAudience(
  { invalidInput: inputs = {} }: DraftBody,
  audience: Audience,
): Pick<DraftBody, "audience" | "invalidInput"> {
  const open = new Set(
    audience.flatMap(({ source }) =>
      "list" in source && source.list.by === undefined ? [columnField(source.list.id)] : [],
    ),
  );
  const rest = Object.entries(inputs).filter(([field]) => listOfField(field) === undefined || open.has(field));
  return { audience, invalidInput: Object.fromEntries(rest) };
}

/** Input path that stores the name of a list while its column is not selected. */
export function columnField(list: number): string {
  return `${columnPath}${list}`;
}

/** The id of the list in a path of `columnField`. */
export function listOfField(field: string): number | undefined {
  return field.startsWith(columnPath) ? Number(field.slice(columnPath.length)) : undefined;
}

/** Lists of the audience with a card: those without a selected column, and the one edited last. */
export function listsOnCards(
  { audience = [], invalidInput: inputs = {} }: DraftBody,
  last: number | undefined,
): readonly number[] {
  const ids = audience.flatMap(({ source }) => ("list" in source ? [source.list.id] : []));
  return [...new Set(ids)].filter((id) => id === last || columnField(id) in inputs);
}

/** Text, default values and expected reply of a template. Values that the operator set stay; defaults of the former template do not. */
export function changeFromTemplate(
  { id, text, variables, expect }: Template,
  { bindings = {} }: DraftBody,
): Pick<DraftBody, "template" | "text" | "bindings" | "expect"> {
  const own = Object.entries(bindings).filter(([, binding]) => !("default" in binding));
  const defaults = variables.flatMap(({ name, standard }) =>
    standard === undefined ? [] : [[name, { default: standard }] as const],
  );
  return { template: id, text, bindings: Object.fromEntries([...defaults, ...own]), expect };
}

// Differences between a draft and its frozen plan.

export type PlannedWith = Awaited<ReturnType<FleetClient["campaigns"]["plannedWith"]>>;

/** A draft with the settings of a campaign, for the same audience, or for those of its recipients. */
export function copyOf(
  { schedule, ...planned }: PlannedWith,
  name: string,
  { campaignId, part }: { readonly campaignId: string; readonly part: "all" | "silent" },
): DraftBody {
  const lists = part === "silent" ? undefined : planned.audience;
  // Without the lists, a default would replace each recipient's own value.
  const own = Object.entries(planned.bindings).filter(([, binding]) => lists !== undefined || !("default" in binding));
  return {
    ...planned,
    schedule: onlyQuietHours(schedule),
    name: name.slice(0, 120),
    audience: lists ?? [{ op: "add", source: { campaign: { campaignId, part } } }],
    bindings: Object.fromEntries(own),
  };
}

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

/** The fields that differ. `asFrozen`: the body that this window froze, for its audience: the campaign does not store a long list of ids twice. */
export function changedFields(
  body: DraftBody,
  planned: PlannedWith,
  asFrozen: DraftBody | undefined,
): readonly ChangedPart[] {
  const now = fieldsOf(body);
  const then = fieldsOf({ ...planned, audience: planned.audience ?? asFrozen?.audience ?? [] });
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
