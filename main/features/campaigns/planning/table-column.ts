/** Which column of a list names the recipient; a list without a header is read by what stands in it. */
import { findColumn } from "../../../identifiers/columns.ts";
import { identifyColumn, likelyColumn, type Identification } from "../../../identifiers/identify.ts";
import { readIdentifier } from "../../../identifiers/identifier.ts";
import type { CsvTable } from "./csv-rows.ts";

type Sample = readonly (readonly string[])[];

/** Throws `column-unknown`, `column-ambiguous` or `identifier-unknown` for a table with a header that names nobody. */
export function columnOf(table: CsvTable, sample: Sample, by: string | undefined): Identification {
  if (table.headless !== true) return identifyColumn(table.columns, sample, by);
  // Its one column has a name of ours: naming it says nothing of what stands in it.
  if (by !== undefined && findColumn(table.columns, by) === undefined) return identifyColumn(table.columns, sample, by);
  return likelyColumn(table.columns, sample) ?? byContent(table, sample);
}

/** The same where nobody has to know yet. */
export function likelyColumnOf(table: CsvTable, sample: Sample): Identification | undefined {
  return likelyColumn(table.columns, sample) ?? (table.headless === true ? byContent(table, sample) : undefined);
}

/** What most values look like: a word among numbers is a row that nobody answers to, not a reason to take all for names. */
function byContent({ columns }: CsvTable, sample: Sample): Identification {
  const [name = ""] = columns;
  const numbers = sample.filter(([value = ""]) => /\d/.test(value) && !/\p{L}{2}/u.test(value));
  if (numbers.length === 0 || numbers.length * 2 < sample.length) return { column: 0, name, by: "name" };
  const sound = numbers.filter(([value = ""]) => readIdentifier("iccid", value).kind !== "damaged");
  // A spreadsheet rounds no short numbers: where nothing else is left they were ICCIDs, and each row says what it lost.
  if (sound.length === 0) return { column: 0, name, by: "iccid" };
  const ids = sound.filter(([value = ""]) => /^\d{1,12}$/.test(value.trim())).length;
  return likelyColumn(columns, sound) ?? { column: 0, name, by: ids * 2 >= sound.length ? "id" : "name" };
}
