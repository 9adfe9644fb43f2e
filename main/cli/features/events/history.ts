/** event history: cached events, messages and changes of an endpoint in one list. */
import {
  historyItemSchema,
  historySourceSchema,
  type HistoryItem,
  type HistorySource,
} from "#shared/contract/events/events.ts";
import { events } from "#shared/contract/events/events.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import { labelOf } from "../../choices.ts";
import { defineList, paging, parsed } from "../../define-command.ts";
import { iso } from "../../output.ts";
import { pagedList } from "../../read-pages.ts";
import { t } from "../../text.ts";
import { badValue, usageError } from "../../usage-error.ts";
import { describeCoverage } from "./event-lines.ts";
import { endpointOptions, spanOptions, withEndpointId } from "./event-options.ts";

export const historyCommand = defineList({
  path: "event history",
  summary: t(($) => $.cli.events.history),
  options: {
    ...endpointOptions,
    ...spanOptions,
    ...paging(
      t(($) => $.cli.events.limit),
      50,
    ),
    source: parsed(
      "<sources>",
      t(($) => $.cli.events.sources),
      parseSources,
    ),
  },
  examples: [
    "fleetdesk event history --endpoint 70001 --since 7d",
    "fleetdesk event history --endpoint 70001 --source event,sms --json",
  ],
  prepare: ({ options: { endpoint } }) => {
    if (endpoint === undefined) throw usageError(t(($) => $.cli.events.endpointMissing));
  },
  run: async (call) => {
    const { client, signal, scope, options } = call;
    const { endpoint = "" } = await withEndpointId(call, { endpoint: options.endpoint });
    const query = { ...scope, endpoint, from: options.since, until: options.until, sources: options.source };
    return pagedList({ ...options, largestPage: 500 }, (page) => client.events.history({ ...query, ...page }, signal), {
      rest: ({ coverage }) => ({ coverage }),
      footer: (_count, _hasMore, first) => (first === undefined ? undefined : describeHistoryCoverage(first.coverage)),
    });
  },
  columns: {
    at: [t(($) => $.cli.headings.time), ({ at }) => iso(at)],
    source: [t(($) => $.cli.headings.source), ({ source }) => source],
    description: [t(($) => $.cli.headings.description), describeItem],
  },
  id: ({ key }) => key,
  item: historyItemSchema,
  envelope: events.operations.history.output.pick({ coverage: true }),
  widest: 100,
});

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

function describeItem(item: HistoryItem): string {
  switch (item.source) {
    case "event":
      return `${item.event.severity}: ${[item.event.type?.label, item.event.description].filter((text) => text !== undefined).join(", ")}`;
    case "sms":
      return `${labelOf(item.message.direction)}, ${item.message.delivery}: ${item.message.payload ?? ""}`;
    case "change":
      return [labelOf(item.change.kind), ...item.change.changes.map(({ field }) => field)].join(" ");
  }
}

function parseSources(text: string): HistorySource[] {
  const names = text.split(",").map((name) => name.trim());
  const sources = names.flatMap((name) => historySourceSchema.options.filter((source) => source === name));
  if (sources.length !== names.length) throw badValue(t(($) => $.cli.events.badSources));
  return sources;
}
