/** Names of the six collections, and their default columns. */
import { isRecord, type JsonRecord, type RecordField, valueAt } from "#shared/records/schema.ts";
import { t } from "../../text.ts";
import { collectionSchema, type Collection } from "#shared/contract/fleet/fleet.ts";
import { badValue } from "../../option-values.ts";
import { parsedArgument, text } from "../../define-command.ts";
import { formatJson } from "../../output.ts";

const hyphenated = (text: string): string => text.replaceAll("-", "_");

/** Accepts `tariff-plan` for `tariff_plan`, and a plural for its singular. */
export function parseCollection(text: string): Collection {
  const name = hyphenated(text.toLowerCase());
  const parsed = collectionSchema.safeParse(name);
  const singular = parsed.success ? parsed : collectionSchema.safeParse(name.replace(/s$/, ""));
  if (singular.success) return singular.data;
  throw badValue(t(($) => $.cli.fleet.collectionUnknown, { collections: collectionSchema.options.join(", ") }));
}

/** The collection of a command. */
export const collectionArgument = parsedArgument(($) => $.cli.fleet.options.collection, parseCollection);

/** Which cached rows, and in which order. */
export const queryOptions = {
  filter: text("<q>", ($) => $.cli.fleet.options.filter),
  sort: text("<fields>", ($) => $.cli.fleet.options.sort),
};

export const audienceOption = text("<name>", ($) => $.cli.fleet.options.audience);

/** Paths of the default columns: the id, and the columns that the window shows by default. */
export function columnPaths(fields: readonly RecordField[]): readonly string[] {
  const visible = fields.flatMap(({ path, list }) => (list === undefined || list.hidden === true ? [] : [path]));
  return ["id", ...visible.filter((path) => path !== "id")];
}

/** Whether a path is that of a field, or leads to a value in the record: records may have more than the fields. */
export function hasPath(fields: readonly RecordField[], record: JsonRecord, path: string): boolean {
  return fields.some((field) => field.name === path || field.path === path) || valueAt(record, path) !== undefined;
}

/** Text of one cell: objects of the shape `{id, name|description}` by name, lists joined. */
export function cellOf(record: Readonly<Record<string, unknown>>, path: string): string {
  return textOf(valueAt(record, path));
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.map(textOf).join(", ");
  if (!isRecord(value)) return typeof value === "string" ? value : formatJson(value);
  const named = value["name"] ?? value["description"] ?? value["code"] ?? value["id"];
  return named === undefined ? formatJson(value) : textOf(named);
}
