/** A campaign that is being written: its steps, and what they lack. Pure. */
import { t } from "#shared/texts/text.ts";
import type { DraftBody, DraftStep, SavedList } from "#contract/drafts.ts";
import { fromProblem } from "../../lib/sender-number.ts";

export const steps: readonly { readonly id: DraftStep; readonly title: string }[] = [
  { id: "audience", title: t(($) => $.planning.steps.audience) },
  { id: "text", title: t(($) => $.planning.steps.text) },
  { id: "safety", title: t(($) => $.planning.steps.safety) },
  { id: "review", title: t(($) => $.planning.steps.review) },
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

/**
 * What a preview is made of. Compared by identity: an audience may name a hundred thousand endpoints, and what is not written anew stays
 * the very same.
 */
export interface PreviewQuestion extends Pick<DraftBody, "audience" | "text" | "bindings" | "maxSegments"> {
  readonly connection: string | undefined;
}

export function previewQuestion({
  body: { audience, text, bindings, maxSegments },
  connection,
}: {
  readonly body: DraftBody;
  readonly connection: string | undefined;
}): PreviewQuestion {
  return {
    connection,
    ...(audience === undefined ? {} : { audience }),
    ...(text === undefined ? {} : { text }),
    ...(bindings === undefined ? {} : { bindings }),
    ...(maxSegments === undefined ? {} : { maxSegments }),
  };
}

export function sameQuestion(a: PreviewQuestion, b: PreviewQuestion): boolean {
  const sameAudience = a.connection === b.connection && a.audience === b.audience;
  return sameAudience && a.text === b.text && a.bindings === b.bindings && a.maxSegments === b.maxSegments;
}

/** What is typed without what stands at this path and below it. */
export function withoutInputs(inputs: DraftBody["typed"], path: string): Readonly<Record<string, string>> {
  const rest = Object.entries(inputs ?? {}).filter(([field]) => field !== path && !field.startsWith(`${path}.`));
  return Object.fromEntries(rest);
}

/** What a step still lacks: the field's path and a sentence. */
export interface DraftIssue {
  readonly step: DraftStep;
  readonly field: string;
  readonly message: string;
}

/** Fields that hold text of their own until a person adds it: left over, it would be lost in silence. */
const waiting: Readonly<Record<string, string>> = {
  list: t(($) => $.planning.problems.pastedList),
  filter: t(($) => $.planning.problems.filter),
  suppress: t(($) => $.planning.problems.suppression),
};

/** Columns that can name the endpoint. */
export function namedColumns({ columns }: Pick<SavedList, "columns">): readonly string[] {
  return [...new Set(columns.filter((title) => title !== ""))];
}

type Audience = NonNullable<DraftBody["audience"]>;

const columnPath = "column.";

/** The draft with a list that was read, and without what was pasted into `field`. Without a column for its endpoints it stays incomplete. */
export function withList(
  { audience = [], typed: inputs = {} }: DraftBody,
  list: SavedList,
  field: string | undefined,
): Pick<DraftBody, "audience" | "typed"> {
  const rest = field === undefined ? inputs : withoutInputs(inputs, field);
  const isOpen = namedColumns(list).length > 1 && list.column === undefined;
  return {
    audience: [...audience, { op: "add", source: { list: { id: list.id } } }],
    typed: isOpen ? { ...rest, [columnField(list.id)]: list.name } : rest,
  };
}

/** The draft with another audience: what a list lacks goes with the list, and once its column is chosen. */
export function withAudience(
  { typed: inputs = {} }: DraftBody,
  audience: Audience,
): Pick<DraftBody, "audience" | "typed"> {
  const open = new Set(
    audience.flatMap(({ source }) =>
      "list" in source && source.list.by === undefined ? [columnField(source.list.id)] : [],
    ),
  );
  const rest = Object.entries(inputs).filter(([field]) => listOfField(field) === undefined || open.has(field));
  return { audience, typed: Object.fromEntries(rest) };
}

/** Where the name of a list stands whose column is still to be chosen. */
function columnField(list: number): string {
  return `${columnPath}${list}`;
}

/** The list whose column a field asks for. */
function listOfField(field: string): number | undefined {
  return field.startsWith(columnPath) ? Number(field.slice(columnPath.length)) : undefined;
}

/** Lists of the audience that have a card: each whose column is to be chosen, and the one that was worked on last. */
export function listsOnCards(
  { audience = [], typed: inputs = {} }: DraftBody,
  last: number | undefined,
): readonly number[] {
  const ids = audience.flatMap(({ source }) => ("list" in source ? [source.list.id] : []));
  return [...new Set(ids)].filter((id) => id === last || columnField(id) in inputs);
}

/** What was put into a field of the audience and is not part of it yet. */
export function notAdded(body: DraftBody): readonly DraftIssue[] {
  return inputIssues(body).filter(({ step }) => step === "audience");
}

/** What the numbers are called where they are typed. */
export const numberNames: Readonly<Record<string, string>> = {
  "expect.withinMinutes": t(($) => $.planning.fields.replyWithin),
  maxSegments: t(($) => $.planning.fields.maxSegments),
  rate: t(($) => $.planning.fields.rate),
  concurrency: t(($) => $.planning.fields.concurrency),
  "stopRule.refusedShare": t(($) => $.planning.fields.rejectedShare),
  "stopRule.minimumAttempts": t(($) => $.planning.fields.minimumAttempts),
  "stopRule.consecutive": t(($) => $.planning.fields.consecutive),
  "stopRule.forbidden": t(($) => $.planning.fields.forbidden),
  "stopRule.outageLimitMinutes": t(($) => $.planning.fields.outageLimit),
  "rings.canary.size": t(($) => $.planning.fields.canarySize),
  "rings.canary.gate.share": t(($) => $.planning.fields.canaryTarget),
  "rings.canary.gate.withinMinutes": t(($) => $.planning.fields.canaryLimit),
  "rings.waves.size": t(($) => $.planning.fields.waveSize),
  "rings.waves.pauseMinutes": t(($) => $.planning.fields.wavePause),
  "rings.waves.gate.share": t(($) => $.planning.fields.waveTarget),
  "rings.waves.gate.withinMinutes": t(($) => $.planning.fields.waveLimit),
  "schedule.missed.lateMinutes": t(($) => $.planning.fields.maxDelay),
  "schedule.quiet.from": t(($) => $.planning.fields.quietFrom),
  "schedule.quiet.until": t(($) => $.planning.fields.quietUntil),
  watchHours: t(($) => $.planning.fields.tracking),
};

/** What the moments are called where they are typed. */
const timeNames: Readonly<Record<string, string>> = {
  "schedule.at": t(($) => $.planning.fields.startTime),
  "schedule.expiresAt": t(($) => $.planning.fields.endTime),
};

export function issuesOf(body: DraftBody): readonly DraftIssue[] {
  return [...audienceIssues(body), ...textIssues(body), ...inputIssues(body), ...safetyIssues(body)];
}

function audienceIssues({ audience = [] }: DraftBody): readonly DraftIssue[] {
  if (audience.some(({ op }) => op === "add")) return [];
  return [{ step: "audience", field: "audience", message: t(($) => $.planning.problems.audience) }];
}

function textIssues({ name = "", from = "", text = "" }: DraftBody): readonly DraftIssue[] {
  const issue = (field: string, message: string | undefined): readonly DraftIssue[] =>
    message === undefined ? [] : [{ step: "text", field, message }];
  return [
    ...issue("name", name.trim() === "" ? t(($) => $.planning.problems.name) : undefined),
    ...issue("from", fromProblem(from)),
    ...issue("text", text.trim() === "" ? t(($) => $.planning.problems.text) : undefined),
  ];
}

function inputIssues({ typed: inputs = {} }: DraftBody): readonly DraftIssue[] {
  return Object.entries(inputs).flatMap(([field, text]): DraftIssue[] => {
    if (text.trim() === "") return [];
    const unread = waiting[field];
    if (unread !== undefined) return [{ step: "audience", field, message: unread }];
    if (listOfField(field) !== undefined) {
      const message = t(($) => $.planning.problems.identifierColumn, { list: text });
      return [{ step: "audience", field, message }];
    }
    const time = timeNames[field];
    if (time !== undefined) {
      const message = t(($) => $.planning.problems.time, { field: time });
      return [{ step: "safety", field, message }];
    }
    const message = t(($) => $.planning.problems.value, { input: text.trim(), field: numberNames[field] ?? field });
    return [{ step: isOfText(field) ? "text" : "safety", field, message }];
  });
}

function isOfText(field: string): boolean {
  return field === "maxSegments" || field.startsWith("expect.");
}

function safetyIssues({ schedule, rings: rollout, expect, watchHours }: DraftBody): readonly DraftIssue[] {
  const issue = (field: string, wrong: boolean, message: string): readonly DraftIssue[] =>
    wrong ? [{ step: "safety", field, message }] : [];
  const gates = [rollout?.canary?.gate, rollout?.waves?.gate].filter((gate) => gate !== undefined);
  const { at, expiresAt, quiet } = schedule ?? {};
  return [
    ...issue(
      "schedule.expiresAt",
      at !== undefined && expiresAt !== undefined && expiresAt <= at,
      t(($) => $.planning.problems.endBeforeStart),
    ),
    ...issue(
      "schedule.quiet",
      quiet !== undefined && quiet.fromMinute === quiet.untilMinute,
      t(($) => $.planning.problems.quietHours),
    ),
    ...issue(
      "rings",
      expect === undefined && gates.some(({ on }) => on === "expected-reply"),
      t(($) => $.planning.problems.gateReply),
    ),
    ...issue(
      "watchHours",
      watchHours === 0 && gates.length > 0,
      t(($) => $.planning.problems.gateTracking),
    ),
  ];
}

/** The problem of one field, to be shown under it. */
export function issueOf(body: DraftBody, field: string): string | undefined {
  return issuesOf(body).find((issue) => issue.field === field)?.message;
}
