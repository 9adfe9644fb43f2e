/** Exports examined rows as a CSV file, for correcting the list. */
import { formatText } from "#shared/texts/text.ts";
import type { doctor, ExaminedRow } from "#shared/contract/fleet/doctor.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { writeFileAtomically } from "../../../core/files/atomic-file.ts";
import { byteOrderMark, toCsv } from "../../../core/files/csv-text.ts";
import { throwIfStopped } from "../../../core/wait.ts";
import type { DoctorDeps } from "./deps.ts";

const titles = ["row", "identifier", "result", "type", "endpoint", "name", "first_row", "detail"] as const;
const rowsPerPiece = 1000;

export function createExportRows({ files }: Pick<DoctorDeps, "files">): Handlers<typeof doctor>["exportRows"] {
  return async ({ suggestedName, rows }, { signal }) => {
    const file = await files.saveAs({ name: fileName(suggestedName), extension: "csv" });
    if (file === undefined) return { outcome: "cancelled", rows: 0 };
    // oxlint-disable-next-line typescript/require-await -- the writer takes an async iterable; these pieces need no waiting
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

/** A file name that is valid on every file system, with the extension `.csv`. */
function fileName(suggested: string): string {
  const name = suggested.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, "-").trim() || "rows";
  return name.toLowerCase().endsWith(".csv") ? name : `${name}.csv`;
}
