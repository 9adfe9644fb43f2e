/** One value of a record, formatted by kind; an unknown value is never shown as none. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement, ReactNode } from "react";
import { formatAddress } from "../../../lib/address.ts";
import { collectionLabels } from "../../../lib/records.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { Copyable } from "../../../ui/copyable.tsx";
import { RecordLink } from "../../../ui/record-link.tsx";
import { StatusPill } from "../../../ui/status-pill.tsx";
import { useNow } from "../../../ui/use-now.ts";
import classes from "./about-tab.module.css";
import { Moment } from "./moment.tsx";
import { copyOf, type FieldValue } from "./record-fields.ts";
import { useRecordName } from "./use-record.ts";

export interface FieldValueProps {
  readonly label: string;
  readonly value: FieldValue;
}

export function FieldValueView({ label, value }: FieldValueProps): ReactElement {
  const copied = copyOf(value);
  const content = <FieldContent value={value} />;
  if (copied === undefined) return content;
  return (
    <Copyable label={label} value={copied}>
      {content}
    </Copyable>
  );
}

function FieldContent({ value }: { readonly value: FieldValue }): ReactElement {
  switch (value.kind) {
    case "text":
      return <span translate="no">{value.text}</span>;
    case "mono":
      return <span className="mono">{value.text}</span>;
    case "named":
      return (
        <>
          <span translate="no">{value.name}</span>
          {value.name === undefined ? undefined : "\u2002"}
          {value.id === undefined ? undefined : (
            <span className={`mono ${classes[value.name === undefined ? "value" : "id"] ?? ""}`}>{value.id}</span>
          )}
        </>
      );
    case "place":
      return (
        <>
          <a className={classes["listLink"]} href={`#${formatAddress(value.address)}`} translate="no">
            {value.name ?? value.id}
          </a>
          {"\u2002"}
          {value.name === undefined ? undefined : <span className={`mono ${classes["id"]}`}>{value.id}</span>}
        </>
      );
    case "link":
      return <Link value={value} />;
    case "status":
      return <StatusPill tone={value.status.tone}>{value.status.text}</StatusPill>;
    case "tags":
      return (
        <span className={classes["tags"]} translate="no">
          {value.tags.map((tag) => (
            <span key={tag}>{tag}</span>
          ))}
        </span>
      );
    case "date":
      return <DateValue at={value.at} written={value.text} />;
    case "none":
      return <span className={classes["none"]}>{value.text}</span>;
    case "unknown":
      return (
        <StatusPill title={t(($) => $.fleet.detail.notReported)} tone="unknown">
          {t(($) => $.common.unknown)}
        </StatusPill>
      );
  }
}

function Link({ value }: { readonly value: FieldValue & { readonly kind: "link" } }): ReactElement {
  const from = useFleetdesk((state) => state.address);
  const recordName = useRecordName(value.text === undefined ? value.to : undefined);
  const { collection, id } = value.to;
  const name: ReactNode = value.text ?? recordName;
  return (
    <>
      <RecordLink data={name !== undefined} from={from} mono={value.mono} to={value.to}>
        {name ?? `${collectionLabels[collection].one} ${id}`}
      </RecordLink>
      {"\u2002"}
      {name === undefined ? undefined : <span className={`mono ${classes["id"]}`}>{id}</span>}
    </>
  );
}

function DateValue({ at, written }: { readonly at: number; readonly written: string }): ReactElement {
  const now = useNow();
  return (
    <span title={written}>
      <Moment at={at} now={now} />
    </span>
  );
}
