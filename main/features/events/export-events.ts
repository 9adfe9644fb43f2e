/** Exports cached events to a file: read page by page, written completely or not at all. */
import type { FleetEvent } from "#shared/contract/events/event-schemas.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { writeFileAtomically } from "../../core/files/atomic-file.ts";
import { byteOrderMark, toCsv } from "../../core/files/csv-text.ts";
import { throwIfStopped } from "../../core/wait.ts";
import type { EventDeps } from "./deps.ts";
import { eventOf, type CachedEvent, type Place, type StoredQuestion } from "./stored.ts";

export type ExportFormat = "csv" | "jsonl";

export interface Written {
  readonly outcome: "written" | "cancelled";
  readonly rows: number;
  readonly file?: string;
}

const rowsPerPage = 500;

export async function exportEvents(
  { store, files, clock }: Pick<EventDeps, "store" | "files" | "clock">,
  question: StoredQuestion,
  format: ExportFormat,
  signal: AbortSignal,
): Promise<Written> {
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  const file = await files.saveAs({ name: `events-${day}.${format}`, extension: format });
  if (file === undefined) return { outcome: "cancelled", rows: 0 };
  let rows = 0;
  async function* pieces(): AsyncGenerator<string> {
    if (format === "csv") yield byteOrderMark + toCsv([columns.map(([title]) => title)]);
    let after: Place | undefined;
    do {
      throwIfStopped(signal);
      const page: readonly CachedEvent[] = await store.listEvents(question, {
        order: "newest",
        limit: rowsPerPage,
        after,
      });
      rows += page.length;
      if (page.length > 0) yield format === "csv" ? csvOf(page) : linesOf(page);
      after = page.length === rowsPerPage ? page.at(-1) : undefined;
    } while (after !== undefined);
    throwIfStopped(signal);
  }
  await writeFileAtomically(file, pieces());
  return { outcome: "written", rows, file };
}

const columns: readonly (readonly [title: string, cell: (event: FleetEvent) => string | undefined])[] = [
  ["time", ({ timed, at }) => (timed ? new Date(at).toISOString() : undefined)],
  ["severity", ({ severity }) => severity],
  ["severity_text", ({ severityText }) => severityText],
  ["type", ({ type }) => type?.label],
  ["type_id", ({ type }) => type?.key],
  ["source", ({ source }) => source?.label],
  ["alert", ({ alert }) => (alert === undefined ? undefined : String(alert))],
  ["description", ({ description }) => description],
  ["endpoint_id", ({ endpoint }) => endpoint?.id],
  ["endpoint_name", ({ endpoint }) => endpoint?.name],
  ["sim_id", ({ sim }) => sim?.id],
  ["iccid", ({ sim }) => sim?.name],
  ["imsi", ({ imsi }) => imsi],
  ["organisation", ({ organisation }) => organisation?.name ?? organisation?.id],
  ["user", ({ user }) => user?.name ?? user?.id],
  ["id", ({ id }) => id],
  ["read_at", ({ readAt }) => new Date(readAt).toISOString()],
];

function csvOf(page: readonly CachedEvent[]): string {
  return toCsv(page.map(eventOf).map((event) => columns.map(([, cell]) => cell(event) ?? "")));
}

/** One line per event: its parsed fields and its record as received. */
function linesOf(page: readonly CachedEvent[]): string {
  return page
    .map((cached) => {
      const { at, timed, readAt, ...event } = eventOf(cached);
      const times = { at: timed ? new Date(at).toISOString() : null, readAt: new Date(readAt).toISOString() };
      return `${JSON.stringify({ ...times, ...event, record: JSON.parse(cached.record) as JsonRecord })}\n`;
    })
    .join("");
}
