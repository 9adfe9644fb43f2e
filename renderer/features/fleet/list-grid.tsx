/** The grid of a list, tied to the store: place, sort, columns and the open record. */
import { type ReactElement, useCallback, useMemo } from "react";
import { collectionWords, formatOpen, parseOpen } from "../../lib/records.ts";
import { useFleetdesk } from "../../store/store.ts";
import type { ActiveCell } from "../../ui/virtual-table/table-column.ts";
import { VirtualTable } from "../../ui/virtual-table/virtual-table.tsx";
import { type FleetRow, listKey } from "./fleet-slice.ts";
import type { ListParts } from "./list-parts.ts";
import { readSort, writeSort } from "./sort-model.ts";

export function ListGrid({ name, question, list, chosen, look }: ListParts): ReactElement {
  const { window, rows, live } = list;
  const active = useFleetdesk((state) => state.fleetLists[listKey(name)]?.active);
  const open = useFleetdesk((state) => state.address.query["open"]);
  const compact = useFleetdesk((state) => state.settings?.density !== "comfortable");
  const change = useFleetdesk((state) => state.changeFleetList);
  const refine = useFleetdesk((state) => state.refine);
  const announce = useFleetdesk((state) => state.announce);
  const place = useFleetdesk((state) => state.fleetPlace);
  const keepPlace = useFleetdesk((state) => state.keepFleetPlace);
  const sort = useMemo(() => readSort(question.sort), [question.sort]);
  const opened = open === undefined ? undefined : parseOpen(open);
  const openId = opened?.collection === name.collection ? opened.id : undefined;
  const isOpen = useCallback(({ id }: FleetRow) => id === openId, [openId]);
  const { see } = chosen;
  const onMoved = useCallback(
    (offset: number, first: number, last: number) => {
      see(first, last);
      keepPlace(name, { offset, row: first });
      window.want(first, last);
    },
    [keepPlace, name, see, window],
  );
  const initialOffset = useMemo(() => place(name).offset, [place, name]);
  const onOpen = (index: number): void => {
    const row = rows.at(index);
    if (row === undefined) return;
    refine({ open: formatOpen({ collection: name.collection, id: row.id }) }, { replace: open !== undefined });
  };
  return (
    <VirtualTable
      active={active}
      columns={look.columns}
      initialOffset={initialOffset}
      isOpen={isOpen}
      isSelected={chosen.isChosen}
      layout={look.layout}
      list={live === undefined ? (list.state.shown ?? "") : `live ${live.question}`}
      name={collectionWords[name.collection].many}
      onActive={(next: ActiveCell) => change(name, { active: next })}
      onLayout={look.setLayout}
      onLeave={() => {
        if (open === undefined) chosen.clear();
        else refine({ open: undefined, tab: undefined });
      }}
      onMoved={onMoved}
      onOpen={onOpen}
      onRange={chosen.range}
      onSaid={announce}
      onSelectAll={chosen.selectAll}
      onSort={(keys) => refine({ sort: writeSort(keys) })}
      onToggle={chosen.toggle}
      rowHeight={compact ? 28 : 36}
      rows={rows}
      rowsToCopy={chosen.atHand}
      selected={chosen.chosen}
      sort={sort}
      stale={list.stale}
    />
  );
}
