/** The record is missing in the cache: shows its history, and offers to load it from the service. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { collectionLabels, type RecordKey } from "../../../lib/records.ts";
import { dataOf } from "../../../lib/async-state.ts";
import { Notice } from "../../../ui/notice.tsx";
import { History } from "./history-tab.tsx";
import classes from "./record-detail.module.css";
import { useRecordHistory, useRecordRefresh } from "./use-record.ts";

export function NotCached({ of }: { readonly of: RecordKey }): ReactElement {
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
