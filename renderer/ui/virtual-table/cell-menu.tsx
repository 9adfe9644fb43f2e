/** Context menu of a cell. */
import { t } from "#shared/texts/text.ts";
import { Menu } from "@mantine/core";
import type { ReactElement } from "react";
import { Keys } from "../keys.tsx";
import classes from "./virtual-table.module.css";

/** Window coordinates in pixels. */
export interface CellMenuPlace {
  readonly x: number;
  readonly y: number;
}

export interface CellMenuProps {
  readonly at: CellMenuPlace | undefined;
  readonly onClose: () => void;
  /** Number of rows that "copy rows" applies to. */
  readonly rows: number;
  readonly onOpen: () => void;
  readonly onCopy: (extent: "cell" | "rows" | "column") => void;
}

const pressesOutside = ["mousedown", "touchstart"];

export function CellMenu({ at, rows, onClose, onOpen, onCopy }: CellMenuProps): ReactElement {
  const several = rows > 1;
  return (
    // Always mounted, so that it can restore the previous focus. The library treats a key press as a click outside: the key that
    // opens the menu on the grid would close it.
    <Menu
      clickOutsideEvents={pressesOutside}
      onClose={onClose}
      opened={at !== undefined}
      position="bottom-start"
      returnFocus
    >
      <Menu.Target>
        <i aria-hidden="true" className={classes["menu-anchor"]} style={{ left: at?.x ?? 0, top: at?.y ?? 0 }} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onOpen} rightSection={<Keys labels={[t(($) => $.shell.keys.enter)]} />}>
          {t(($) => $.shell.table.open)}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => onCopy("cell")} rightSection={<Keys labels={[t(($) => $.shell.keys.ctrl), "C"]} />}>
          {t(($) => $.shell.table.copyCell)}
        </Menu.Item>
        <Menu.Item
          onClick={() => onCopy("rows")}
          rightSection={<Keys labels={[t(($) => $.shell.keys.ctrl), t(($) => $.shell.keys.shift), "C"]} />}
        >
          {several ? t(($) => $.shell.table.copySelectedRows, { count: rows }) : t(($) => $.shell.table.copyRow)}
        </Menu.Item>
        <Menu.Item onClick={() => onCopy("column")}>
          {several
            ? t(($) => $.shell.table.copyColumnOfSelected, { count: rows })
            : t(($) => $.shell.table.copyColumnOfRow)}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
