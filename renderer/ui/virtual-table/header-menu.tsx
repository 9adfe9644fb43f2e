/** All actions on a column, accessible by keyboard. */
import { t } from "#shared/texts/text.ts";
import { Menu } from "@mantine/core";
import type { ReactElement } from "react";
import { type ColumnLayout, withPin, withVisibility, withStep, withWidth } from "./column-layout.ts";
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
          <Menu.Item onClick={() => model.toggleSorting(false)}>{t(($) => $.shell.table.sortAscending)}</Menu.Item>
          <Menu.Item onClick={() => model.toggleSorting(true)}>{t(($) => $.shell.table.sortDescending)}</Menu.Item>
          <Menu.Item disabled={model.getIsSorted() === false} onClick={() => model.clearSorting()}>
            {t(($) => $.shell.table.clearSort)}
          </Menu.Item>
          <Menu.Divider />
        </>
      ) : undefined}
      <Menu.Item onClick={() => onLayout(withPin(layout, id, !pinned))}>
        {pinned ? t(($) => $.shell.table.unpin) : t(($) => $.shell.table.pinLeft)}
      </Menu.Item>
      <Menu.Item onClick={() => onLayout(withStep(layout, id, -1))}>{t(($) => $.shell.table.moveLeft)}</Menu.Item>
      <Menu.Item onClick={() => onLayout(withStep(layout, id, 1))}>{t(($) => $.shell.table.moveRight)}</Menu.Item>
      <Menu.Item closeMenuOnClick={false} onClick={() => onLayout(withWidth(layout, id, size + stepPx))}>
        {t(($) => $.shell.table.wider)}
      </Menu.Item>
      <Menu.Item closeMenuOnClick={false} onClick={() => onLayout(withWidth(layout, id, size - stepPx))}>
        {t(($) => $.shell.table.narrower)}
      </Menu.Item>
      <Menu.Item disabled={alone} onClick={() => onLayout(withVisibility(layout, id, false))}>
        {t(($) => $.shell.table.hide)}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item onClick={() => onCopyColumn(id)}>{t(($) => $.shell.table.copyColumn)}</Menu.Item>
    </Menu.Dropdown>
  );
}
