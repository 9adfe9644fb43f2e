/** The record is missing in the cache: shows its history, and offers to load it from the service. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { collectionLabels, type RecordKey } from "../../../lib/records.ts";
import { dataOf } from "../../../lib/async-state.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { Notice } from "../../../ui/notice.tsx";
import { sentenceOf } from "./detail-slice.ts";
import { History } from "./history-tab.tsx";
import classes from "./record-detail.module.css";

export function NotCached({ of }: { readonly of: RecordKey }): ReactElement {
  const refreshState = useFleetdesk((state) => state.recordRefresh);
  const lookOnService = useFleetdesk((state) => state.refreshRecord);
  const history = useFleetdesk((state) => dataOf(state.detailHistory));
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const recordLabel = `${collectionLabels[of.collection].one} ${of.id}`;
  const load = (): void => {
    setProblem(undefined);
    lookOnService().catch((error: unknown) => setProblem(sentenceOf(error)));
  };
  const has = history !== undefined && history.length > 0;
  return (
    <>
      <Notice
        actions={
          <Button loading={refreshState === "asking"} onClick={load}>
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
        <p role="status">
          {refreshState === "no-such-record" ? t(($) => $.fleet.detail.notOnService, { record: recordLabel }) : problem}
        </p>
      </Notice>
      {has ? (
        <section className={classes["facts"]}>
          <h3>{t(($) => $.fleet.detail.cachedHistory)}</h3>
          <History collection={of.collection} />
        </section>
      ) : undefined}
    </>
  );
}
