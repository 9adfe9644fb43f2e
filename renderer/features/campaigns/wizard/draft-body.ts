/** Body of a draft: its audience, lists and pending input. Pure; part of the first bundle, so without texts. */
import type { DraftBody, SavedList } from "#shared/contract/campaigns/drafts.ts";

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

/** The draft with a list added and named after its file, and without the text pasted into `field`. A list without a recognised column gets an open issue. */
export function withList(
  { name, audience = [], invalidInput: inputs = {} }: DraftBody,
  list: SavedList,
  field: string | undefined,
  by?: string,
): Pick<DraftBody, "audience" | "invalidInput" | "name"> {
  const rest = field === undefined ? inputs : withoutInputs(inputs, field);
  const isOpen = namedColumns(list).length > 1 && list.column === undefined && by === undefined;
  return {
    // Only a file has a name of its own.
    name: name ?? (field === undefined ? list.name.replace(/\.[a-z\d]{1,5}$/i, "").slice(0, 120) : undefined),
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
