/** What changed in the copy: between two syncs, since yesterday, since a date or a snapshot. */
import { t } from "#shared/texts/text.ts";
import { formatText } from "#shared/texts/text.ts";
import { type ReactElement, useEffect, useMemo } from "react";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { Page } from "../../ui/page-frame/page.tsx";
import { ChangesBar } from "./changes-bar.tsx";
import { ChangesFilter } from "./changes-filter.tsx";
import { ChangesList } from "./changes-list.tsx";
import { countWords, filterRows, questionOf, readAsked, rowsOf } from "./changes-model.ts";
import classes from "./changes-page.module.css";
import { ChangesState } from "./changes-state.tsx";

export function ChangesPage(): ReactElement {
  const address = useFleetdesk((state) => state.address);
  const asked = useMemo(() => readAsked(address), [address]);
  const { collection, since } = asked;
  const loadChanges = useFleetdesk((state) => state.loadChanges);
  const changes = useFleetdesk((state) => state.changes);
  const question = useFleetdesk((state) => state.changesQuestion);
  useEffect(() => {
    void loadChanges(questionOf({ collection, since }, Date.now()));
  }, [collection, since, loadChanges]);

  // The answer in the store may still be the one of another collection.
  const set = question?.collection === collection ? shown(changes) : undefined;
  const rows = useMemo(() => (set === undefined ? [] : rowsOf(collection, set.entries)), [collection, set]);
  const words = useMemo(() => countWords(rows), [rows]);
  const seen = useMemo(() => filterRows(rows, asked), [rows, asked]);
  const some = set !== undefined && set.counts.added + set.counts.gone + set.counts.changed > 0;
  return (
    <Page label={t(($) => $.fleet.changes.title)}>
      <ChangesBar asked={asked} set={set} />
      {set !== undefined && changes.state === "failed" ? (
        <div className={classes["failure"]}>
          <Callout title={t(($) => $.fleet.changes.refreshFailed)} tone="bad">
            {formatText(changes.failure.text)}
          </Callout>
        </div>
      ) : undefined}
      {set !== undefined && some ? (
        <>
          <ChangesFilter asked={asked} complete={set.nextCursor === undefined} counts={set.counts} words={words} />
          <ChangesList all={rows.length} asked={asked} rows={seen} set={set} />
        </>
      ) : (
        <ChangesState asked={asked} set={set} />
      )}
    </Page>
  );
}
