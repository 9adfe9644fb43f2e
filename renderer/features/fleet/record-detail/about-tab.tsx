/** The fields of the record, its related records, and when the cache first had it. */
import { t, formatText } from "#shared/texts/text.ts";
import type { ReactElement, ReactNode } from "react";
import { Button } from "@mantine/core";
import type { RecordLink as LinkData } from "#shared/contract/fleet/records.ts";
import { formatRelative, formatDateTime } from "#shared/format.ts";
import { Copyable } from "../../../ui/copyable.tsx";
import { useNow } from "../../../ui/use-now.ts";
import classes from "./about-tab.module.css";
import { type RecordSource, useRecordName, type OpenRecord, usePlansRefresh, useRecordLinks } from "./use-record.ts";
import type { DetailTabProps } from "./detail-tab.ts";
import { copyOf, fieldsOf, type FieldValue } from "./record-fields.ts";
import { formatAddress } from "../../../lib/address.ts";
import { collectionLabels, isNumbered, type RecordKey } from "../../../lib/records.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { RecordLink } from "../../../ui/record-link.tsx";
import { StatusPill } from "../../../ui/status-pill.tsx";
import { dataOf } from "../../../lib/async-state.ts";
import { FailureNotice } from "../../../ui/notice.tsx";
import {
  loadedAtText,
  figureOf,
  additionalLinks,
  organisationIn,
  sampleOf,
  shareOf,
  unknownReason,
  wholeList,
} from "./additional-links.ts";

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

/** Related records: those that refer to this one, and those that only a third record or the service can provide. */
function LinksSection({ of, open }: { readonly of: RecordKey; readonly open: OpenRecord }): ReactElement | undefined {
  const state = useRecordLinks(of);
  const links = dataOf(state)?.links;
  if (links === undefined) {
    return state.state === "failed" ? (
      <FailureNotice failure={state.failure} title={t(($) => $.fleet.links.failed)} />
    ) : undefined;
  }
  const additional = additionalLinks(of, open.record, links);
  if (additional.length === 0) return undefined;
  const organisation = of.collection === "organisation" ? of.id : organisationIn(links);
  return (
    <section aria-label={t(($) => $.fleet.links.title)} className={classes["group"]}>
      <h3>{t(($) => $.fleet.links.title)}</h3>
      <dl className={classes["sections"]}>
        {additional.map((link) => (
          <div key={link.relation}>
            <dt>{formatText(link.title)}</dt>
            <dd>
              <LinkLines link={link} of={of} organisation={organisation} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface LinkLinesProps {
  readonly link: LinkData;
  readonly of: RecordKey;
  /** The organisation whose tariff plans would be loaded. */
  readonly organisation: string | undefined;
}

function LinkLines({ link, of, organisation }: LinkLinesProps): ReactElement {
  const now = useNow();
  const from = useFleetdesk((state) => state.address);
  const whole = wholeList(link);
  const remarks = [shareOf(link.cache), loadedAtText(link, now)].filter((remark) => remark !== undefined);
  return (
    <div className={classes["links"]}>
      <span>
        <Figure link={link} />
        {whole === undefined ? undefined : (
          <a className={classes["listLink"]} href={whole.href}>
            {whole.label}
          </a>
        )}
      </span>
      {sampleOf(link).map(({ id, name }) => (
        <span key={id}>
          <RecordLink from={from} mono={isNumbered(link.collection)} to={{ collection: link.collection, id }}>
            {name ?? id}
          </RecordLink>
          {"\u2002"}
          {name === undefined ? undefined : <span className={`mono ${classes["id"]}`}>{id}</span>}
        </span>
      ))}
      {remarks.length === 0 ? undefined : <span className="muted">{remarks.join(" · ")}</span>}
      {link.note === undefined ? undefined : <span className="muted">{formatText(link.note)}</span>}
      <LoadPlansButton link={link} of={of} organisation={organisation} />
    </div>
  );
}

function Figure({ link }: { readonly link: LinkData }): ReactElement | undefined {
  const missing = unknownReason(link);
  const figure = figureOf(link);
  if (missing !== undefined) return <StatusPill tone="neutral">{missing}</StatusPill>;
  if (figure === undefined) return undefined;
  return <span className={classes[link.total === 0 ? "none" : "figure"]}>{figure}</span>;
}

/** No record lists an organisation's tariff plans; they are loaded on demand. */
function LoadPlansButton({ link, of, organisation }: LinkLinesProps): ReactElement | undefined {
  const ofOne = link.relation === "tariff-plans" && organisation !== undefined;
  const ofAll = link.relation === "organisations" && of.collection === "tariff_plan";
  const { busy, problem, run } = usePlansRefresh(ofAll ? undefined : organisation);
  if (!ofOne && !ofAll) return undefined;
  return (
    <>
      <span>
        <Button loading={busy} onClick={run} size="compact-xs" variant="default">
          {ofAll ? t(($) => $.fleet.links.loadAllPlans) : t(($) => $.fleet.links.loadPlans)}
        </Button>
      </span>
      {problem === undefined ? undefined : <span role="status">{problem}</span>}
    </>
  );
}

const dayMs = 86_400_000;

/** A time to the second, with the relative time while it is recent. */
function Moment({ at, now }: { readonly at: number; readonly now: number }): ReactElement {
  return (
    <>
      {formatDateTime(at)}{" "}
      {now - at < 2 * dayMs ? (
        <span className={`muted ${classes["relativeTime"]}`}>{formatRelative(at, now)}</span>
      ) : undefined}
    </>
  );
}
