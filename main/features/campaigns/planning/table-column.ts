/** Which column of a list names the recipient; a list without a header is read by what stands in it. */
import { identifyColumn, likelyColumn, type Identification } from "../../../identifiers/identify.ts";
import type { CsvTable } from "./csv-rows.ts";

type Sample = readonly (readonly string[])[];

/** Throws `column-unknown`, `column-ambiguous` or `identifier-unknown` for a table with a header that names nobody. */
export function columnOf(table: CsvTable, sample: Sample, by: string | undefined): Identification {
  if (by !== undefined || table.headless !== true) return identifyColumn(table.columns, sample, by);
  return likelyColumn(table.columns, sample) ?? byContent(table, sample);
}

/** The same where nobody has to know yet. */
export function likelyColumnOf(table: CsvTable, sample: Sample): Identification | undefined {
  return likelyColumn(table.columns, sample) ?? (table.headless === true ? byContent(table, sample) : undefined);
}

/** Short numbers without anything around them are ids of endpoints, everything else is a name. */
function byContent({ columns: [name = ""] }: CsvTable, sample: Sample): Identification {
  const ids = sample.filter(([value = ""]) => /^\d{1,12}$/.test(value.trim())).length;
  return { column: 0, name, by: ids * 2 >= sample.length ? "id" : "name" };
}
