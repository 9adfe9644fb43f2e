/** A short list with a toolbar, a context menu and keys. Long lists are tables: `app/data-table/`. */
import { type ReactElement, useId } from "react";
import { RowList, type RowListProps } from "../../ui/row-list.tsx";
import { copyTable } from "../../ui/virtual-table/copy.ts";
import type { RowTarget } from "./row-actions.ts";
import { RowMenuItems, RowToolbar, runRowKey } from "./row-controls.tsx";

export interface ActionListProps<T> extends Omit<RowListProps<T>, "id" | "renderMenu" | "renderToolbar" | "onRowKey"> {
  /** What the actions of a row apply to. */
  readonly rowTarget: (row: T) => Omit<RowTarget, "count" | "copy" | "open" | "connection">;
  /** Name of a row in the toolbar. */
  readonly nameOf: (row: T) => string;
  readonly connection: string;
  /** Of the rows, also while there is none. */
  readonly kind: RowTarget["kind"];
}

/** A list of rows with a toolbar, a context menu and keys for the active row. */
export function ActionList<T>(props: ActionListProps<T>): ReactElement {
  const { rowTarget, nameOf, keyOf, connection, kind, rows, onOpen, head } = props;
  const id = useId();
  const targetOf = (one: T | undefined): RowTarget => {
    if (one === undefined) return { kind, connection, count: 0 };
    return {
      ...rowTarget(one),
      connection,
      count: 1,
      open: () => onOpen(one),
      copy: async (format) => {
        // The texts as the row shows them.
        const gridCells = document
          .getElementById(`${id}-${rows.indexOf(one)}`)
          ?.querySelectorAll<HTMLElement>("[role=gridcell]");
        const texts = [...(gridCells ?? [])].map(({ innerText }) => innerText.replaceAll(/\s*\n\s*/g, " "));
        return await copyTable(format, { titles: head, cells: [texts] }, [one], 1);
      },
    };
  };
  return (
    <RowList
      {...props}
      id={id}
      onRowKey={(press, one) => runRowKey(press, targetOf(one))}
      renderMenu={(one) => <RowMenuItems target={targetOf(one)} />}
      renderToolbar={(one) => (
        <RowToolbar row={one === undefined ? undefined : keyOf(one)} target={targetOf(one)}>
          {one === undefined ? undefined : <span translate="no">{nameOf(one)}</span>}
        </RowToolbar>
      )}
    />
  );
}
