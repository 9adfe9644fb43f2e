/** One list: header, query, rows and selection. */
import { t } from "#shared/texts/text.ts";
import { type ReactElement, useEffect, useMemo } from "react";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import { idle } from "../../lib/async-state.ts";
import { forQuery, nothingSelected } from "../../lib/selection.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { FleetChart } from "./fleet-chart.tsx";
import classes from "./fleet.module.css";
import { listKey, listQueryKey } from "./fleet-slice.ts";
import { ListBody } from "./list-body.tsx";
import { ListFilter } from "./list-filter.tsx";
import { ListFoot } from "./list-foot.tsx";
import { ListHead } from "./list-head.tsx";
import { LiveBanner } from "./live-banner.tsx";
import { useFields } from "./use-fields.ts";
import { useFilter } from "./use-filter.ts";
import { useListColumns } from "./use-list-columns.ts";
import { useListQuery } from "./use-list-query.ts";
import { useListRows } from "./use-list-rows.ts";
import { useListSelection } from "./use-list-selection.ts";

export interface ListPageProps {
  readonly connection: string;
  readonly collection: Collection;
}

export function ListPage({ connection, collection }: ListPageProps): ReactElement {
  const name = useMemo(() => ({ connection, collection }), [connection, collection]);
  const question = useListQuery(name);
  const list = useListRows(name, question);
  const listSelection = useListSelection(name, question, list);
  const look = useListColumns(name);
  const draft = useFleetdesk((state) => state.fleetLists[listKey(name)]?.draft ?? "");
  const fields = useFields(name, draft);
  const filter = useFilter(name, question);

  // Live rows and "all that match" belong to the previous query.
  const key = listQueryKey(question);
  const change = useFleetdesk((state) => state.changeFleetList);
  const { selection } = listSelection;
  const { live } = list;
  useEffect(() => {
    // Live rows differ from the cached rows that "all" was selected from.
    const nextSelection =
      live !== undefined && selection.kind === "matching" ? nothingSelected : forQuery(selection, key);
    if (nextSelection !== selection) change(name, { selection: nextSelection });
    if (live !== undefined && live.question !== key) change(name, { live: idle });
  }, [change, key, live, name, selection]);

  return (
    <section aria-label={t(($) => $.fleet.list.label)} className={classes["list"]}>
      <ListHead listSelection={listSelection} list={list} look={look} name={name} question={question} />
      <ListFilter fields={fields} filter={filter} look={look} name={name} question={question} />
      <FleetChart fields={fields} filter={filter} name={name} question={question} />
      <LiveBanner name={name} question={question} />
      <ListBody listSelection={listSelection} filter={filter} list={list} look={look} name={name} question={question} />
      <ListFoot listSelection={listSelection} list={list} name={name} question={question} />
    </section>
  );
}
