/** Finds the column of a list that holds the identifiers, and whether its first row is a header. Pure. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { IdentifierKind } from "#shared/contract/campaigns/campaign-schemas.ts";
import { AppError } from "#shared/failure.ts";
import { headerKind, likelyColumn } from "#shared/rules/identify.ts";
import { readIdentifier } from "#shared/rules/identifier.ts";
import type { PastedList } from "./read-list.ts";
import { readValue } from "#shared/rules/read-value.ts";

export interface IdentifierColumn {
  /** Counted from 0. */
  readonly index: number;
  readonly hasHeader: boolean;
  /** One per column; empty texts where the list has no header. */
  readonly names: readonly string[];
}

export interface ColumnOptions {
  readonly kind: IdentifierKind | undefined;
  /** Counted from 1. */
  readonly column: number | undefined;
}

const sampled = 200;

type Cells = readonly (readonly string[])[];

/** Throws `column-unknown` when the list has no such column. */
export function findColumn(list: PastedList, { kind, column }: ColumnOptions): IdentifierColumn {
  const width = list.rows.slice(0, 1000).reduce((most, { cells }) => Math.max(most, cells.length), 1);
  if (column !== undefined && column > width) {
    throw new AppError("column-unknown", codedText("list-column-out-of-range", { count: width, column }));
  }
  const [first = [], ...rest] = list.rows.slice(0, sampled + 1).map(({ cells }) => cells);
  const requested = column === undefined ? undefined : column - 1;
  const hasHeader = isHeader(first, rest, requested ?? strongest([first, ...rest], width, kind));
  const blank = Array.from({ length: width }, () => "");
  const names = hasHeader ? blank.map((_, index) => first[index] ?? "") : blank;
  const sample = hasHeader ? rest : [first, ...rest];
  if (requested !== undefined) return { index: requested, hasHeader, names };
  return { index: selectColumn(names, sample, width, kind), hasHeader, names };
}

function selectColumn(
  names: readonly string[],
  sample: Cells,
  width: number,
  kind: IdentifierKind | undefined,
): number {
  if (kind !== undefined) {
    const named = names.findIndex((name) => headerKind(name) === kind);
    return named >= 0 ? named : strongest(sample, width, kind);
  }
  return likelyColumn(names, sample)?.column ?? strongest(sample, width, undefined);
}

/** Whether the first row is a header: it names columns, and has no identifier in a column where the other rows have one. */
function isHeader(first: readonly string[], rest: Cells, column: number): boolean {
  if (rest.length === 0 && first.length < 2) return headerKind(first[0] ?? "") !== undefined;
  if (first.some((cell) => /^\+?\d{8,}$/.test(cell.replace(/[\s'"-]/g, "")))) return false;
  if (first.some((cell) => headerKind(cell) !== undefined)) return true;
  // An unknown word counts as a header only above a column of numbers; a word with digits counts as data.
  if (/\d/.test(first[column] ?? "") || !/\p{L}/u.test(first[column] ?? "")) return false;
  const filled = rest.map((cells) => cells[column] ?? "").filter((cell) => cell !== "");
  return filled.length > 1 && filled.filter((cell) => isNumber(cell)).length * 5 >= filled.length * 4;
}

/** The column with most cells that look like identifiers; the leftmost one of several. */
function strongest(sample: Cells, width: number, kind: IdentifierKind | undefined): number {
  let best = 0;
  let most = 0;
  for (let index = 0; index < width; index += 1) {
    const score = sample.reduce((sum, cells) => sum + strength(cells[index] ?? "", kind), 0);
    if (score > most) [best, most] = [index, score];
  }
  return best;
}

function strength(cell: string, kind: IdentifierKind | undefined): number {
  if (cell === "") return 0;
  if (kind !== undefined) return readIdentifier(kind, cell).kind === "foreign" ? 0 : 1;
  const read = readValue(cell, undefined);
  if (!("meanings" in read)) return read.verdict === "damaged" ? 1 : 0;
  const kinds = read.meanings.map((one) => one.kind);
  if (kinds.includes("iccid") || kinds.includes("imei") || kinds.includes("imsi")) return 1;
  return kinds.includes("msisdn") ? 0.8 : kinds.includes("id") ? 0.4 : 0.05;
}

function isNumber(cell: string | undefined): boolean {
  if (cell === undefined || cell === "") return false;
  const read = readValue(cell, undefined);
  return !("meanings" in read) || read.meanings.some(({ kind }) => kind !== "name");
}
