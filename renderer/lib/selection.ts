/** Selection in a long list: some rows by id, or all that match a query with exceptions. */
import type { RowTotal } from "./page-cache.ts";

export type Selection =
  | { readonly kind: "some"; readonly ids: ReadonlySet<string> }
  /** `question` is the query at the time all were selected; `total` is the count at that time. */
  | {
      readonly kind: "matching";
      readonly question: string;
      readonly total: number;
      readonly except: ReadonlySet<string>;
    };

export const nothingSelected: Selection = { kind: "some", ids: new Set() };

export function selectionOf(ids: Iterable<string>): Selection {
  return { kind: "some", ids: new Set(ids) };
}

export function allMatching(question: string, total: number): Selection {
  return { kind: "matching", question, total, except: new Set() };
}

export function isSelected(selection: Selection, id: string): boolean {
  return selection.kind === "some" ? selection.ids.has(id) : !selection.except.has(id);
}

export function selectedCount(selection: Selection): number {
  return selection.kind === "some" ? selection.ids.size : Math.max(0, selection.total - selection.except.size);
}

/** Adds or removes an id. */
export function toggled(selection: Selection, id: string): Selection {
  return withAll(selection, [id], !isSelected(selection, id));
}

/** Adds or removes all of the ids; others are unchanged. */
export function withAll(selection: Selection, ids: Iterable<string>, selected: boolean): Selection {
  const named = new Set(selection.kind === "some" ? selection.ids : selection.except);
  const add = selection.kind === "some" ? selected : !selected;
  for (const id of ids) {
    if (add) named.add(id);
    else named.delete(id);
  }
  return selection.kind === "some" ? { kind: "some", ids: named } : { ...selection, except: named };
}

/** Selected ids outside of the list, as far as the loaded rows determine it; undetermined ones are `open`. */
export function idsNotIn(
  selection: Selection,
  atHand: ReadonlySet<string>,
  total: RowTotal,
): { readonly hidden: readonly string[]; readonly open: readonly string[] } {
  if (selection.kind === "matching") return { hidden: [], open: [] };
  const absent = [...selection.ids].filter((id) => !atHand.has(id));
  return total.exact && atHand.size >= total.value ? { hidden: absent, open: [] } : { hidden: [], open: absent };
}

/** How much of a list is selected, by comparing rows instead of counts. `hidden` is undefined while it is loading. */
export function coverage(selection: Selection, hidden: number | undefined, total: RowTotal): "none" | "some" | "all" {
  const size = selectedCount(selection);
  if (size === 0 || size === hidden) return "none";
  if (selection.kind === "matching") return selection.except.size === 0 ? "all" : "some";
  return hidden !== undefined && total.exact && size - hidden >= total.value ? "all" : "some";
}

/** The selection after a query change: ids stay selected; "all that match" belongs to its own query. */
export function forQuery(selection: Selection, question: string): Selection {
  return selection.kind === "matching" && selection.question !== question ? nothingSelected : selection;
}
