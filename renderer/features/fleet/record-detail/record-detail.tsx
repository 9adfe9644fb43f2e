/** The detail of one record, next to the list: from the cache, or refreshed from the service. */
import { t } from "#shared/texts/text.ts";
import { Button, Skeleton, Tabs } from "@mantine/core";
import { type MouseEvent, type ReactElement, type RefObject, useCallback, useEffect, useMemo, useRef } from "react";
import { reloadQueries } from "../../../data/invalidations.ts";
import { collectionLabels, nameOf, parseOpen, type RecordKey } from "../../../lib/records.ts";
import { FailureNotice, Notice } from "../../../ui/notice.tsx";
import { DetailHeader } from "./detail-header.tsx";
import classes from "./record-detail.module.css";
import { type OpenRecord, useRecord, useRecordHistory, useRecordRefresh } from "./use-record.ts";
import { dataOf } from "../../../lib/async-state.ts";
import { History } from "./history-tab.tsx";
import { detailTabs } from "../../../app/detail-tabs.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import type { DetailTabProps } from "./detail-tab.ts";
import { focusList, useEscape } from "../../../ui/use-escape.ts";
import { stepTo, type TrailStep } from "./trail-slice.ts";
import { formatAddress, parseAddress } from "../../../lib/address.ts";

export interface RecordDetailProps {
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
