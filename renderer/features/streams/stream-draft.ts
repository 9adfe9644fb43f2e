/** A new data stream as typed: every field of every destination, so that changing one's mind loses nothing. Pure. */
import { t } from "#shared/texts/text.ts";
import type { DestinationKind, StreamContent, StreamForm } from "#contract/stream-schemas.ts";

export interface StreamDraft {
  readonly destination: DestinationKind;
  readonly content: StreamContent;
  readonly historic: boolean;
  /** "inline": a new one, sent inside the data stream. */
  readonly callbackIs: "existing" | "new" | "inline";
  readonly callback: string;
  readonly url: string;
  readonly purpose: string;
  readonly role: string;
  readonly region: string;
  readonly name: string;
  /** For the policy texts alone; never sent. */
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

/** Reads back what was kept; what is missing or of another kind is as in an empty form. */
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

/** Nothing was typed: choices alone are nothing. */
export function isEmpty(draft: StreamDraft): boolean {
  return textFields.every((field) => draft[field].trim() === "");
}

const textFields = ["callback", "url", "purpose", "role", "region", "name", "principal", "organisation"] as const;

/** As the core takes it. */
export function formOf(draft: StreamDraft): StreamForm {
  const { destination, content, historic, callbackIs, callback, url, purpose, role, region, name } = draft;
  if (destination === "rest-api") {
    if (callbackIs === "existing")
      return { destination, content, historic, callback: { kind: callbackIs, id: callback } };
    const inline = callbackIs === "inline" ? { inline: true } : {};
    return { destination, content, historic, callback: { kind: "new", url, purpose, ...inline } };
  }
  // These take nothing else; what was chosen for a REST callback stays chosen for it.
  return { destination, content: "usage-and-events", historic, role, region, name };
}

/** A form to be filled in anew from one that was sent. */
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

export type Step = "destination" | "where" | "check";

export const steps: readonly { readonly id: Step; readonly title: string }[] = [
  { id: "destination", title: t(($) => $.network.streams.form.destinationStep) },
  { id: "where", title: t(($) => $.network.streams.form.targetStep) },
  { id: "check", title: t(($) => $.network.streams.form.reviewStep) },
];

export function stepOf(text: string | undefined): Step {
  return steps.find(({ id }) => id === text)?.id ?? "destination";
}

/** On which step a field stands that the core or the service has named. */
export function stepOfField(field: string): Step {
  return field === "content" || field === "historic" ? "destination" : "where";
}
