/** The actions on the rows of a list: its toolbar, the items of its context menu, and its keys. */
import { t } from "#shared/texts/text.ts";
import { Button, Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { Fragment, type ReactElement, type ReactNode } from "react";
import type { KeyPress } from "../../lib/grid-keys.ts";
import { keyLabels } from "../../lib/keys.ts";
import { Keys } from "../../ui/keys.tsx";
import { useRowMenu } from "../../ui/use-row-menu.ts";
import { useFleetdesk } from "../store/store.ts";
import classes from "./actions.module.css";
import type { RowTarget, rowActionsFor as RowActionsFor } from "./row-actions.ts";
import { ActionButton, ActionItem, runAction } from "./run-action.tsx";

let rowActionsFor: typeof RowActionsFor = () => [];

/** Loads the actions of all features on rows. Awaited before the first page: a toolbar has its buttons from the beginning. */
export async function loadRowActions(): Promise<void> {
  ({ rowActionsFor } = await import("./row-actions.ts"));
}

interface RowToolbarProps {
  readonly target: RowTarget;
  /** Key of the row that the actions apply to, where another row can take its place. */
  readonly row?: string | number | undefined;
  /** What the actions apply to, at the left. */
  readonly children: ReactNode;
}

/** The toolbar above a list: its most frequent actions, and a menu of all of them. */
export function RowToolbar({ target, row, children }: RowToolbarProps): ReactElement {
  const [menu, setMenu] = useRowMenu<{ readonly row: typeof row }>(row);
  const buttons = useRowActions(target).filter(({ menuOnly }) => menuOnly !== true);
  return (
    <div aria-label={t(($) => $.shell.rows.toolbar)} className={classes["toolbar"]} role="toolbar">
      <span className={classes["subject"]}>{children}</span>
      {buttons.map((action) => (
        <ActionButton
          action={action}
          aria-keyshortcuts={action.keys}
          key={action.id}
          target={target}
          variant="subtle"
        />
      ))}
      <Menu
        onChange={(opened) => setMenu(opened ? { row } : undefined)}
        opened={menu !== undefined}
        position="bottom-end"
        returnFocus
      >
        <Menu.Target>
          <Button
            disabled={target.count === 0}
            rightSection={<IconChevronDown size={14} />}
            title={target.count === 0 ? t(($) => $.shell.unavailable.noRow) : undefined}
            variant="subtle"
          >
            {t(($) => $.shell.rows.more)}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <RowMenuItems target={target} />
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

function useRowActions(target: RowTarget): ReturnType<typeof RowActionsFor> {
  const state = useFleetdesk();
  return rowActionsFor(target, state);
}

/** All actions on the rows, in groups. */
export function RowMenuItems({ target }: { readonly target: RowTarget }): ReactElement {
  const actions = useRowActions(target);
  return (
    <>
      {actions.map((action, index) => (
        <Fragment key={action.id}>
          {index > 0 && actions[index - 1]?.group !== action.group ? <Menu.Divider /> : undefined}
          <ActionItem
            action={action}
            rightSection={action.keys === undefined ? undefined : <Keys labels={keyLabels(action.keys)} />}
            target={target}
          />
        </Fragment>
      ))}
    </>
  );
}

/** Runs the action of a key on the rows; false if there is none. */
export function runRowKey({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyPress, target: RowTarget): boolean {
  if (shiftKey || ctrlKey || metaKey || altKey || target.count === 0) return false;
  const action = rowActionsFor(target, useFleetdesk.getState()).find(({ keys }) => keys === key);
  if (action !== undefined) void runAction(action, target);
  return action !== undefined;
}
