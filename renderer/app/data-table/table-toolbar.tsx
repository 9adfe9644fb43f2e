/** The toolbar of a table: the number of selected rows, commands to select all that match or none, and actions on the rows. */
import { t } from "#shared/texts/text.ts";
import type { ComponentProps, ReactElement, ReactNode } from "react";
import { RowToolbar } from "../actions/row-controls.tsx";
import { selectedCount } from "../../lib/selection.ts";
import classes from "./table-toolbar.module.css";
import type { DataTable } from "./use-data-table.ts";

export interface TableToolbarProps {
  readonly table: Pick<
    DataTable<never>,
    "activeName" | "clearSelection" | "hidden" | "selection" | "selectMatching" | "target" | "targetRow" | "total"
  > & {
    readonly grid: { readonly selected: "none" | "some" | "all" };
  };
  /** A filter narrows the list. */
  readonly narrowed: boolean;
  /** More actions on the selection, shown while there is one. */
  readonly children?: ReactNode;
}

/** A command on the selection, as a link. */
export function SelectionAction(props: ComponentProps<"button">): ReactElement {
  return <button {...props} className={classes["link"]} type="button" />;
}

export function TableToolbar(props: TableToolbarProps): ReactElement {
  return (
    <RowToolbar row={props.table.targetRow} target={props.table.target}>
      <SelectionStatus {...props} />
    </RowToolbar>
  );
}

function SelectionStatus({ table, narrowed, children }: TableToolbarProps): ReactElement {
  const { selection, hidden = 0, total } = table;
  const count = selectedCount(selection);
  if (count === 0) {
    return (
      <>
        <span>{t(($) => $.shell.table.noneSelected)}</span>
        <b translate="no">{table.activeName}</b>
      </>
    );
  }
  return (
    <>
      <span>
        {hidden === 0
          ? t(($) => $.shell.table.countSelected, { count })
          : t(($) => $.shell.table.countSelectedHidden, { count, hidden })}
      </span>
      {total.exact && table.grid.selected !== "all" && selection.kind === "some" ? (
        <SelectionAction onClick={table.selectMatching}>
          {narrowed
            ? t(($) => $.shell.table.selectMatching, { count: total.value })
            : t(($) => $.shell.table.selectAll, { count: total.value })}
        </SelectionAction>
      ) : undefined}
      <SelectionAction onClick={table.clearSelection}>{t(($) => $.shell.table.clearSelection)}</SelectionAction>
      {children}
    </>
  );
}
