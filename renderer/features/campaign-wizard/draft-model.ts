/** A campaign that is being written: its steps, and what they lack. Pure. */
import type { DraftBody, DraftStep, KeptList } from "#contract/drafts.ts";
import { fromProblem } from "../../lib/sender-number.ts";

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
  const sameWho = a.connection === b.connection && a.audience === b.audience;
  return sameWho && a.text === b.text && a.bindings === b.bindings && a.maxSegments === b.maxSegments;
}

/** What is typed without what stands at this path and below it. */
export function withoutTyped(typed: DraftBody["typed"], path: string): Readonly<Record<string, string>> {
  const rest = Object.entries(typed ?? {}).filter(([field]) => field !== path && !field.startsWith(`${path}.`));
  return Object.fromEntries(rest);
}

/** What a step still lacks: the field's path and a sentence. */
export interface Lack {
  readonly step: DraftStep;
  readonly field: string;
  readonly message: string;
}

/** Fields that hold text of their own until a person adds it: left over, it would be lost in silence. */
const waiting: Readonly<Record<string, string>> = {
  list: "A list was pasted and is not added yet. Add it, or empty the field.",
  filter: "A filter was typed and is not added yet. Add it, or empty the field.",
  suppress: "Values for the list of those never sent to were typed and are not added yet.",
};

/** Columns that can name the endpoint. */
export function namedColumns({ columns }: Pick<KeptList, "columns">): readonly string[] {
  return [...new Set(columns.filter((title) => title !== ""))];
}

type Audience = NonNullable<DraftBody["audience"]>;

const columnPath = "column.";

/** The draft with a list that was read, and without what was pasted into `field`. Without a column for its endpoints it stays incomplete. */
export function withList(
  { audience = [], typed = {} }: DraftBody,
  list: KeptList,
  field: string | undefined,
): Pick<DraftBody, "audience" | "typed"> {
  const rest = field === undefined ? typed : withoutTyped(typed, field);
  const isOpen = namedColumns(list).length > 1 && list.column === undefined;
  return {
    audience: [...audience, { op: "add", source: { list: { id: list.id } } }],
    typed: isOpen ? { ...rest, [columnField(list.id)]: list.name } : rest,
  };
}

/** The draft with another audience: what a list lacks goes with the list, and once its column is chosen. */
export function withAudience({ typed = {} }: DraftBody, audience: Audience): Pick<DraftBody, "audience" | "typed"> {
  const open = new Set(
    audience.flatMap(({ source }) =>
      "list" in source && source.list.by === undefined ? [columnField(source.list.id)] : [],
    ),
  );
  const rest = Object.entries(typed).filter(([field]) => listOfField(field) === undefined || open.has(field));
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
export function listsOnCards({ audience = [], typed = {} }: DraftBody, last: number | undefined): readonly number[] {
  const ids = audience.flatMap(({ source }) => ("list" in source ? [source.list.id] : []));
  return [...new Set(ids)].filter((id) => id === last || columnField(id) in typed);
}

/** What was put into a field of the audience and is not part of it yet. */
export function notAdded(body: DraftBody): readonly Lack[] {
  return typedLacks(body).filter(({ step }) => step === "audience");
}

/** What the numbers are called where they are typed. */
export const numberNames: Readonly<Record<string, string>> = {
  "expect.withinMinutes": "Answer within, minutes",
  maxSegments: "Segments for each recipient, at most",
  rate: "Messages a minute",
  concurrency: "At the same time",
  "stopRule.refusedShare": "Refused, %",
  "stopRule.minimumAttempts": "Once so many were tried",
  "stopRule.consecutive": "In a row",
  "stopRule.forbidden": "Forbidden",
  "stopRule.outageLimitMinutes": "Outage limit (hours)",
  "rings.canary.size": "Size of the canary",
  "rings.canary.gate.share": "The canary's gate, %",
  "rings.canary.gate.withinMinutes": "The canary's gate, minutes",
  "rings.waves.size": "Size of a wave",
  "rings.waves.pauseMinutes": "Pause between waves",
  "rings.waves.gate.share": "The waves' gate, %",
  "rings.waves.gate.withinMinutes": "The waves' gate, minutes",
  "schedule.missed.lateMinutes": "Minutes late",
  "schedule.quiet.from": "Quiet hours, from",
  "schedule.quiet.until": "Quiet hours, until",
  watchHours: "Hours of delivery checks",
};

/** What the moments are called where they are typed. */
const timeNames: Readonly<Record<string, string>> = {
  "schedule.at": "Starts",
  "schedule.expiresAt": "Sends nothing after",
};

export function lacksOf(body: DraftBody): readonly Lack[] {
  return [...audienceLacks(body), ...textLacks(body), ...typedLacks(body), ...safetyLacks(body)];
}

function audienceLacks({ audience = [] }: DraftBody): readonly Lack[] {
  if (audience.some(({ op }) => op === "add")) return [];
  return [{ step: "audience", field: "audience", message: "Nobody is in the audience yet." }];
}

function textLacks({ name = "", from = "", text = "" }: DraftBody): readonly Lack[] {
  const lack = (field: string, message: string | undefined): readonly Lack[] =>
    message === undefined ? [] : [{ step: "text", field, message }];
  return [
    ...lack("name", name.trim() === "" ? "The campaign has no name." : undefined),
    ...lack("from", fromProblem(from)),
    ...lack("text", text.trim() === "" ? "The text is empty." : undefined),
  ];
}

function typedLacks({ typed = {} }: DraftBody): readonly Lack[] {
  return Object.entries(typed).flatMap(([field, text]): Lack[] => {
    if (text.trim() === "") return [];
    const unread = waiting[field];
    if (unread !== undefined) return [{ step: "audience", field, message: unread }];
    if (listOfField(field) !== undefined) {
      const message = `The column of “${text}” that names the endpoint is not chosen. Choose it, or remove the list.`;
      return [{ step: "audience", field, message }];
    }
    const time = timeNames[field];
    if (time !== undefined) {
      const message = `The date and time of “${time}” are not complete. Complete them, or empty the field.`;
      return [{ step: "safety", field, message }];
    }
    const message = `“${text.trim()}” is no value for “${numberNames[field] ?? field}”.`;
    return [{ step: isOfText(field) ? "text" : "safety", field, message }];
  });
}

function isOfText(field: string): boolean {
  return field === "maxSegments" || field.startsWith("expect.");
}

function safetyLacks({ schedule, rings, expect, watchHours }: DraftBody): readonly Lack[] {
  const lack = (field: string, wrong: boolean, message: string): readonly Lack[] =>
    wrong ? [{ step: "safety", field, message }] : [];
  const gates = [rings?.canary?.gate, rings?.waves?.gate].filter((gate) => gate !== undefined);
  const { at, expiresAt, quiet } = schedule ?? {};
  return [
    ...lack(
      "schedule.expiresAt",
      at !== undefined && expiresAt !== undefined && expiresAt <= at,
      "The campaign would end before it starts.",
    ),
    ...lack(
      "schedule.quiet",
      quiet !== undefined && quiet.fromMinute === quiet.untilMinute,
      "Quiet hours begin and end at the same time.",
    ),
    ...lack(
      "rings",
      expect === undefined && gates.some(({ on }) => on === "expected-reply"),
      "A gate waits for the expected answer, and the text expects none.",
    ),
    ...lack("watchHours", watchHours === 0 && gates.length > 0, "A gate needs delivery checks, and none are made."),
  ];
}

/** The problem of one field, to be shown under it. */
export function lackOf(body: DraftBody, field: string): string | undefined {
  return lacksOf(body).find((lack) => lack.field === field)?.message;
}
