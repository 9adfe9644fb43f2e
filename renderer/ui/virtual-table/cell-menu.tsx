/** What can be done with the cell under the pointer. */
import { t } from "#shared/texts/text.ts";
import { Menu } from "@mantine/core";
import type { ReactElement } from "react";
import { Keys } from "../keys.tsx";
import classes from "./virtual-table.module.css";

/** In pixels of the window. */
export interface CellMenuPlace {
  readonly x: number;
  readonly y: number;
}

export interface CellMenuProps {
  readonly at: CellMenuPlace | undefined;
  readonly onClose: () => void;
  /** Rows that "copy rows" means. */
  readonly rows: number;
  readonly onOpen: () => void;
  readonly onCopy: (what: "cell" | "rows" | "column") => void;
}

const pressesOutside = ["mousedown", "touchstart"];

export function CellMenu({ at, rows, onClose, onOpen, onCopy }: CellMenuProps): ReactElement {
  const several = rows > 1;
  return (
    // Always there, so that it knows where the focus was before it opened.
    // A key counts as a press outside for the library: the very key that opens it on the grid would close it.
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
