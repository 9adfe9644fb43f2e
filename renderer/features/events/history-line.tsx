/** One row of a record's history, with a link to its page. */
import { t } from "#shared/texts/text.ts";
import { IconBell, IconGitCompare, IconMessage } from "@tabler/icons-react";
import type { ReactElement, ReactNode } from "react";
import type { HistoryItem } from "#shared/contract/events/events.ts";
import type { Message } from "#shared/contract/messages/sms.ts";
import { changeLines, type ChangeLabel, changeLabels } from "../../lib/changes.ts";
import { formatDateTime, formatTime } from "#shared/format.ts";
import { messageLabel } from "../../lib/outcome-labels.ts";
import type { RecordKey } from "../../lib/records.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { ChangeLines } from "../../ui/change-lines.tsx";
import { RichText, type RichTextProps } from "../../ui/rich-text.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { placeOf } from "./record-history.ts";
import classes from "./history.module.css";
import { SeverityBadge, TypeBadge } from "./severity-badge.tsx";

export interface HistoryLineProps {
  readonly item: HistoryItem;
  readonly of: RecordKey;
}

export function HistoryLine({ item, of }: HistoryLineProps): ReactElement {
  const here = useFleetdesk((state) => state.address);
  const now = useNow();
  const { icon, word } = sourceStyles[item.source];
  const { at } = item;
  const timed = item.source !== "event" || item.event.timed;
  return (
    <li data-source={item.source}>
      <div className={classes["head"]}>
        <span aria-hidden="true" className={classes["icon"]}>
          {icon}
        </span>
        <a href={placeOf(item, of, here)}>{word}</a>
        <time dateTime={new Date(at).toISOString()} title={formatDateTime(at)}>
          {timed ? formatTime(at, now) : t(($) => $.events.history.timeUnknown)}
        </time>
        <Badges item={item} of={of} />
      </div>
      <Body item={item} />
    </li>
  );
}

const sourceStyles: Readonly<Record<HistoryItem["source"], { readonly icon: ReactNode; readonly word: string }>> = {
  event: { icon: <IconBell size={14} stroke={1.6} />, word: t(($) => $.events.event) },
  sms: { icon: <IconMessage size={14} stroke={1.6} />, word: t(($) => $.events.history.sms) },
  change: { icon: <IconGitCompare size={14} stroke={1.6} />, word: t(($) => $.events.history.change) },
};

const kindLabels: Readonly<Record<"added" | "removed", ChangeLabel>> = {
  added: { id: "added", text: t(($) => $.events.history.added), tone: "good" },
  removed: { id: "removed", text: t(($) => $.events.history.removed), tone: "bad" },
};

function Badges({ item, of }: HistoryLineProps): ReactElement {
  switch (item.source) {
    case "event":
      return (
        <>
          <SeverityBadge event={item.event} />
          <TypeBadge event={item.event} />
        </>
      );
    case "sms": {
      const { text, tone, hint } = messageLabel(item.message);
      return (
        <StatusPill title={hint} tone={tone}>
          {text}
        </StatusPill>
      );
    }
    case "change": {
      const { kind, changes } = item.change;
      const labels = kind === "changed" ? changeLabels(of.collection, changes) : [kindLabels[kind]];
      return (
        <>
          {labels.map(({ id, text, tone }) => (
            <StatusPill key={id} tone={tone}>
              {text}
            </StatusPill>
          ))}
        </>
      );
    }
  }
}

function Body({ item }: { readonly item: HistoryItem }): ReactElement | undefined {
  switch (item.source) {
    case "event":
      return item.event.description === undefined ? undefined : <p translate="no">{item.event.description}</p>;
    case "sms":
      return <Text message={item.message} />;
    case "change":
      return <ChangeLines lines={changeLines(item.change.changes)} wrap />;
  }
}

const directionTexts: Readonly<Record<Message["direction"], RichTextProps["text"]>> = {
  mo: ($) => $.events.history.inbound,
  mt: ($) => $.events.history.outbound,
  unknown: ($) => $.events.history.directionUnknown,
};

function Payload({ text }: { readonly text: string | undefined }): ReactElement {
  return (
    <span className={classes["payload"]} translate={text === undefined ? undefined : "no"}>
      {text ?? t(($) => $.messages.textNotAvailable)}
    </span>
  );
}

function Text({ message: { direction, payload } }: { readonly message: Message }): ReactElement {
  return (
    <p>
      <RichText components={{ text: <Payload text={payload} /> }} text={directionTexts[direction]} />
    </p>
  );
}
