/** Drafts of the composer: storage format, validation, and when the field is cleared. Pure. */
import { t } from "#shared/texts/text.ts";
import type { Expect } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { Message } from "#shared/contract/messages/sms.ts";
import type { Template } from "#shared/contract/messages/templates.ts";
import { tryParseJson } from "#shared/try-parse-json.ts";
import { isUnknown } from "./message-status.ts";

export interface MessageDraft {
  /** Undefined until a sender is entered: the last used one is the default. */
  readonly from: string | undefined;
  readonly text: string;
  readonly expect: string;
  readonly withinMinutes: number;
  /** Values of the template's variables that differ from its defaults, by name. */
  readonly values: Readonly<Record<string, string>>;
  /** The text was sent and its response was lost: the thread message that will resolve the outcome, and the sent text. */
  readonly unconfirmed?: { readonly key: string; readonly text: string };
}

const usualMinutes = 60;

export const emptyMessageDraft: MessageDraft = {
  from: undefined,
  text: "",
  expect: "",
  withinMinutes: usualMinutes,
  values: {},
};

/** Parses a stored draft; invalid data yields an empty one. */
export function parseMessageDraft(text: string): MessageDraft {
  const stored = record(tryParseJson(text));
  const word = (value: unknown): string => (typeof value === "string" ? value : "");
  const values = Object.entries(record(stored["values"])).filter(
    (pair): pair is [string, string] => typeof pair[1] === "string",
  );
  const { key, text: unconfirmedText } = record(stored["unconfirmed"] ?? stored["doubt"]);
  const minutes = stored["withinMinutes"];
  return {
    from: typeof stored["from"] === "string" ? stored["from"] : undefined,
    text: word(stored["text"]),
    expect: word(stored["expect"]),
    withinMinutes: typeof minutes === "number" && minutes > 0 ? minutes : usualMinutes,
    values: Object.fromEntries(values),
    unconfirmed:
      typeof key === "string" && typeof unconfirmedText === "string" ? { key, text: unconfirmedText } : undefined,
  };
}

/** Serialises a draft; empty if there is nothing to store: the sender alone is stored elsewhere. */
export function serializeMessageDraft(written: MessageDraft): string {
  const { text, expect, values } = written;
  return text === "" && expect === "" && Object.keys(values).length === 0 ? "" : JSON.stringify(written);
}

/** The values to keep for the next template, which has defaults of its own. */
export function withoutDefaults(
  values: MessageDraft["values"],
  variables: Template["variables"],
): MessageDraft["values"] {
  const defaults = new Map(variables.map(({ name, standard = "" }) => [name, standard]));
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== defaults.get(name)));
}

export function textProblem(text: string): string | undefined {
  if (text.trim() === "") return t(($) => $.messages.composer.textMissing);
  const unfilled = [...text.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)].map(([, name]) => name);
  if (unfilled.length === 0) return undefined;
  const names = [...new Set(unfilled)].join(", ");
  return t(($) => $.messages.composer.variablesMissing, { names });
}

export function expectOf({ expect, withinMinutes }: MessageDraft): Expect | undefined {
  return expect.trim() === "" ? undefined : { pattern: expect, withinMinutes };
}

/** After the service accepted `text`: clears the field, unless the text was edited in between. */
export function afterAcceptance(written: MessageDraft, text: string): MessageDraft {
  return written.text === text ? { ...emptyMessageDraft, from: written.from } : withoutUnconfirmed(written);
}

export function withoutUnconfirmed({ unconfirmed: _resolved, ...rest }: MessageDraft): MessageDraft {
  return rest;
}

/**
 * The window may have closed while a request was in flight: marks the draft as unconfirmed if the thread has a message with this
 * exact text and an unknown outcome.
 */
export function withUnconfirmed(written: MessageDraft, items: readonly Message[]): MessageDraft {
  const { unconfirmed, text } = written;
  const line =
    unconfirmed === undefined && text !== "" ? items.find((one) => one.payload === text && isOpen(one)) : undefined;
  return line === undefined ? written : { ...written, unconfirmed: { key: line.key, text } };
}

/**
 * Applies the thread to an unconfirmed draft: if the message exists, the field is cleared; if it is proven not sent, the text
 * stays and may be sent.
 */
export function resolveFromThread(written: MessageDraft, items: readonly Message[]): MessageDraft {
  const { unconfirmed } = written;
  const line = unconfirmed === undefined ? undefined : items.find((one) => isUnconfirmedMessage(one, unconfirmed));
  if (unconfirmed === undefined || line === undefined || isOpen(line)) return written;
  return line.owned?.outcome === "accepted" ? afterAcceptance(written, unconfirmed.text) : withoutUnconfirmed(written);
}

/** Without a key: our newest message with this text. */
function isUnconfirmedMessage(
  { key, payload, owned }: Message,
  unconfirmed: NonNullable<MessageDraft["unconfirmed"]>,
): boolean {
  return unconfirmed.key === "" ? owned !== undefined && payload === unconfirmed.text : key === unconfirmed.key;
}

/** Whether a message with this exact text may already have been sent. */
export function mayBeSent({ text, unconfirmed }: MessageDraft, items: readonly Message[]): boolean {
  return text !== "" && (unconfirmed?.text === text || items.some((line) => line.payload === text && isOpen(line)));
}

function isOpen(line: Message): boolean {
  return isUnknown(line) || line.owned?.outcome === "sending";
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
