/** Everything that can be done with a column, also by keyboard. */
import { Menu } from "@mantine/core";
import type { ReactElement } from "react";
import { type ColumnLayout, withPin, withShown, withStep, withWidth } from "./column-layout.ts";
import type { PlacedColumn, TableHeader } from "./use-table-columns.ts";

export interface HeaderMenuProps<R> {
  readonly column: PlacedColumn<R>;
  readonly model: TableHeader<R>["column"];
  readonly layout: ColumnLayout;
  readonly onLayout: (layout: ColumnLayout) => void;
  readonly onCopyColumn: (column: string) => void;
}

const stepPx = 24;

export function HeaderMenu<R>({ column, model, layout, onLayout, onCopyColumn }: HeaderMenuProps<R>): ReactElement {
  const { id, size, sortable } = column;
  const pinned = column.pinnedAt !== undefined;
  const alone = layout.length === 1;
  return (
    <Menu.Dropdown>
      {sortable ? (
        <>
          <Menu.Item onClick={() => model.toggleSorting(false)}>Sort ascending</Menu.Item>
          <Menu.Item onClick={() => model.toggleSorting(true)}>Sort descending</Menu.Item>
          <Menu.Item disabled={model.getIsSorted() === false} onClick={() => model.clearSorting()}>
            Do not sort by it
          </Menu.Item>
          <Menu.Divider />
        </>
      ) : undefined}
      <Menu.Item onClick={() => onLayout(withPin(layout, id, !pinned))}>
        {pinned ? "Let it scroll" : "Pin to the left edge"}
      </Menu.Item>
      <Menu.Item onClick={() => onLayout(withStep(layout, id, -1))}>Move left</Menu.Item>
      <Menu.Item onClick={() => onLayout(withStep(layout, id, 1))}>Move right</Menu.Item>
      <Menu.Item closeMenuOnClick={false} onClick={() => onLayout(withWidth(layout, id, size + stepPx))}>
        Wider
      </Menu.Item>
      <Menu.Item closeMenuOnClick={false} onClick={() => onLayout(withWidth(layout, id, size - stepPx))}>
        Narrower
      </Menu.Item>
      <Menu.Item disabled={alone} onClick={() => onLayout(withShown(layout, id, false))}>
        Hide
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item onClick={() => onCopyColumn(id)}>Copy the column</Menu.Item>
    </Menu.Dropdown>
  );
}
