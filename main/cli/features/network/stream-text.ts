/** Texts shared by the commands for data streams and API callbacks. */
import type { Stream, StreamDetail, StreamRequest, StreamSource } from "#shared/contract/network/stream-schemas.ts";
import type { Policy } from "#shared/contract/network/streams.ts";
import { formatText } from "#shared/texts/text.ts";
import { type Field, formatFields, iso } from "../../output.ts";
import { t } from "../../text.ts";

const sourceLabels: Readonly<Record<StreamSource, string>> = {
  service: t(($) => $.cli.network.source.service),
  "this-computer": t(($) => $.cli.network.source.local),
  both: t(($) => $.cli.network.source.both),
  "not-listed": t(($) => $.cli.network.source.notListed),
};

export function sourceText({ source, creation }: Pick<Stream, "source" | "creation">): string {
  if (creation?.state === "unknown") return t(($) => $.cli.network.outcomeUnknown);
  return creation?.state === "not-created" ? t(($) => $.cli.network.notCreated) : sourceLabels[source];
}

export function requestLines({ method, path, body }: StreamRequest): string {
  return `${method} ${path}\n${body}\n`;
}

/** Whether the stream exists: a stream in the service's list does, regardless of its creator. */
export function createdText({ source, creation }: Stream): string {
  if (source === "service" || source === "both" || creation?.state === "created") return t(($) => $.cli.values.yes);
  return creation?.state === "not-created" ? t(($) => $.cli.values.no) : t(($) => $.cli.values.unknown);
}

/** Reported only by the list of the service. */
export function runningText({ active, running }: Stream): string {
  if (active === undefined && running === undefined) return t(($) => $.cli.network.notReported);
  if (active === false) return t(($) => $.cli.network.streams.inactive);
  return running === false ? t(($) => $.cli.values.no) : t(($) => $.cli.values.yes);
}

export function describeStream(stream: StreamDetail): string {
  const { role, historic, callback, lastResult, lastDispatchedAt, asOf, creation, sent } = stream;
  const unknown = t(($) => $.cli.values.unknown);
  const fields: readonly Field[] = [
    [t(($) => $.cli.labels.key), stream.key],
    [t(($) => $.cli.labels.id), stream.id ?? unknown],
    [t(($) => $.cli.labels.destination), stream.destinationText ?? unknown],
    [t(($) => $.cli.labels.target), stream.target ?? unknown],
    [t(($) => $.cli.labels.role), role],
    [t(($) => $.cli.labels.callback), callback],
    [t(($) => $.cli.labels.content), stream.contentText ?? unknown],
    [
      t(($) => $.cli.labels.historic),
      historic === undefined ? unknown : historic ? t(($) => $.cli.values.yes) : t(($) => $.cli.values.no),
    ],
    [t(($) => $.cli.labels.created), createdText(stream)],
    [t(($) => $.cli.labels.running), runningText(stream)],
    [t(($) => $.cli.labels.lastResult), lastResult],
    [t(($) => $.cli.labels.lastDelivery), iso(lastDispatchedAt)],
    [t(($) => $.cli.labels.source), sourceText(stream)],
    [t(($) => $.cli.labels.sentAt), iso(creation?.sentAt)],
    [t(($) => $.cli.labels.response), creation === undefined ? undefined : formatText(creation.answer)],
    [t(($) => $.cli.labels.listedAsOf), iso(asOf)],
  ];
  const requests =
    sent.length === 0 ? "" : t(($) => $.cli.network.sentHere, { requests: sent.map(requestLines).join("\n") });
  return `${formatFields(fields)}${requests}`;
}

export function streamsText(streams: readonly string[]): string {
  return streams.length === 0 ? t(($) => $.cli.network.empty) : streams.join(", ");
}

export function policyLines(title: string, { text, missing }: Policy): string {
  return `${title}:\n${text}\n${missing.map((sentence) => t(($) => $.cli.network.streams.toFillIn, { fields: formatText(sentence) })).join("")}`;
}
