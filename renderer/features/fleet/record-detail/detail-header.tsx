/** The record's name, collection, and the age of the data shown. */
import { valueAt } from "#shared/records/schema.ts";
import { t } from "#shared/texts/text.ts";
import { ActionIcon } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconArrowLeft, IconRefresh, IconX } from "@tabler/icons-react";
import { type ReactElement, type RefObject, useEffect, useRef, useState } from "react";
import { formatRelative, formatTime } from "#shared/format.ts";
import { hasNoFocus } from "../../../lib/focus.ts";
import {
  collectionLabels,
  formatOpen,
  inSentence,
  isNumbered,
  nameOf,
  type RecordKey,
  statusFrom,
} from "../../../lib/records.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { Copyable } from "../../../ui/copyable.tsx";
import { LastSeen } from "../../../ui/last-seen.tsx";
import { StatusPill } from "../../../ui/status-pill.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { type OpenRecord, type RecordSource, useRecordRefresh } from "./use-record.ts";
import classes from "./record-detail.module.css";
import { stepTo } from "./trail-slice.ts";

const idLabels: Readonly<Record<RecordKey["collection"], string>> = {
  endpoint: t(($) => $.fleet.record.endpointId),
  sim: t(($) => $.fleet.record.simId),
  imsi: t(($) => $.fleet.record.imsiId),
  organisation: t(($) => $.fleet.record.organisationId),
  user: t(($) => $.fleet.record.userId),
  tariff_plan: t(($) => $.fleet.record.tariffPlanId),
};

export interface DetailHeaderProps {
  readonly of: RecordKey;
  readonly open: OpenRecord | undefined;
  readonly onClose: () => void;
}

export function DetailHeader({ of, open, onClose }: DetailHeaderProps): ReactElement {
  const heading = useHeadingFocus();
  // In a narrow window the detail replaces the page.
  const alone = useMediaQuery("(max-width: 820px)");
  const { collection, id } = of;
  const recordLabel = `${collectionLabels[collection].one} ${id}`;
  const name = open === undefined ? undefined : nameOf(collection, open.record);
  const now = useNow();
  const back = useFleetdesk((state) => stepTo(state.trail, formatOpen(of)));
  const { button, word } = useReadAgain(of);
  return (
    <header className={classes["header"]}>
      {alone ? <h1 className="visually-hidden">{t(($) => $.fleet.detail.title)}</h1> : undefined}
      <div className={classes["title"]}>
        {back === undefined ? undefined : (
          <ActionIcon
            aria-label={t(($) => $.fleet.detail.backTo, { name: back.name })}
            className={classes["back"]}
            onClick={() => window.history.back()}
            title={t(($) => $.fleet.detail.backToKey, { name: back.name })}
          >
            <IconArrowLeft aria-hidden="true" size={16} />
          </ActionIcon>
        )}
        <h2
          className={isNumbered(collection) && name !== undefined ? "mono" : undefined}
          data-pane-focus
          ref={heading}
          tabIndex={-1}
          title={name}
          translate={name === undefined ? undefined : "no"}
        >
          {name ?? recordLabel}
        </h2>
        {open === undefined ? undefined : button}
        <ActionIcon
          aria-label={t(($) => $.fleet.detail.close)}
          className={classes["close"]}
          onClick={onClose}
          title={back === undefined ? t(($) => $.fleet.detail.closeKey) : t(($) => $.common.close)}
        >
          <IconX aria-hidden="true" size={16} />
        </ActionIcon>
      </div>
      <div className={`muted ${classes["line"]}`}>
        {open === undefined ? undefined : <State collection={collection} open={open} />}
        {open === undefined || collection !== "endpoint" ? undefined : <LastSeen now={now} record={open.record} />}
        <span className={classes["id"]}>
          <Copyable label={idLabels[collection]} value={id}>
            {collectionLabels[collection].one} <span className="mono">{id}</span>
          </Copyable>
        </span>
        {open === undefined ? undefined : <span>{freshness(open.source, now)}</span>}
      </div>
      {open === undefined ? undefined : word}
    </header>
  );
}

function State({
  collection,
  open,
}: {
  readonly collection: RecordKey["collection"];
  readonly open: OpenRecord;
}): ReactElement {
  const { text, tone } = statusFrom(collection, valueAt(open.record, "status"));
  return <StatusPill tone={tone}>{text}</StatusPill>;
}

function freshness(source: RecordSource, now: number): string {
  if (source.from === "service")
    return t(($) => $.fleet.detail.freshnessService, { time: formatTime(source.asOf, now) });
  const { firstSeen, lastSeen, changedAt, readAt } = source;
  if (readAt !== undefined)
    return t(($) => $.fleet.detail.freshnessRefreshed, {
      time: formatTime(readAt, now),
      cached: formatTime(lastSeen, now),
    });
  const time = formatTime(lastSeen, now);
  // The first sync is no change.
  return changedAt === firstSeen
    ? t(($) => $.fleet.detail.freshnessUnchanged, { time })
    : t(($) => $.fleet.detail.freshnessCache, { time, changed: formatRelative(changedAt, now) });
}

/** A followed link inside the detail is unmounted, so focus moves to the heading of the next record. */
function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const [wasFollowed] = useState(useFleetdesk((state) => state.trail.length > 0));
  useEffect(() => {
    if (wasFollowed && hasNoFocus()) heading.current?.focus();
  }, [wasFollowed]);
  return heading;
}

/** Refreshes the record from the service on demand, and shows the outcome. */
function useReadAgain(of: RecordKey): {
  readonly button: ReactElement;
  readonly word: ReactElement | undefined;
} {
  const { busy, isMissing, problem, run } = useRecordRefresh(of);
  const removedText = t(($) => $.fleet.detail.goneFromService, {
    collection: inSentence(collectionLabels[of.collection].one),
    id: of.id,
  });
  const message = isMissing ? removedText : problem;
  return {
    button: (
      <ActionIcon
        aria-label={t(($) => $.fleet.detail.refresh)}
        className={classes["refresh"]}
        loading={busy}
        onClick={run}
        title={t(($) => $.fleet.detail.refresh)}
      >
        <IconRefresh aria-hidden="true" size={16} stroke={1.6} />
      </ActionIcon>
    ),
    word:
      message === undefined ? undefined : (
        <p className={classes["status"]} role="status">
          {message}
        </p>
      ),
  };
}
