/** event history, get and export. */
import { t } from "../../text.ts";
import { helpText } from "../../help-text.ts";
import type { Command } from "commander";
import {
  historyItemSchema,
  historySourceSchema,
  type HistoryItem,
  type HistorySource,
} from "#shared/contract/events/events.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import { labelOf } from "../../choices.ts";
import type { CliContext } from "../../context.ts";
import { coverageJson, describeCoverage, eventJson } from "./events-lines.ts";
import {
  addEndpointOption,
  addEventOptions,
  addLimitOption,
  addSpanOptions,
  eventQueryOfOptions,
  scopeOfOptions,
  spanOfOptions,
  withEndpointId,
  type EventOptions,
} from "./events-options.ts";
import { formatJson, formatTable, iso, printJson, printJsonItems } from "../../output.ts";
import { mapPages, readPages } from "../../read-pages.ts";
import { isoTimes } from "../../iso-times.ts";
import { badValue, usageError } from "../../usage-error.ts";

interface HistoryOptions extends Pick<EventOptions, "endpoint" | "since" | "until"> {
  readonly limit: number;
  readonly source?: HistorySource[];
}

export function addEventSubcommands(events: Command, context: CliContext): void {
  addHistory(events, context);
  events
    .command("get <id>")
    .description(t(($) => $.cli.events.get))
    .addHelpText("after", helpText({ examples: ["fleetdesk event get 4000017"] }))
    .action(async (key: string) => {
      await context.withCore(async ({ client }, signal) => {
        const event = await client.events.get({ ...context.scope(), key }, signal);
        if (context.globals().json) printJson(context.terminal, { ...eventJson(event), record: event.record });
        else context.terminal.out(`${formatJson(event.record, 2)}\n`);
      });
    });
  addEventOptions(events.command("export").description(t(($) => $.cli.events.export)))
    .requiredOption(
      "--out <file>",
      t(($) => $.cli.events.out),
    )
    .addHelpText("after", helpText({ examples: ["fleetdesk event export --endpoint 70001 --out events.csv"] }))
    .action(async ({ out, ...options }: EventOptions & { readonly out: string }) => {
      const format = out.endsWith(".jsonl") ? "jsonl" : "csv";
      await context.withCore(
        async ({ client }, signal) => {
          const scope = scopeOfOptions(await withEndpointId(client, context, options, signal));
          const query = { ...context.scope(), scope, ...eventQueryOfOptions(options) };
          const written = await client.events.exportAs({ ...query, ...spanOfOptions(options), format }, signal);
          const { coverage, rows, file } = written;
          if (context.globals().json) {
            printJson(context.terminal, { rows, file: file ?? out, coverage: coverageJson(coverage) });
            return;
          }
          context.terminal.out(
            `${t(($) => $.cli.events.written, { count: rows, file: file ?? out })}${describeCoverage(coverage)}`,
          );
        },
        { out },
      );
    });
}

function addHistory(events: Command, context: CliContext): void {
  const history = events.command("history").description(t(($) => $.cli.events.history));
  addLimitOption(addSpanOptions(addEndpointOption(history)))
    .option(
      "--source <sources>",
      t(($) => $.cli.events.sources),
      parseSources,
    )
    .addHelpText(
      "after",
      helpText({
        examples: [
          "fleetdesk event history --endpoint 70001",
          "fleetdesk event history --endpoint 70001 --source event,sms --json",
        ],
      }),
    )
    .action(async ({ source, limit, ...options }: HistoryOptions) => {
      if (options.endpoint === undefined) throw usageError(t(($) => $.cli.events.endpointMissing));
      await context.withCore(async ({ client }, signal) => {
        const { endpoint = "" } = await withEndpointId(client, context, options, signal);
        const query = {
          ...context.scope(),
          endpoint,
          ...spanOfOptions(options),
          sources: source,
        };
        let coverage: HistoryCoverage | undefined;
        async function* pages(): AsyncGenerator<readonly HistoryItem[]> {
          const read = readPages({ limit, largestPage: 500 }, (page) =>
            client.events.history({ ...query, ...page }, signal),
          );
          for await (const one of read) {
            yield one.items;
            coverage ??= one.coverage;
          }
        }
        if (context.globals().json) {
          await printJsonItems(context.terminal, "items", mapPages(pages(), historyJson), () =>
            historyCoverageJson(coverage),
          );
          return;
        }
        for await (const page of pages()) {
          if (page.length > 0)
            context.terminal.out(
              formatTable(
                [t(($) => $.cli.headings.time), t(($) => $.cli.headings.source), t(($) => $.cli.headings.description)],
                page.map(row),
                100,
              ),
            );
        }
        context.terminal.out(coverage === undefined ? "" : describeHistoryCoverage(coverage));
      });
    });
}

type HistoryCoverage = Awaited<ReturnType<FleetClient["events"]["history"]>>["coverage"];

function describeHistoryCoverage({ events, sms, changes }: HistoryCoverage): string {
  const messages =
    sms === undefined
      ? t(($) => $.cli.events.messagesNeverRead)
      : t(($) => $.cli.events.messagesReadAt, { time: iso(sms.asOf) ?? "" });
  const between =
    changes === undefined
      ? t(($) => $.cli.events.changesNever)
      : changes.from === changes.until
        ? t(($) => $.cli.events.changesOnce, { time: iso(changes.until) ?? "" })
        : t(($) => $.cli.events.changesBetween, { from: iso(changes.from) ?? "", until: iso(changes.until) ?? "" });
  return t(($) => $.cli.events.inPeriod, { events: describeCoverage(events), messages, changes: between });
}

function historyCoverageJson(coverage: HistoryCoverage | undefined): Readonly<Record<string, unknown>> {
  if (coverage === undefined) return {};
  const { events, sms, changes } = coverage;
  return {
    coverage: {
      events: coverageJson(events),
      sms: sms === undefined ? null : { asOf: iso(sms.asOf), complete: sms.complete },
      changes: changes === undefined ? null : { from: iso(changes.from), until: iso(changes.until) },
    },
  };
}

function row(item: HistoryItem): string[] {
  return [iso(item.at) ?? "", item.source, whatOf(item)];
}

function whatOf(item: HistoryItem): string {
  switch (item.source) {
    case "event":
      return `${item.event.severity}: ${[item.event.type?.label, item.event.description].filter((text) => text !== undefined).join(", ")}`;
    case "sms":
      return `${labelOf(item.message.direction)}, ${item.message.delivery}: ${item.message.payload ?? ""}`;
    case "change":
      return [labelOf(item.change.kind), ...item.change.changes.map(({ field }) => field)].join(" ");
  }
}

function historyJson(item: HistoryItem): unknown {
  const json = isoTimes(historyItemSchema, item) as HistoryItem;
  return item.source === "event" ? { ...json, event: eventJson(item.event) } : json;
}

function parseSources(text: string): HistorySource[] {
  const names = text.split(",").map((name) => name.trim());
  const sources = names.flatMap((name) => historySourceSchema.options.filter((source) => source === name));
  if (sources.length !== names.length) throw badValue(t(($) => $.cli.events.badSources));
  return sources;
}
