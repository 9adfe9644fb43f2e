/** The grid of a list, bound to the store: scroll position, sort, columns and the open record. */
import { type ReactElement, useCallback, useMemo } from "react";
import { collectionLabels, formatOpen, parseOpen } from "../../lib/records.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import type { ActiveCell } from "../../ui/virtual-table/table-column.ts";
import { VirtualTable } from "../../ui/virtual-table/virtual-table.tsx";
import { type FleetRow, listKey } from "./fleet-slice.ts";
import type { ListSectionProps } from "./list-section-props.ts";
import { readSort, writeSort } from "./sort-by.ts";

export function ListGrid({ name, question, list, listSelection, look }: ListSectionProps): ReactElement {
  const { window, rows, live } = list;
  const active = useFleetdesk((state) => state.fleetLists[listKey(name)]?.active);
  const open = useFleetdesk((state) => state.address.query["open"]);
  const compact = useFleetdesk((state) => state.settings?.density !== "comfortable");
  const change = useFleetdesk((state) => state.changeFleetList);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const announce = useFleetdesk((state) => state.announce);
  const place = useFleetdesk((state) => state.fleetPlace);
  const savePlace = useFleetdesk((state) => state.saveFleetPlace);
  const sort = useMemo(() => readSort(question.sort), [question.sort]);
  const opened = open === undefined ? undefined : parseOpen(open);
  const openId = opened?.collection === name.collection ? opened.id : undefined;
  const isOpen = useCallback(({ id }: FleetRow) => id === openId, [openId]);
  const { see } = listSelection;
  const onMoved = useCallback(
    (offset: number, first: number, last: number) => {
      see(first, last);
      savePlace(name, { offset, row: first });
      window.setVisibleRange(first, last);
    },
    [savePlace, name, see, window],
  );
  const initialOffset = useMemo(() => place(name).offset, [place, name]);
  const onOpen = (index: number): void => {
    const row = rows.at(index);
    if (row === undefined) return;
    setQuery({ open: formatOpen({ collection: name.collection, id: row.id }) }, { replace: open !== undefined });
  };
  return (
    <VirtualTable
      active={active}
      columns={look.columns}
      initialOffset={initialOffset}
      isOpen={isOpen}
      isSelected={listSelection.isRowSelected}
      layout={look.layout}
      list={live === undefined ? (list.state.visibleKey ?? "") : `live ${live.question}`}
      name={collectionLabels[name.collection].many}
      onActive={(next: ActiveCell) => change(name, { active: next })}
      onLayout={look.setLayout}
      onLeave={() => {
        if (open === undefined) listSelection.clear();
        else setQuery({ open: undefined, tab: undefined });
      }}
      onMoved={onMoved}
      onOpen={onOpen}
      onRange={listSelection.range}
      onAnnounce={announce}
      onSelectAll={listSelection.selectAll}
      onSort={(keys) => setQuery({ sort: writeSort(keys) })}
      onToggle={listSelection.toggle}
      rowHeight={compact ? 28 : 36}
      rows={rows}
      rowsToCopy={listSelection.atHand}
      selected={listSelection.coverage}
      sort={sort}
      stale={list.stale}
    />
  );
}
