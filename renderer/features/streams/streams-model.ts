/** What the streams page says of a stream, a callback and a refusal. Pure. */
import type { Failure } from "#contract/kit.ts";
import type { Callback, DestinationKind, Stream, StreamContent } from "#contract/stream-words.ts";
import type { CallbackList, StreamList } from "#contract/streams.ts";
import { exactly } from "../../lib/format.ts";

/** As the pill of the window has them. */
export type Tone = "good" | "waiting" | "bad" | "unknown" | "neutral";

export interface Said {
  readonly tone: Tone;
  readonly words: string;
}

export const destinationWords: Readonly<Record<DestinationKind, string>> = {
  "rest-api": "REST callback",
  "object-storage": "Object storage",
  "cloud-stream": "Cloud data stream",
};

export const destinationHelp: Readonly<Record<DestinationKind, string>> = {
  "rest-api": "The service posts to a URL of yours, through an API callback that exists or is created for it.",
  "object-storage": "The service writes files into a bucket of your account, with a role that trusts it.",
  "cloud-stream": "The service puts records into a data stream of your account, with a role that trusts it.",
};

export const contentWords: Readonly<Record<StreamContent, string>> = {
  events: "Events",
  "usage-and-events": "Usage data and events",
};

/** Whether it is there: what nobody knows is violet, and nothing else is. */
export function standOf({ source, creation, active, running }: Stream): Said {
  if (creation?.state === "unknown") return { tone: "unknown", words: "answer lost" };
  if (creation?.state === "not-created") return { tone: "bad", words: "not created" };
  if (source === "gone") return { tone: "bad", words: "no longer listed" };
  if (active === false) return { tone: "waiting", words: "not active" };
  if (running === false) return { tone: "waiting", words: "active, not running" };
  if (active === true) return { tone: "good", words: "active" };
  return source === "this-computer" ? { tone: "neutral", words: "created" } : { tone: "unknown", words: "unknown" };
}

export function callbackStand({ source, creation }: Callback): Said {
  if (creation?.state === "unknown") return { tone: "unknown", words: "answer lost" };
  if (creation?.state === "not-created") return { tone: "bad", words: "not created" };
  if (source === "gone") return { tone: "bad", words: "no longer listed" };
  return {
    tone: source === "this-computer" ? "neutral" : "good",
    words: source === "this-computer" ? "created" : "listed",
  };
}

export function sourceWords(source: Stream["source"]): string {
  switch (source) {
    case "service":
      return "told by the service";
    case "this-computer":
      return "known from this computer";
    case "both":
      return "told by the service, created here";
    case "gone":
      return "created here, no longer listed";
  }
}

/** What a look into the service's list has told of a creation whose answer was lost. */
export function lookedWords(list: StreamList | CallbackList, key: string | undefined, what: string): string {
  const items: readonly (Stream | Callback)[] = list.items;
  const item = items.find((one) => one.key === key);
  if (item === undefined) return `This ${what} is not known here any more.`;
  const { creation, id } = item;
  const when = list.asOf === undefined ? "" : ` at ${exactly(list.asOf)}`;
  if (list.state !== "read") return `The service has no list that could tell whether this ${what} was created.`;
  if (creation?.state === "not-created") {
    return `The list was read${when} and does not have this ${what}: it was not created. It can be sent again.`;
  }
  if (creation?.state !== "unknown")
    return `The list was read${when} and has this ${what}${id === undefined ? "" : ` as ${id}`}.`;
  const target = "target" in item ? item.target : "url" in item ? item.url : undefined;
  const sought = `The list was read${when} for a new ${what}${target === undefined ? "" : ` to ${target}`}: none was found that is certainly it.`;
  if (creation.settledAt === undefined) return `${sought} It is still on its way: look again when its answer has come.`;
  const until =
    creation.toldFrom === undefined
      ? "No list can tell it: say there what came of it"
      : list.asOf !== undefined && list.asOf >= creation.toldFrom
        ? "More than one could be it: say there what came of it"
        : `It stays unknown until ${exactly(creation.toldFrom)}; a list that is read after that settles it. Look again then`;
  return `${sought} ${until}, or send it all the same.`;
}

/** A refusal at its field, whether the core named it before sending or the service afterwards. */
export function fieldOf(failure: Failure | undefined): string | undefined {
  const field = failure?.details?.["field"];
  return typeof field === "string" ? field : undefined;
}

/** The sentences of a refusal by field: of all that are wrong, where the core has named several. */
export function mistakesOf(failure: Failure | undefined): Readonly<Record<string, string>> {
  const field = fieldOf(failure);
  if (failure === undefined || field === undefined) return {};
  const fields: unknown = failure.details?.["fields"];
  const listed = Array.isArray(fields)
    ? (fields as readonly { readonly field: string; readonly message: string }[])
    : [];
  const one = { field, message: failure.message };
  return Object.fromEntries((listed.length === 0 ? [one] : listed).map((told) => [told.field, told.message]));
}

export function yesNo(value: boolean | undefined): string | undefined {
  return value === undefined ? undefined : value ? "yes" : "no";
}

/** The key of a stream or callback in words, where its id is not known. */
export function idWords({ id, key }: { readonly id?: string | undefined; readonly key: string }): string {
  return id ?? `no id known (${key})`;
}

/** A stream in few words, for a link to it: "Events, 501". */
export function streamWords(stream: Stream | undefined, key: string): string {
  return stream === undefined ? key : `${stream.contentText ?? "Content unknown"}, ${idWords(stream)}`;
}
