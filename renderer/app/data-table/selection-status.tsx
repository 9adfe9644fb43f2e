/** Number of selected rows of a table, and the commands to select all that match or none; its actions are the children. */
import { t } from "#shared/texts/text.ts";
import type { ComponentProps, ReactElement, ReactNode } from "react";
import { selectedCount } from "../../lib/selection.ts";
import classes from "./selection-status.module.css";
import type { DataTable } from "./use-data-table.ts";

export interface SelectionStatusProps {
  readonly table: Pick<DataTable<never>, "selection" | "hidden" | "total" | "selectMatching" | "clearSelection"> & {
    readonly grid: { readonly selected: "none" | "some" | "all" };
  };
  /** A filter narrows the list. */
  readonly narrowed: boolean;
  /** Actions on the selection, shown while there is one. */
  readonly children?: ReactNode;
}

/** A command on the selection, as a link. */
export function SelectionAction(props: ComponentProps<"button">): ReactElement {
  return <button {...props} className={classes["link"]} type="button" />;
}

export function SelectionStatus({ table, narrowed, children }: SelectionStatusProps): ReactElement {
  const { selection, hidden = 0, total } = table;
  const count = selectedCount(selection);
  if (count === 0) return <span>{t(($) => $.shell.table.noneSelected)}</span>;
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
