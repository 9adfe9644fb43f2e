/** Examined rows as a CSV file, for whoever has to mend the list. */
import { formatText } from "#shared/texts/text.ts";
import type { doctor, ExaminedRow } from "#contract/doctor.ts";
import type { Handlers } from "#contract/kit.ts";
import { writeFileAtomically } from "../../files/atomic-file.ts";
import { byteOrderMark, toCsv } from "../../files/csv-text.ts";
import { throwIfStopped } from "../../wait.ts";
import type { DoctorDeps } from "./deps.ts";

const titles = ["row", "given", "verdict", "kind", "endpoint", "name", "first_row", "detail"] as const;
const rowsPerPiece = 1000;

export function createExportRows({ files }: Pick<DoctorDeps, "files">): Handlers<typeof doctor>["exportRows"] {
  return async ({ suggestedName, rows }, { signal }) => {
    const file = await files.saveAs({ name: fileName(suggestedName), extension: "csv" });
    if (file === undefined) return { outcome: "cancelled", rows: 0 };
    // oxlint-disable-next-line typescript/require-await -- the writer takes what is made while it writes
    async function* pieces(): AsyncGenerator<string> {
      yield byteOrderMark + toCsv([titles]);
      for (let from = 0; from < rows.length; from += rowsPerPiece) {
        throwIfStopped(signal);
        yield toCsv(rows.slice(from, from + rowsPerPiece).map((row) => cells(row)));
      }
    }
    await writeFileAtomically(file, pieces());
    return { outcome: "written", rows: rows.length, file };
  };
}

function cells({
  row,
  identifier,
  verdict,
  kind,
  endpoint,
  firstRow,
  detail,
}: ExaminedRow): readonly (string | number)[] {
  return [
    row,
    identifier,
    verdict,
    kind ?? "",
    endpoint?.id ?? "",
    endpoint?.name ?? "",
    firstRow ?? "",
    detail === undefined ? "" : formatText(detail),
  ];
}

/** A name that every file system takes, with the ending that belongs to it. */
function fileName(suggested: string): string {
  const name = suggested.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, "-").trim() || "rows";
  return name.toLowerCase().endsWith(".csv") ? name : `${name}.csv`;
}
