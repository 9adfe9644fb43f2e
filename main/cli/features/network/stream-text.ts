/** Texts shared by the commands for data streams and API callbacks. */
import { t } from "../../text.ts";
import { formatText } from "#shared/texts/text.ts";
import type {
  Callback,
  Stream,
  StreamDetail,
  StreamRequest,
  StreamSource,
} from "#shared/contract/network/stream-schemas.ts";
import { type Policy, type StreamPreview, streamPreviewSchema } from "#shared/contract/network/streams.ts";
import type { CliContext } from "../../context.ts";
import { type Field, formatFields, iso, printAnswer } from "../../output.ts";

const sourceLabels: Readonly<Record<StreamSource, string>> = {
  service: t(($) => $.cli.network.source.service),
  "this-computer": t(($) => $.cli.network.source.local),
  both: t(($) => $.cli.network.source.both),
  gone: t(($) => $.cli.network.source.deleted),
};

export function sourceText({ source, creation }: Pick<Stream, "source" | "creation">): string {
  if (creation?.state === "unknown") return t(($) => $.cli.network.outcomeUnknown);
  return creation?.state === "not-created" ? t(($) => $.cli.network.notCreated) : sourceLabels[source];
}

export function requestLines({ method, path, body }: StreamRequest): string {
  return `${method} ${path}\n${body}\n`;
}

/** Prints the requests on stdout and warnings on stderr; nothing is sent. */
export function printPreview(context: CliContext, preview: StreamPreview): void {
  const { requests, reused, same, warnings } = preview;
  for (const { field, message } of warnings)
    context.terminal.err(t(($) => $.cli.network.fieldWarning, { field, message: formatText(message) }));
  if (reused !== undefined) context.terminal.err(`${formatText(reused.message)}\n`);
  if (same.length > 0) {
    context.terminal.err(t(($) => $.cli.network.streams.same, { streams: same.join(", ") }));
  }
  if (context.globals().json) printAnswer(context.terminal, streamPreviewSchema, preview);
  else context.terminal.out(t(($) => $.cli.network.requests, { requests: requests.map(requestLines).join("\n") }));
}

export function streamRow(stream: Stream): string[] {
  const { key, id, destinationText, contentText, target } = stream;
  const unknown = t(($) => $.cli.values.unknown);
  return [
    key,
    id ?? unknown,
    destinationText ?? unknown,
    target ?? unknown,
    contentText ?? unknown,
    createdText(stream),
    runningText(stream),
    sourceText(stream),
  ];
}

/** Whether the stream exists: a stream in the service's list does, regardless of its creator. */
function createdText({ source, creation }: Stream): string {
  if (source === "service" || source === "both" || creation?.state === "created") return t(($) => $.cli.values.yes);
  return creation?.state === "not-created" ? t(($) => $.cli.values.no) : t(($) => $.cli.values.unknown);
}

/** Reported only by the list of the service. */
function runningText({ active, running }: Stream): string {
  if (active === undefined && running === undefined) return t(($) => $.cli.network.notReported);
  if (active === false) return t(($) => $.cli.network.streams.inactive);
  return running === false ? t(($) => $.cli.values.no) : t(($) => $.cli.values.yes);
}

export function describeStream(stream: StreamDetail): string {
  const { role, historic, callback, lastResult, lastDispatchedAt, asOf, creation, sent } = stream;
  const [key, id, destination, target, content, created, running, source] = streamRow(stream);
  const fields: readonly Field[] = [
    [t(($) => $.cli.labels.key), key],
    [t(($) => $.cli.labels.id), id],
    [t(($) => $.cli.labels.destination), destination],
    [t(($) => $.cli.labels.target), target],
    [t(($) => $.cli.labels.role), role],
    [t(($) => $.cli.labels.callback), callback],
    [t(($) => $.cli.labels.content), content],
    [
      t(($) => $.cli.labels.historic),
      historic === undefined
        ? t(($) => $.cli.values.unknown)
        : historic
          ? t(($) => $.cli.values.yes)
          : t(($) => $.cli.values.no),
    ],
    [t(($) => $.cli.labels.created), created],
    [t(($) => $.cli.labels.running), running],
    [t(($) => $.cli.labels.lastResult), lastResult],
    [t(($) => $.cli.labels.lastDelivery), iso(lastDispatchedAt)],
    [t(($) => $.cli.labels.source), source],
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

export function callbackRow({ key, id, url, purpose, streams, ...rest }: Callback): string[] {
  const unknown = t(($) => $.cli.values.unknown);
  return [key, id ?? unknown, url ?? unknown, purpose ?? unknown, streamsText(streams), sourceText(rest)];
}

export function policyLines(title: string, { text, missing }: Policy): string {
  return `${title}:\n${text}\n${missing.map((sentence) => t(($) => $.cli.network.streams.toFillIn, { fields: formatText(sentence) })).join("")}`;
}
