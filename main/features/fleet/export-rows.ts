/** Exports cached rows as a CSV file: read page by page, written completely or not at all. */
import { valueAt } from "#shared/records/schema.ts";
import type { fleet } from "#shared/contract/fleet/fleet.ts";
import type { Handlers, JsonRecord } from "#shared/contract/kit.ts";
import { writeFileAtomically } from "../../core/files/atomic-file.ts";
import { byteOrderMark, toCsv } from "../../core/files/csv-text.ts";
import { throwIfStopped } from "../../core/wait.ts";
import { allCachedRows, toCachedQuestion, type CachedQuestion, withinIds } from "./cached-rows.ts";
import type { FleetTools } from "./deps.ts";

const rowsPerPage = 500;

export function createExport(tools: FleetTools): Handlers<typeof fleet>["exportCsv"] {
  const { files, clock } = tools;
  return async ({ columns, ids, ...query }, { signal }) => {
    // Parsed before the file dialog opens: an invalid filter needs no file.
    const question = await toCachedQuestion(tools, query);
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    const file = await files.saveAs({ name: `${query.collection}-${day}.csv`, extension: "csv" });
    if (file === undefined) return { outcome: "cancelled", rows: 0 };
    const rows = await withinIds(tools, question, ids, signal, (within) =>
      write(tools, within, { columns, file, signal }),
    );
    return { outcome: "written", rows, file };
  };
}

interface Target {
  readonly columns: readonly { readonly path: string; readonly title: string }[];
  readonly file: string;
  readonly signal: AbortSignal;
}

async function write(tools: FleetTools, question: CachedQuestion, { columns, file, signal }: Target): Promise<number> {
  const paths = columns.map(({ path }) => path);
  let rows = 0;
  async function* pieces(): AsyncGenerator<string> {
    yield byteOrderMark + toCsv([columns.map(({ title }) => title)]);
    for await (const page of allCachedRows(tools, question, rowsPerPage, signal)) {
      rows += page.length;
      yield toCsv(page.map(({ raw }) => cells(JSON.parse(raw) as JsonRecord, paths)));
    }
    throwIfStopped(signal);
  }
  await writeFileAtomically(file, pieces());
  return rows;
}

function cells(record: JsonRecord, paths: readonly string[]): readonly string[] {
  return paths.map((path) => cellText(valueAt(record, path)));
}

/** A value as readable text: the name of a named object, lists joined. Numbers are written as text, so that none is rounded. */
export function cellText(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map((one) => cellText(one)).join(", ");
  if (typeof value !== "object") return JSON.stringify(value);
  const { name, description, id } = value as JsonRecord;
  const named = name ?? description ?? id;
  return named === undefined ? JSON.stringify(value) : cellText(named);
}
