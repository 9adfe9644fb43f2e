/** What can be done with the cell under the pointer. */
import { Menu } from "@mantine/core";
import type { ReactElement } from "react";
import classes from "./virtual-table.module.css";

/** In pixels of the window. */
export interface CellMenuPlace {
  readonly x: number;
  readonly y: number;
}

export interface CellMenuProps {
  readonly at: CellMenuPlace | undefined;
  readonly onClose: () => void;
  readonly onOpen: () => void;
  readonly onCopy: (what: "cell" | "rows" | "column") => void;
}

export function CellMenu({ at, onClose, onOpen, onCopy }: CellMenuProps): ReactElement | undefined {
  if (at === undefined) return undefined;
  return (
    <Menu onClose={onClose} opened position="bottom-start" returnFocus>
      <Menu.Target>
        <i aria-hidden="true" className={classes["menu-anchor"]} style={{ left: at.x, top: at.y }} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onOpen} rightSection={<kbd>Enter</kbd>}>
          Open
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => onCopy("cell")} rightSection={<kbd>Ctrl C</kbd>}>
          Copy the cell
        </Menu.Item>
        <Menu.Item onClick={() => onCopy("rows")} rightSection={<kbd>Ctrl Shift C</kbd>}>
          Copy the row, or the selected ones at hand
        </Menu.Item>
        <Menu.Item onClick={() => onCopy("column")}>Copy this column of them</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
