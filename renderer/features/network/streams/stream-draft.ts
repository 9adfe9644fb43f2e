/** Draft of a data stream: fields of all destinations, so that switching between destinations loses nothing. Pure. */
import type { DestinationKind, StreamContent, StreamForm } from "#shared/contract/network/stream-schemas.ts";
import { readTextDraft, saveTextDraft, writeForm } from "../../../lib/draft-storage.ts";

export interface StreamDraft {
  readonly destination: DestinationKind;
  readonly content: StreamContent;
  readonly historic: boolean;
  /** "inline": a new callback, sent as part of the data stream. */
  readonly callbackIs: "existing" | "new" | "inline";
  readonly callback: string;
  readonly url: string;
  readonly purpose: string;
  readonly role: string;
  readonly region: string;
  readonly name: string;
  /** Used in the policy texts only; never sent. */
  readonly principal: string;
  readonly organisation: string;
}

export const emptyStream: StreamDraft = {
  destination: "rest-api",
  content: "usage-and-events",
  historic: false,
  callbackIs: "existing",
  callback: "",
  url: "",
  purpose: "",
  role: "",
  region: "",
  name: "",
  principal: "",
  organisation: "",
};

/** Parses a stored draft; missing or invalid fields get their defaults. */
export function readStreamDraft(stored: string): StreamDraft {
  try {
    const values = JSON.parse(stored) as Readonly<Record<string, unknown>>;
    const sound = Object.entries(emptyStream).map(([field, empty]: [string, string | boolean]) => {
      const value = values[field];
      return [field, typeof value === typeof empty && isPossible(field, value) ? value : empty];
    });
    return Object.fromEntries(sound);
  } catch {
    return emptyStream;
  }
}

const possible: Readonly<Record<string, readonly string[]>> = {
  destination: ["rest-api", "object-storage", "cloud-stream"],
  content: ["events", "usage-and-events"],
  callbackIs: ["existing", "new", "inline"],
};

function isPossible(field: string, value: unknown): boolean {
  return possible[field]?.includes(String(value)) ?? true;
}

/** The name under which the draft of a connection is stored. */
export const streamDraftName = "new";

function keyOf(connection: string): string {
  return `streams/${connection}/${streamDraftName}`;
}

export function hasStreamDraft(connection: string): boolean {
  return !isEmpty(readStreamDraft(readTextDraft(keyOf(connection))));
}

/** Merges into the stored draft of a connection. */
export function saveStreamDraft(connection: string, change: Partial<StreamDraft>): void {
  const key = keyOf(connection);
  saveTextDraft(key, writeForm({ ...readStreamDraft(readTextDraft(key)), ...change }, emptyStream));
}

/** Whether no text was entered; selections alone do not count. */
export function isEmpty(draft: StreamDraft): boolean {
  return textFields.every((field) => draft[field].trim() === "");
}

const textFields = ["callback", "url", "purpose", "role", "region", "name", "principal", "organisation"] as const;

/** The request for main. */
export function formOf(draft: StreamDraft): StreamForm {
  const { destination, content, historic, callbackIs, callback, url, purpose, role, region, name } = draft;
  if (destination === "rest-api") {
    if (callbackIs === "existing")
      return { destination, content, historic, callback: { kind: callbackIs, id: callback } };
    const inline = callbackIs === "inline" ? { inline: true } : {};
    return { destination, content, historic, callback: { kind: "new", url, purpose, ...inline } };
  }
  // These destinations accept no other content; the selection for a REST callback is preserved.
  return { destination, content: "usage-and-events", historic, role, region, name };
}

/** Converts a sent request to a draft. */
export function streamDraftOf(form: StreamForm): StreamDraft {
  const { destination, content, historic } = form;
  const common = { ...emptyStream, destination, content, historic };
  if (form.destination !== "rest-api") {
    const { role, region, name } = form;
    return { ...common, role, region, name };
  }
  const { callback } = form;
  return callback.kind === "existing"
    ? { ...common, callbackIs: "existing", callback: callback.id }
    : {
        ...common,
        callbackIs: callback.inline === true ? "inline" : "new",
        url: callback.url,
        purpose: callback.purpose,
      };
}

export type Step = "destination" | "target" | "review";

/** The step that contains a field named by main or the service. */
export function stepOfField(field: string): Step {
  return field === "content" || field === "historic" ? "destination" : "target";
}
