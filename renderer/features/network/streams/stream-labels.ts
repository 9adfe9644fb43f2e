/** Labels for streams, callbacks and validation errors. Pure. */
import { t } from "#shared/texts/text.ts";
import type { Callback, DestinationKind, Stream } from "#shared/contract/network/stream-schemas.ts";
import type { CallbackList, StreamList } from "#shared/contract/network/streams.ts";
import { formatDateTime } from "#shared/format.ts";
import type { Status } from "../../../lib/records.ts";

export const destinationHelp: Readonly<Record<DestinationKind, string>> = {
  "rest-api": t(($) => $.network.streams.destination.restApiHelp),
  "object-storage": t(($) => $.network.streams.destination.objectStorageHelp),
  "cloud-stream": t(($) => $.network.streams.destination.cloudStreamHelp),
};

/** Whether a record exists; the tone "unknown" is only used for an unknown outcome. */
function existenceStatus({ source, creation }: Stream | Callback): Status | undefined {
  if (creation?.state === "unknown") return { tone: "unknown", text: t(($) => $.common.outcomeUnknown) };
  if (creation?.state === "not-created") return { tone: "bad", text: t(($) => $.network.streams.state.notCreated) };
  return source === "not-listed" ? { tone: "bad", text: t(($) => $.network.streams.state.notListed) } : undefined;
}

const created: Status = { tone: "neutral", text: t(($) => $.network.streams.state.created) };

export function streamStatus(stream: Stream): Status {
  const { source, active, running } = stream;
  const status = existenceStatus(stream);
  if (status !== undefined) return status;
  if (active === false) return { tone: "waiting", text: t(($) => $.network.streams.state.notActive) };
  if (running === false) return { tone: "waiting", text: t(($) => $.network.streams.state.notRunning) };
  if (active === true) return { tone: "good", text: t(($) => $.network.streams.state.active) };
  return source === "this-computer" ? created : { tone: "neutral", text: t(($) => $.common.unknown) };
}

export function callbackStatus(callback: Callback): Status {
  const listed = { tone: "good", text: t(($) => $.network.streams.state.listed) } as const;
  return existenceStatus(callback) ?? (callback.source === "this-computer" ? created : listed);
}

export function streamSourceText(source: Stream["source"]): string {
  switch (source) {
    case "service":
      return t(($) => $.network.streams.source.service);
    case "this-computer":
      return t(($) => $.network.streams.source.thisComputer);
    case "both":
      return t(($) => $.network.streams.source.both);
    case "not-listed":
      return t(($) => $.network.streams.source.deleted);
  }
}

/** What the service's list, just refreshed, shows of a creation whose response was lost. */
export function checkResultText(list: StreamList | CallbackList, key: string | undefined): string {
  const items: readonly (Stream | Callback)[] = list.items;
  const item = items.find((one) => one.key === key);
  if (item === undefined) return t(($) => $.network.streams.outcome.unknownId);
  if (list.state !== "read" || list.asOf === undefined) return t(($) => $.network.streams.outcome.noList);
  const { creation, id } = item;
  const time = formatDateTime(list.asOf);
  if (creation?.state === "not-created") return t(($) => $.network.streams.outcome.notListed, { time });
  if (creation?.state === "unknown") return `${noMatch(item, time)} ${nextStep(creation, list.asOf)}`;
  return id === undefined
    ? t(($) => $.network.streams.outcome.listed, { time })
    : t(($) => $.network.streams.outcome.listedAs, { time, id });
}

function noMatch(item: Stream | Callback, time: string): string {
  const target = "target" in item ? item.target : "url" in item ? item.url : undefined;
  return target === undefined
    ? t(($) => $.network.streams.outcome.noMatch, { time })
    : t(($) => $.network.streams.outcome.noMatchFor, { time, target });
}

function nextStep({ resolvedAt, resolvableFrom }: NonNullable<Stream["creation"]>, asOf: number): string {
  if (resolvedAt === undefined) return t(($) => $.network.streams.outcome.inProgress);
  if (resolvableFrom === undefined) return t(($) => $.network.streams.outcome.undecidable);
  return asOf >= resolvableFrom
    ? t(($) => $.network.streams.outcome.ambiguous)
    : t(($) => $.network.streams.outcome.until, { until: formatDateTime(resolvableFrom) });
}

export function yesNo(value: boolean | undefined): string | undefined {
  if (value === undefined) return undefined;
  return value ? t(($) => $.common.yes) : t(($) => $.common.no);
}

export function idText({ id }: { readonly id?: string }): string {
  return id ?? t(($) => $.network.streams.list.idUnknown);
}

/** A short label for links to a stream: "Events, 501". */
export function streamText(stream: Stream | undefined, key: string): string {
  if (stream === undefined) return key;
  const content = stream.contentText ?? t(($) => $.network.streams.content.unknown);
  return t(($) => $.network.streams.detail.name, { content, id: idText(stream) });
}
