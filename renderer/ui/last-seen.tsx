/** When an endpoint was last seen in the network: a dot whose shape and colour tell the state, and the age. */
import { contactOf } from "#shared/records/contact.ts";
import type { JsonRecord } from "#shared/records/schema.ts";
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { formatDateTime, formatRelative } from "#shared/format.ts";
import classes from "./last-seen.module.css";

// Looked up once: cells render on every scroll.
const texts = {
  seen: t(($) => $.fleet.lastSeen.seen),
  silent: t(($) => $.fleet.lastSeen.silent),
  unknown: t(($) => $.fleet.lastSeen.unknown),
};
const sources = {
  location: t(($) => $.fleet.lastSeen.location),
  data: t(($) => $.fleet.lastSeen.data),
  sms: t(($) => $.fleet.lastSeen.sms),
};
const longAgo = t(($) => $.fleet.lastSeen.longAgo);
const unknown = t(($) => $.common.unknown);
const noContact = t(($) => $.fleet.lastSeen.noContact);
const withLabel = (time: string): string => t(($) => $.fleet.lastSeen.withTime, { time });

export interface LastSeenProps {
  readonly record: JsonRecord;
  readonly now: number;
}

/** `short`: below a heading that says what the time is; leaves the reason of an unknown contact to the tooltip. */
export function LastSeen({ short = false, ...props }: LastSeenProps & { readonly short?: boolean }): ReactElement {
  const time = lastSeenText(props);
  const text = time === noContact ? (short ? unknown : time) : short ? time : withLabel(time);
  return (
    <span className={classes["seen"]} title={lastSeenSentence(props)}>
      <ContactDot {...props} />
      {text}
    </span>
  );
}

export function ContactDot({ record, now }: LastSeenProps): ReactElement {
  const { state } = contactOf(record, now);
  return <i aria-label={texts[state]} className={classes["dot"]} data-state={state} role="img" />;
}

export function lastSeenText({ record, now }: LastSeenProps): string {
  const { at, state } = contactOf(record, now);
  if (at !== undefined) return formatRelative(Date.parse(at), now);
  return state === "silent" ? longAgo : noContact;
}

/** State, time and source. */
function lastSeenSentence({ record, now }: LastSeenProps): string {
  const { at, source, state } = contactOf(record, now);
  if (at === undefined || source === undefined) return texts[state];
  return [texts[state], formatDateTime(Date.parse(at)), sources[source]].join(" · ");
}
