/** Exports cached rows as a CSV file: read page by page, written completely or not at all. */
import { valueAt } from "#shared/records/schema.ts";
import type { fleet } from "#shared/contract/fleet/fleet.ts";
import type { Handlers, JsonRecord } from "#shared/contract/kit.ts";
import { type CsvRow, dayOf, exportToFile, writeCsvFile } from "../../core/files/export-file.ts";
import { allCachedRows, toCachedQuestion, type CachedQuestion, withinIds } from "./cached-rows.ts";
import { withLastSeen } from "./contacts.ts";
import type { FleetTools } from "./deps.ts";

const rowsPerPage = 500;

export function createExport(tools: FleetTools): Handlers<typeof fleet>["exportCsv"] {
  return async ({ columns, ids, ...query }, { signal }) => {
    // Parsed before the file dialog opens: an invalid filter needs no file.
    const question = await toCachedQuestion(tools, query);
    const name = `${query.collection}-${dayOf(tools.clock.now())}.csv`;
    return await exportToFile(tools.files, { name, extension: "csv" }, signal, async (file) => ({
      rows: await withinIds(tools, question, ids, signal, (within) =>
        writeCsvFile(file, {
          titles: columns.map(({ title }) => title),
          pages: pages(
            tools,
            within,
            columns.map(({ path }) => path),
            signal,
          ),
          signal,
        }),
      ),
    }));
  };
}

async function* pages(
  tools: FleetTools,
  question: CachedQuestion,
  paths: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<readonly CsvRow[]> {
  for await (const page of allCachedRows(tools, question, rowsPerPage, signal)) {
    const rows = page.map(({ id, raw }) => ({ id, record: JSON.parse(raw) as JsonRecord }));
    const complete = paths.some((path) => path.startsWith("last_seen"))
      ? await withLastSeen(tools, question, rows)
      : rows;
    yield complete.map(({ record }) => cells(record, paths));
  }
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
