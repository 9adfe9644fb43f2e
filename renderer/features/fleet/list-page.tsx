/** One list: header, query, rows and selection. */
import { t } from "#shared/texts/text.ts";
import { type ReactElement, useCallback, useEffect, useMemo } from "react";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import { type DataTable, useDataTable } from "../../app/data-table/use-data-table.ts";
import type { SavedLayout } from "../../app/data-table/use-saved-layout.ts";
import { dataOf, idle } from "../../lib/async-state.ts";
import { collectionLabels, formatOpen, parseOpen } from "../../lib/records.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { FleetChart } from "./fleet-chart.tsx";
import classes from "./fleet.module.css";
import {
  fleetRowQuery,
  type FleetRow,
  fleetTableId,
  listKey,
  type ListName,
  type ListQuery,
  listQueryKey,
  type LiveResult,
} from "./fleet-slice.ts";
import { ListBody } from "./list-body.tsx";
import { ListFilter } from "./list-filter.tsx";
import { ListFoot } from "./list-foot.tsx";
import { ListHead } from "./list-head.tsx";
import { LiveBanner } from "./live-banner.tsx";
import { readSort, writeSort } from "./sort-by.ts";
import { useFields } from "./use-fields.ts";
import { useFilter } from "./use-filter.ts";
import { useListColumns } from "./use-list-columns.ts";
import { useListQuery } from "./use-list-query.ts";

/** Props shared by the sections of a list page. */
export interface ListSectionProps {
  readonly name: ListName;
  readonly question: ListQuery;
  readonly table: DataTable<FleetRow>;
  readonly savedLayout: SavedLayout;
  /** The live rows while they are shown. */
  readonly live: LiveResult | undefined;
}

export interface ListPageProps {
  readonly connection: string;
  readonly collection: Collection;
}

export function ListPage({ connection, collection }: ListPageProps): ReactElement {
  const name = useMemo(() => ({ connection, collection }), [connection, collection]);
  const question = useListQuery(name);
  const draft = useFleetdesk((state) => state.fleetLists[listKey(name)]?.draft ?? "");
  const fields = useFields(name, draft);
  const filter = useFilter(name, question);
  const { columns, savedLayout } = useListColumns(name);
  const live = useFleetdesk((state) => dataOf(state.fleetLists[listKey(name)]?.live ?? idle));
  const table = useListTable(name, question, { columns, savedLayout, live });

  // Live rows belong to their query.
  const key = listQueryKey(question);
  const change = useFleetdesk((state) => state.changeFleetList);
  useEffect(() => {
    if (live !== undefined && live.key !== key) change(name, { live: idle });
  }, [change, key, live, name]);

  const section = { name, question, table, savedLayout, live };
  return (
    <section aria-label={t(($) => $.fleet.list.label)} className={classes["list"]}>
      <ListHead {...section} />
      <ListFilter {...section} fields={fields} filter={filter} />
      <FleetChart fields={fields} filter={filter} name={name} question={question} />
      <LiveBanner name={name} question={question} />
      <ListBody {...section} filter={filter} />
      <ListFoot {...section} />
    </section>
  );
}

const rowId = ({ id }: FleetRow): string => id;

function useListTable(
  name: ListName,
  question: ListQuery,
  { columns, savedLayout, live }: ReturnType<typeof useListColumns> & Pick<ListSectionProps, "live">,
): DataTable<FleetRow> {
  const fleetWindow = useFleetdesk((state) => state.fleetWindow);
  const setCompleteness = useFleetdesk((state) => state.setFleetCompleteness);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const open = useFleetdesk((state) => state.address.query["open"]);
  const opened = open === undefined ? undefined : parseOpen(open);
  const query = useMemo(() => fleetRowQuery(name, question, setCompleteness), [name, question, setCompleteness]);
  const close = useCallback(() => setQuery({ open: undefined, tab: undefined }), [setQuery]);
  return useDataTable({
    id: fleetTableId(name),
    name: collectionLabels[name.collection].many,
    list: useMemo(() => fleetWindow(name), [fleetWindow, name]),
    query,
    fixedRows: live,
    rowId,
    columns,
    savedLayout,
    sort: useMemo(() => readSort(question.sort), [question.sort]),
    onSort: (keys) => setQuery({ sort: writeSort(keys) }),
    openId: opened?.collection === name.collection ? opened.id : undefined,
    onOpen: ({ id }) =>
      setQuery({ open: formatOpen({ collection: name.collection, id }) }, { replace: open !== undefined }),
    onClose: open === undefined ? undefined : close,
  });
}
