/**
 * Parses a text or a file that an operator adds to the suppression list, like a suppression file (columns by name, detected delimiter,
 * `#` starts a comment); each value is stored as it was written.
 */
import { formatText } from "#shared/texts/text.ts";
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { IdentifierKind } from "#shared/contract/campaigns/campaign-schemas.ts";
import { AppError } from "#shared/failure.ts";
import { lookupForms, readIdentifier } from "#shared/rules/identifier.ts";
import { headerKind } from "#shared/rules/identify.ts";
import { openCsvText, type CsvRow } from "./csv-rows.ts";
import { identifierKinds } from "./identifier-forms.ts";
import type { RecipientDirectory } from "./plan.ts";
import { kindsByColumn, readEntries } from "./suppression.ts";

export interface SuppressionInput {
  readonly value: string;
  /** Row in the text; undefined for an individual value. */
  readonly row?: number;
}

/**
 * The identifiers of a text; `name` appears in messages. Throws `suppression-empty`, `suppression-damaged`, `identifier-unknown`
 * (several columns, none with a known name) and `csv-malformed`, with the row.
 */
export async function valuesOfText(
  name: string | CodedText,
  text: string,
  signal: AbortSignal,
): Promise<readonly SuppressionInput[]> {
  if (text.replaceAll(/^\s*#.*$/gmu, "").trim() === "") throw emptyListError(name);
  const table = await openCsvText(typeof name === "string" ? name : formatText(name), text, signal, {
    comment: "#",
    mayBeEmpty: true,
  });
  const rows: CsvRow[] = [];
  for await (const batch of table.batches()) rows.push(...batch);
  // A single line without a known column name contains several values.
  const [only] = rows.length === 0 && table.columns.length > 1 ? [table.columns] : [];
  const kinds: readonly (readonly IdentifierKind[])[] =
    only !== undefined && !hasIdentifierColumn(only) ? only.map(() => identifierKinds) : kindsByColumn(table, name);
  const all = only !== undefined && !hasIdentifierColumn(only) ? [{ row: 1, values: only }] : rows;
  const entries = all.flatMap((row) => {
    readEntries(row, kinds, name);
    return row.values.flatMap((value, column) =>
      (kinds[column] ?? []).length === 0 || value.trim() === "" ? [] : [{ value: value.trim(), row: row.row }],
    );
  });
  if (entries.length === 0) throw emptyListError(name);
  return entries;
}

function hasIdentifierColumn(columns: readonly string[]): boolean {
  return columns.some((column) => headerKind(column) !== undefined);
}

function emptyListError(name: string | CodedText): AppError {
  return new AppError("suppression-empty", codedText("suppression-empty", { name }));
}

/** Cached endpoints that each value matches; empty for a value without a match. */
export async function resolveValues(
  directory: Pick<RecipientDirectory, "resolve">,
  connection: number,
  values: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const endpointsByValue = new Map<string, Set<string>>(values.map((value) => [value, new Set()]));
  for (const by of identifierKinds) {
    const forms = new Map(values.map((value) => [value, formsOf(by, value)]));
    const requestedForms = [...new Set([...forms.values()].flat())];
    if (requestedForms.length === 0) continue;
    const resolved = await directory.resolve(connection, by, requestedForms, signal, "any");
    for (const [value, own] of forms) {
      for (const form of own) for (const { id } of resolved.get(form) ?? []) endpointsByValue.get(value)?.add(id);
    }
  }
  return endpointsByValue;
}

function formsOf(by: IdentifierKind, value: string): readonly string[] {
  const read = readIdentifier(by, value);
  return read.kind === "value" ? lookupForms(by, read.value) : [];
}

/** Throws `suppression-damaged` for a value that matches nothing and looks like a whole line of a table. */
export function rejectUnsplit(
  inputs: readonly SuppressionInput[],
  endpointsByValue: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  for (const { value, row } of inputs) {
    if ((endpointsByValue.get(value)?.size ?? 0) > 0 || !isUnsplit(value)) continue;
    const problem =
      row === undefined
        ? codedText("suppression-value-unsplit", { value })
        : codedText("suppression-row-unsplit", { row, value });
    throw new AppError("suppression-damaged", problem, { details: { value, ...(row === undefined ? {} : { row }) } });
  }
}

/** A name may contain a comma; a line of a table also contains a number. */
function isUnsplit(value: string): boolean {
  if (/[;\t\r\n]/.test(value)) return true;
  const fragments = value.split(",");
  return fragments.length > 1 && fragments.some((part) => /^\s*"?\+?\d{5,}"?\s*$/.test(part));
}
