/** The last contact of an endpoint with the network, as the cache adds it to a record: `last_seen`, missing without contact and complete events. */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import { isRecord, type JsonRecord } from "./schema.ts";

/** "silent": all events of the last 24 hours were read, and there is no contact. "unknown": they were not all read. */
export type ContactState = "seen" | "silent" | "unknown";

export interface Contact {
  /** ISO time; missing without a contact. */
  readonly at?: string;
  readonly source?: "location" | "data" | "sms";
  readonly state: ContactState;
}

export const silenceMs = 24 * 3_600_000;

const contactUnknown: Contact = { state: "unknown" };

/** Reads `last_seen` of a record at a later time: a contact gets older, and silence is unknown after the time of its reading. */
export function contactOf(record: JsonRecord, now: number): Contact {
  const value = record["last_seen"];
  if (!isRecord(value)) return contactUnknown;
  const contact = value as unknown as Contact;
  if (contact.state !== "seen" || contact.at === undefined) return contact;
  return now - Date.parse(contact.at) < silenceMs ? contact : { ...contact, state: "unknown" };
}

/** Says how many rows a filter by last contact neither includes nor excludes; undefined for none. */
export function undecidedText(count = 0): CodedText | undefined {
  return count === 0 ? undefined : codedText("contacts-undecided", { count });
}
