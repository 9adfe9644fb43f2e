/** Words that the commands for data streams and API callbacks share. */
import type { Callback, Stream, StreamDetail, StreamRequest, StreamSource } from "#contract/stream-words.ts";
import type { Policy, StreamPreview } from "#contract/streams.ts";
import type { CliContext } from "./context.ts";
import { iso, printJson } from "./output.ts";

const sourceWords: Readonly<Record<StreamSource, string>> = {
  service: "the service",
  "this-computer": "known from this computer",
  both: "the service and this computer",
  gone: "created here, no longer listed",
};

export function sourceText({ source, creation }: Pick<Stream, "source" | "creation">): string {
  if (creation?.state === "unknown") return "unknown: the answer was lost";
  return creation?.state === "not-created" ? "not created" : sourceWords[source];
}

export function requestLines({ method, path, body }: StreamRequest): string {
  return `${method} ${path}\n${body}\n`;
}

/** What would be sent, on stdout; what is worth knowing about it, on stderr. */
export function sayPreview(context: CliContext, preview: StreamPreview): void {
  const { requests, reused, same, warnings } = preview;
  for (const { field, message } of warnings) context.terminal.err(`warning: ${field}: ${message}\n`);
  if (reused !== undefined) context.terminal.err(`${reused.message}\n`);
  if (same.length > 0) {
    context.terminal.err(`Delivers the same to the same place: ${same.join(", ")}. --allow-same sends it anyway.\n`);
  }
  if (context.globals().json) printJson(context.terminal, preview);
  else context.terminal.out(`${requests.map(requestLines).join("\n")}\nNothing was sent.\n`);
}

export function streamRow(stream: Stream): string[] {
  const { key, id, destinationText, contentText, target } = stream;
  const unknown = "unknown";
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

/** Whether it exists: a stream that the service lists was created, whoever did it. */
function createdText({ source, creation }: Stream): string {
  if (source === "service" || source === "both" || creation?.state === "created") return "yes";
  return creation?.state === "not-created" ? "no" : "unknown";
}

/** What only a list of the service tells. */
function runningText({ active, running }: Stream): string {
  if (active === undefined && running === undefined) return "not reported";
  if (active === false) return "no, not active";
  return running === false ? "no" : "yes";
}

export function describeStream(stream: StreamDetail): string {
  const { role, historic, callback, lastResult, lastDispatchedAt, asOf, creation, sent } = stream;
  const [key, id, destination, target, content, created, running, source] = streamRow(stream);
  const lines: (readonly [string, string | undefined])[] = [
    ["key", key],
    ["id", id],
    ["destination", destination],
    ["target", target],
    ["role", role],
    ["callback", callback],
    ["content", content],
    ["historic", historic === undefined ? "unknown" : historic ? "yes" : "no"],
    ["created", created],
    ["running", running],
    ["last result", lastResult],
    ["last delivery", iso(lastDispatchedAt)],
    ["known from", source],
    ["sent at", iso(creation?.sentAt)],
    ["answer", creation?.answer],
    ["listed as of", iso(asOf)],
  ];
  const told = lines.flatMap(([name, value]) => (value === undefined ? [] : [`${name.padEnd(14)} ${value}\n`]));
  const requests = sent.length === 0 ? "" : `\nSent from this computer:\n${sent.map(requestLines).join("\n")}`;
  return `${told.join("")}${requests}`;
}

export function callbackRow({ key, id, url, purpose, streams, ...known }: Callback): string[] {
  const unknown = "unknown";
  return [key, id ?? unknown, url ?? unknown, purpose ?? unknown, streams.join(", "), sourceText(known)];
}

export function policyLines(title: string, { text, missing }: Policy): string {
  return `${title}:\n${text}\n${missing.map((sentence) => `To fill in: ${sentence}\n`).join("")}`;
}
