/** Names of the six collections, and their default columns. */
import { isRecord, type RecordField, valueAt } from "#shared/records/schema.ts";
import { t } from "../../text.ts";
import { collectionSchema, type Collection } from "#shared/contract/fleet/fleet.ts";
import { badValue } from "../../usage-error.ts";
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

/** Paths of the default columns: the id, and the columns that the window shows by default. */
export function columnPaths(fields: readonly RecordField[]): readonly string[] {
  const visible = fields.flatMap(({ path, list }) => (list === undefined || list.hidden === true ? [] : [path]));
  return ["id", ...visible.filter((path) => path !== "id")];
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
