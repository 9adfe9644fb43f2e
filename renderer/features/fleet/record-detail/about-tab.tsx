/** The fields of the record, and when the cache first had it. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement, ReactNode } from "react";
import { Copyable } from "../../../ui/copyable.tsx";
import { useNow } from "../../../ui/use-now.ts";
import classes from "./about-tab.module.css";
import { type RecordSource, useRecordName } from "./use-record.ts";
import type { DetailTabProps } from "./detail-tab.ts";
import { LinksSection } from "./links-section.tsx";
import { Moment } from "./moment.tsx";
import { copyOf, fieldsOf, type FieldValue } from "./record-fields.ts";
import { formatAddress } from "../../../lib/address.ts";
import { collectionLabels } from "../../../lib/records.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { RecordLink } from "../../../ui/record-link.tsx";
import { StatusPill } from "../../../ui/status-pill.tsx";

export function AboutTab({ of, open }: DetailTabProps): ReactElement {
  return (
    <>
      {fieldsOf(of.collection, open.record).map(({ title, lines }) => (
        <section className={classes["group"]} key={title}>
          <h3>{title}</h3>
          <dl>
            {lines.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <FieldValueView label={label} value={value} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <LinksSection of={of} open={open} />
      <CacheSource source={open.source} />
    </>
  );
}

function CacheSource({ source }: { readonly source: RecordSource }): ReactElement {
  const lines: readonly (readonly [string, number])[] =
    source.from === "cache"
      ? [
          [t(($) => $.fleet.detail.firstSeen), source.firstSeen],
          ...(source.changedAt === source.firstSeen
            ? []
            : [[t(($) => $.fleet.detail.lastChanged), source.changedAt] as const]),
          [t(($) => $.fleet.detail.lastSynced), source.lastSeen],
          ...(source.readAt === undefined ? [] : [[t(($) => $.fleet.detail.refreshed), source.readAt] as const]),
        ]
      : [[t(($) => $.fleet.detail.loaded), source.asOf]];
  const now = useNow();
  return (
    <section className={classes["group"]}>
      <h3>{source.from === "cache" ? t(($) => $.fleet.detail.inCache) : t(($) => $.fleet.detail.fromService)}</h3>
      <dl>
        {lines.map(([label, at]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Copyable label={label} value={new Date(at).toISOString()}>
                <Moment at={at} now={now} />
              </Copyable>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface FieldValueProps {
  readonly label: string;
  readonly value: FieldValue;
}

/** One value of a record, formatted by kind; an unknown value is never shown as none. */
function FieldValueView({ label, value }: FieldValueProps): ReactElement {
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
        <StatusPill title={t(($) => $.fleet.detail.notReported)} tone="neutral">
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
