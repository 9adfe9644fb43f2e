/** Props shared by the sections of a list page. */
import type { ListName, ListQuery } from "./fleet-slice.ts";
import type { ListColumns } from "./use-list-columns.ts";
import type { ListRows } from "./use-list-rows.ts";
import type { ListSelection } from "./use-list-selection.ts";

export interface ListSectionProps {
  readonly name: ListName;
  readonly question: ListQuery;
  readonly list: ListRows;
  readonly listSelection: ListSelection;
  readonly look: ListColumns;
}
