import { t } from "#shared/texts/text.ts";
import { formatText } from "#shared/texts/text.ts";
import { notifications } from "@mantine/notifications";
import { coverageText, type EventsRequest } from "../../features/events/events-request.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import type { Command } from "./command.ts";
import { isEventListOpen } from "./follow-events.ts";

/** Exports the matching events to a file whose path main prompts for, and shows the outcome. Never rejects. */
export async function writeEvents(request: EventsRequest, format: "csv" | "jsonl"): Promise<void> {
  try {
    const { outcome, rows, file, coverage } = await fleet.events.exportAs({ ...request, format });
    if (outcome !== "written") return;
    const message = `${file ?? ""}\n${coverageText(coverage, Date.now())}`;
    notifications.show({
      title: t(($) => $.shell.commands.exportEvents.exported, { count: rows }),
      message,
      color: "petrol",
    });
  } catch (error) {
    notifications.show({
      title: t(($) => $.shell.commands.exportEvents.failed),
      message: formatText(failureOf(error).text),
      color: "red",
    });
  }
}

function exportAs(format: "csv" | "jsonl", id: string, title: string): Command {
  return {
    id,
    title,
    group: "events",
    keywords: t(($) => $.shell.commands.exportEvents.keywords),
    enabled: isEventListOpen,
    run: async ({ eventsRequest }) => {
      if (eventsRequest !== undefined) await writeEvents(eventsRequest, format);
    },
  };
}

export const exportEventsCsv = exportAs(
  "csv",
  "export-events-csv",
  t(($) => $.shell.commands.exportEvents.csvTitle),
);
export const exportEventsLines = exportAs(
  "jsonl",
  "export-events-lines",
  t(($) => $.shell.commands.exportEvents.jsonLinesTitle),
);
