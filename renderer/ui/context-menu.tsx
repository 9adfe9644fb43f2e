/** The context menu of a row, at the pointer or at the row. */
import { Menu } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import classes from "./context-menu.module.css";

/** Window coordinates in pixels. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
}

export interface ContextMenuProps {
  /** Undefined: closed. */
  readonly at: MenuPlace | undefined;
  readonly onClose: () => void;
  /** Menu items; only rendered while it is open. */
  readonly children: () => ReactNode;
}

const pressesOutside = ["mousedown", "touchstart"];

export function ContextMenu({ at, onClose, children }: ContextMenuProps): ReactElement {
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
        <i aria-hidden="true" className={classes["anchor"]} style={{ left: at?.x ?? 0, top: at?.y ?? 0 }} />
      </Menu.Target>
      <Menu.Dropdown className={classes["menu"] ?? ""}>{at === undefined ? undefined : children()}</Menu.Dropdown>
    </Menu>
  );
}
