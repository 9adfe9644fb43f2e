/** The detail of one record, next to the list: from the cache, or refreshed from the service. */
import { t } from "#shared/texts/text.ts";
import { Button, Skeleton } from "@mantine/core";
import { type ReactElement, useMemo } from "react";
import { reloadQueries } from "../../../data/invalidations.ts";
import { parseOpen, type RecordKey } from "../../../lib/records.ts";
import { FailureNotice, Notice } from "../../../ui/notice.tsx";
import { DetailHeader } from "./detail-header.tsx";
import { DetailTabs } from "./detail-tabs-view.tsx";
import { NotCached } from "./not-cached.tsx";
import classes from "./record-detail.module.css";
import { useCloseOnEscape } from "./use-close-on-escape.ts";
import { useRecord } from "./use-record.ts";
import { useTrail } from "./use-trail.ts";

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
