/** The detail of one record, next to the list: from the cache, or refreshed from the service. */
import { t } from "#shared/texts/text.ts";
import { Button, Skeleton, Tabs, ActionIcon } from "@mantine/core";
import {
  type MouseEvent,
  type ReactElement,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { reloadQueries } from "../../../data/invalidations.ts";
import {
  collectionLabels,
  nameOf,
  parseOpen,
  type RecordKey,
  formatOpen,
  inSentence,
  isNumbered,
  statusFrom,
} from "../../../lib/records.ts";
import { FailureNotice, Notice } from "../../../ui/notice.tsx";
import classes from "./record-detail.module.css";
import { type OpenRecord, useRecord, useRecordHistory, useRecordRefresh, type RecordSource } from "./use-record.ts";
import { dataOf } from "../../../lib/async-state.ts";
import { History } from "./history-tab.tsx";
import { detailTabs } from "../../../app/detail-tabs.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import type { DetailTabProps } from "./detail-tab.ts";
import { focusList, useEscape } from "../../../ui/use-escape.ts";
import { stepTo, type TrailStep } from "./trail-slice.ts";
import { formatAddress, parseAddress } from "../../../lib/address.ts";
import { valueAt } from "#shared/records/schema.ts";
import { useMediaQuery } from "@mantine/hooks";
import { IconArrowLeft, IconRefresh, IconX } from "@tabler/icons-react";
import { formatRelative, formatTime } from "#shared/format.ts";
import { hasNoFocus } from "../../../lib/focus.ts";
import { Copyable } from "../../../ui/copyable.tsx";
import { LastSeen } from "../../../ui/last-seen.tsx";
import { StatusPill } from "../../../ui/status-pill.tsx";
import { useNow } from "../../../ui/use-now.ts";

interface RecordDetailProps {
  /** Value of `open` in the address: "endpoint:17"; a bare id means an endpoint. */
  readonly open: string;
}

export function RecordDetail({ open }: RecordDetailProps): ReactElement {
  const key = useMemo(() => parseOpen(open), [open]);
  const close = useCloseOnEscape();
  if (key === undefined)
    return (
      <Notice
        actions={<Button onClick={close}>{t(($) => $.common.close)}</Button>}
        title={t(($) => $.fleet.detail.invalid)}
      >
        {t(($) => $.fleet.detail.invalidHelp, { value: open })}
      </Notice>
    );
  return <Record of={key} onClose={close} />;
}

function Record({ of, onClose }: { readonly of: RecordKey; readonly onClose: () => void }): ReactElement {
  const { open, failure, linksLoaded } = useRecord(of);
  const { ref, onLeave } = useTrail(of, open, linksLoaded);
  return (
    // Links handle their own clicks; this handler only records the position before navigation.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- not a control
    <div className={classes["detail"]} onClickCapture={onLeave} ref={ref}>
      <DetailHeader of={of} onClose={onClose} open={open} />
      {open !== undefined ? (
        <DetailTabs of={of} open={open} />
      ) : failure === undefined ? (
        <Waiting />
      ) : ["not-in-cache", "never-synchronised"].includes(failure.code) ? (
        <NotCached of={of} />
      ) : (
        <FailureNotice
          actions={<Button onClick={() => void reloadQueries("fleet.get")}>{t(($) => $.fleet.detail.reload)}</Button>}
          failure={failure}
        />
      )}
    </div>
  );
}

/** Delayed, so that a cache hit shows no loading indicator. */
function Waiting(): ReactElement {
  return (
    <div aria-busy="true" aria-label={t(($) => $.common.loading)} className={classes["waiting"]} role="status">
      {[80, 55, 70, 40].map((width) => (
        <Skeleton height={12} key={width} width={`${width}%`} />
      ))}
    </div>
  );
}

/** The record is missing in the cache: shows its history, and offers to load it from the service. */
function NotCached({ of }: { readonly of: RecordKey }): ReactElement {
  const { busy, isMissing, problem, run } = useRecordRefresh(of);
  const history = dataOf(useRecordHistory(of))?.entries;
  const recordLabel = `${collectionLabels[of.collection].one} ${of.id}`;
  const has = history !== undefined && history.length > 0;
  return (
    <>
      <Notice
        actions={
          <Button loading={busy} onClick={run}>
            {t(($) => $.fleet.detail.loadFromService)}
          </Button>
        }
        title={t(($) => $.fleet.detail.notCached)}
      >
        <p>
          {has
            ? t(($) => $.fleet.detail.removedFromCache, { record: recordLabel })
            : t(($) => $.fleet.detail.notCachedHelp, { record: recordLabel })}
        </p>
        <p role="status">{isMissing ? t(($) => $.fleet.detail.notOnService, { record: recordLabel }) : problem}</p>
      </Notice>
      {has ? (
        <section className={classes["facts"]}>
          <h3>{t(($) => $.fleet.detail.cachedHistory)}</h3>
          <History of={of} />
        </section>
      ) : undefined}
    </>
  );
}

/** The tabs available for a record's collection; the open one is in the address. */
function DetailTabs({ of, open }: DetailTabProps): ReactElement {
  const requestedTab = useFleetdesk((state) => state.address.query["tab"]);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const tabs = detailTabs.filter(({ collections }) => collections === "all" || collections.includes(of.collection));
  const first = tabs[0]?.id;
  const current = tabs.some(({ id }) => id === requestedTab) ? requestedTab : first;
  return (
    <Tabs
      classNames={{
        root: classes["tabs"] ?? "",
        list: classes["list"] ?? "",
        tab: classes["tab"] ?? "",
        panel: classes["panel"] ?? "",
      }}
      keepMounted={false}
      onChange={(id) => setQuery({ tab: id === first ? undefined : (id ?? undefined) }, { replace: true })}
      value={current ?? null}
    >
      <Tabs.List>
        {tabs.map(({ id, title }) => (
          <Tabs.Tab key={id} value={id}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ id, component: Tab }) => (
        <Tabs.Panel key={id} value={id}>
          <Tab of={of} open={open} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** Returns the handler of the close button. */
function useCloseOnEscape(): () => void {
  const setQuery = useFleetdesk((state) => state.setQuery);
  const clearTrail = useFleetdesk((state) => state.clearTrail);
  const close = useCallback(() => {
    clearTrail();
    setQuery({ open: undefined, tab: undefined });
    focusList();
  }, [clearTrail, setQuery]);
  const leave = useCallback(() => {
    const { trail, address } = useFleetdesk.getState();
    if (stepTo(trail, address.query["open"] ?? "") === undefined) close();
    else window.history.back();
  }, [close]);
  useEscape(leave);
  return close;
}

interface Trail {
  readonly ref: RefObject<HTMLDivElement | null>;
  /** Capture handler for clicks anywhere in the detail, called before the link navigates. */
  readonly onLeave: (event: MouseEvent) => void;
}

/** Tracks one record from when it is opened. The scroll position is restored once its content is complete. */
function useTrail(of: RecordKey, open: OpenRecord | undefined, linksLoaded: boolean): Trail {
  const whole = open !== undefined && linksLoaded;
  const ref = useRef<HTMLDivElement>(null);
  const back = useRef<TrailStep | undefined>(undefined);
  const leaveDetail = useFleetdesk((state) => state.leaveDetail);
  const returnToDetail = useFleetdesk((state) => state.returnToDetail);
  useEffect(() => {
    back.current = returnToDetail(formatAddress(useFleetdesk.getState().address));
  }, [returnToDetail]);
  useEffect(() => {
    const step = back.current;
    if (step === undefined || !whole || ref.current === null) return;
    back.current = undefined;
    const link = [...ref.current.querySelectorAll("a")].find((one) => one.getAttribute("href") === step.href);
    link?.focus({ preventScroll: true });
    paneOf(ref.current)?.scrollTo({ top: step.scroll });
  }, [whole]);
  const onLeave = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest("a[href^='#']") : null;
    const href = link?.getAttribute("href");
    if (typeof href !== "string" || ref.current === null) return;
    const { address } = useFleetdesk.getState();
    const name = open === undefined ? undefined : nameOf(of.collection, open.record);
    leaveDetail({
      from: formatAddress(address),
      to: parseAddress(href).query["open"],
      name: name ?? of.id,
      scroll: paneOf(ref.current)?.scrollTop ?? 0,
      href,
    });
  };
  return { ref, onLeave };
}

/** The scroll container of the detail. */
function paneOf(element: HTMLElement): HTMLElement | null {
  return element.parentElement;
}

// The record's name, collection, and the age of the data shown.

const idLabels: Readonly<Record<RecordKey["collection"], string>> = {
  endpoint: t(($) => $.fleet.record.endpointId),
  sim: t(($) => $.fleet.record.simId),
  imsi: t(($) => $.fleet.record.imsiId),
  organisation: t(($) => $.fleet.record.organisationId),
  user: t(($) => $.fleet.record.userId),
  tariff_plan: t(($) => $.fleet.record.tariffPlanId),
};

interface DetailHeaderProps {
  readonly of: RecordKey;
  readonly open: OpenRecord | undefined;
  readonly onClose: () => void;
}

function DetailHeader({ of, open, onClose }: DetailHeaderProps): ReactElement {
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
