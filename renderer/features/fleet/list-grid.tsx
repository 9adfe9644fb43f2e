/** The grid of a list, tied to the store: selection, place, sort and the open record. */
import { type ReactElement, useCallback, useMemo } from "react";
import { formatOpen, parseOpen } from "../../lib/records.ts";
import { isSelected, selectionOf, toggled } from "../../lib/selection.ts";
import { useFleetdesk } from "../../store/store.ts";
import type { ActiveCell } from "../../ui/virtual-table/table-column.ts";
import { VirtualTable } from "../../ui/virtual-table/virtual-table.tsx";
import { collectionWords } from "../../lib/records.ts";
import { emptyFleetList, type FleetRow, listKey, type ListName, type ListQuestion } from "./fleet-slice.ts";
import { readSort, writeSort } from "./sort-model.ts";
import { useListColumns } from "./use-list-columns.ts";
import type { ListRows } from "./use-list-rows.ts";

export interface ListGridProps {
  readonly name: ListName;
  readonly question: ListQuestion;
  readonly list: ListRows;
}

export function ListGrid({ name, question, list }: ListGridProps): ReactElement {
  const { window, rows } = list;
  const kept = useFleetdesk((state) => state.fleetLists[listKey(name)] ?? emptyFleetList);
  const open = useFleetdesk((state) => state.address.query["open"]);
  const compact = useFleetdesk((state) => state.settings?.density !== "comfortable");
  const change = useFleetdesk((state) => state.changeFleetList);
  const refine = useFleetdesk((state) => state.refine);
  const announce = useFleetdesk((state) => state.announce);
  const place = useFleetdesk((state) => state.fleetPlace);
  const keepPlace = useFleetdesk((state) => state.keepFleetPlace);
  const { columns, layout, setLayout } = useListColumns(name);
  const { selection, active } = kept;
  const sort = useMemo(() => readSort(question.sort), [question.sort]);
  const chosen = useCallback(({ id }: FleetRow) => isSelected(selection, id), [selection]);
  const opened = open === undefined ? undefined : parseOpen(open);
  const openId = opened?.collection === name.collection ? opened.id : undefined;
  const isOpen = useCallback(({ id }: FleetRow) => id === openId, [openId]);
  const onMoved = useCallback(
    (offset: number, first: number, last: number) => {
      keepPlace(name, { offset, row: first });
      window.want(first, last);
    },
    [keepPlace, name, window],
  );
  const initialOffset = useMemo(() => place(name).offset, [place, name]);
  return (
    <VirtualTable
      active={active}
      columns={columns}
      initialOffset={initialOffset}
      isOpen={isOpen}
      isSelected={chosen}
      layout={layout}
      list={list.live === undefined ? (list.state.shown ?? "") : `live ${list.live.question}`}
      name={collectionWords[name.collection].many}
      onActive={(next: ActiveCell) => change(name, { active: next })}
      onLayout={setLayout}
      onLeave={() => refine({ open: undefined, tab: undefined })}
      onMoved={onMoved}
      onOpen={(index) => {
        const row = rows.at(index);
        if (row !== undefined) refine({ open: formatOpen({ ...name, id: row.id }) }, { replace: open !== undefined });
      }}
      onRange={() => undefined}
      onSaid={announce}
      onSelectAll={() => change(name, { selection: selectionOf([]) })}
      onSort={(keys) => refine({ sort: writeSort(keys) })}
      onToggle={(index) => {
        const row = rows.at(index);
        if (row !== undefined) change(name, { selection: toggled(selection, row.id) });
      }}
      rowHeight={compact ? 28 : 36}
      rows={rows}
      rowsToCopy={() => []}
      selected="none"
      sort={sort}
      stale={list.stale}
    />
  );
}
