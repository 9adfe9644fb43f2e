/**
 * Selection commands of a list of which only some rows are loaded.
 *
 * Invariants: a range selects every row between its ends or nothing, and a notice states why; a range starts at the row that was
 * its anchor, even if the list has changed since; of overlapping commands only the latest changes the selection.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import type { RowQuery } from "./data-source.ts";
import { CallFailure, failureOf } from "./fleet.ts";
import type { RowTotal } from "./page-cache.ts";
import { rowsPerRead } from "./paged-list.ts";
import {
  allMatching,
  isSelected,
  nothingSelected,
  type Selection,
  selectedCount,
  selectionOf,
  toggled,
  withAll,
} from "./selection.ts";

/** The rows that commands refer to by index. */
export interface SelectableRows<R> {
  /** Identity of the query that the rows belong to. */
  readonly key: string;
  readonly total: RowTotal;
  /** Undefined if the row is not loaded. */
  readonly at: (index: number) => R | undefined;
  /** Loaded rows by index. */
  readonly entries: () => Iterable<readonly [number, R]>;
  /** Rows of a range, loaded or not; fewer if the list has become shorter. */
  readonly read: (first: number, last: number, signal: AbortSignal) => Promise<readonly R[]>;
  /** All rows are loaded and none of them follow from a query, so "all that match" are their ids. */
  readonly fixed: boolean;
}

export interface TableSelectionDeps<R> {
  readonly rowId: (row: R) => string;
  readonly get: () => Selection;
  /** Stores the selection. */
  readonly set: (selection: Selection) => void;
  /** Announces a change to screen readers. */
  readonly announce: (sentence: string) => void;
  /** Shows why a command did not change the selection. */
  readonly warn: (sentence: string) => void;
}

/** Longer ranges are selected as "all that match". */
export const longestRange = 20_000;
/** Maximum number of ids transferred to the window. */
export const maxSelectedIds = 100_000;

const noRows: SelectableRows<never> = {
  key: "",
  total: { value: 0, exact: false },
  at: () => undefined,
  entries: () => [],
  read: async () => await Promise.resolve([]),
  fixed: true,
};

export class TableSelection<R> {
  readonly #deps: TableSelectionDeps<R>;
  #rows: SelectableRows<R> = noRows;
  #anchor: { readonly index: number; readonly id: string | undefined } | undefined;
  #visible = { first: 0, last: 0 };
  #reading: AbortController | undefined;

  constructor(deps: TableSelectionDeps<R>) {
    this.#deps = deps;
  }

  /** Called whenever the rows change. */
  setRows(rows: SelectableRows<R>): void {
    this.#rows = rows;
  }

  /** Called with the range of visible rows; the last one may be cut off. */
  setVisibleRange(first: number, last: number): void {
    this.#visible = { first, last: Math.max(first, last - 1) };
  }

  /** Sets the row at which the next range starts. */
  setAnchor(index: number): void {
    this.#anchor = { index, id: this.#idAt(index) };
  }

  async toggle(index: number): Promise<void> {
    const loaded = this.#idAt(index);
    const ids = loaded === undefined ? await this.#read(index, index) : [loaded];
    if (ids === undefined) return;
    const [id] = ids;
    if (id === undefined) this.#warn(t(($) => $.shell.table.rangeMoved));
    else this.#put(toggled(this.#deps.get(), id));
  }

  /** Replaces selected rows by the range from the anchor to a row; `start` is the anchor if none is set. */
  async selectRange(to: number, start: number): Promise<void> {
    if (this.#anchor === undefined) this.setAnchor(start);
    const from = this.#anchorIndex();
    if (from === undefined) return this.#warn(t(($) => $.shell.table.rangeMoved));
    const first = Math.min(from, to);
    const last = Math.max(from, to);
    if (last - first >= longestRange) {
      return this.#warn(t(($) => $.shell.table.rangeTooLong, { count: longestRange }));
    }
    const ends = [this.#idAt(first), this.#idAt(last)];
    const ids = this.#loadedIds(first, last) ?? (await this.#read(first, last));
    if (ids === undefined) return;
    if ([ids[0], ids.at(-1)].some((id, end) => id === undefined || (ends[end] !== undefined && ends[end] !== id))) {
      return this.#warn(t(($) => $.shell.table.rangeMoved));
    }
    const before = this.#deps.get();
    this.#put(withAll(before.kind === "some" ? nothingSelected : before, ids, true));
  }

  /** Selects the visible rows, then all that match, then none. */
  selectAll(): void {
    const { total } = this.#rows;
    const { first, last } = this.#visible;
    const whole = total.value <= last - first + 1;
    const from = whole ? 0 : first;
    const ids = this.#loadedIds(from, Math.min(whole ? Infinity : last, total.value - 1), "skip-missing") ?? [];
    const before = this.#deps.get();
    if (ids.length === 0 || !ids.every((id) => isSelected(before, id))) this.#put(withAll(before, ids, true));
    else if (before.kind === "matching" || whole) this.clear();
    else this.selectMatching();
  }

  selectMatching(): void {
    const { key, total, fixed } = this.#rows;
    if (fixed) this.#put(selectionOf(this.#loadedIds(0, total.value - 1) ?? []));
    else if (total.exact) this.#put(allMatching(key, total.value));
    else this.#warn(t(($) => $.shell.table.stillCounting));
  }

  readonly clear = (): void => this.#put(nothingSelected);

  /** Selected rows that are loaded, in the order of the list. */
  loadedRows(): readonly R[] {
    const selection = this.#deps.get();
    if (selectedCount(selection) === 0) return [];
    return [...this.#rows.entries()]
      .filter(([, row]) => isSelected(selection, this.#deps.rowId(row)))
      .sort(([a], [b]) => a - b)
      .map(([, row]) => row);
  }

  #put(selection: Selection): void {
    this.#reading?.abort();
    this.#reading = undefined;
    this.#deps.set(selection);
    const count = selectedCount(selection);
    this.#deps.announce(
      count === 0 ? t(($) => $.shell.table.selectionCleared) : t(($) => $.shell.table.rowsSelected, { count }),
    );
  }

  #warn(sentence: string): void {
    this.#reading?.abort();
    this.#reading = undefined;
    this.#deps.warn(sentence);
  }

  #idAt(index: number): string | undefined {
    const row = this.#rows.at(index);
    return row === undefined ? undefined : this.#deps.rowId(row);
  }

  /** Ids of the rows of a range; undefined if one is not loaded, unless those are skipped. */
  #loadedIds(first: number, last: number, missing?: "skip-missing"): string[] | undefined {
    const ids: string[] = [];
    for (let index = first; index <= last; index += 1) {
      const id = this.#idAt(index);
      if (id !== undefined) ids.push(id);
      else if (missing === undefined) return undefined;
    }
    return ids;
  }

  /** The present index of the anchor row; undefined if another row is there and the anchor row is not loaded. */
  #anchorIndex(): number | undefined {
    const { index = 0, id } = this.#anchor ?? {};
    const present = this.#idAt(index);
    if (id === undefined || present === undefined || present === id) return index;
    for (const [moved, row] of this.#rows.entries()) if (this.#deps.rowId(row) === id) return moved;
    return undefined;
  }

  /** Ids of the rows of a range, from the source; undefined if a later command or another query superseded it, or it failed. */
  async #read(first: number, last: number): Promise<readonly string[] | undefined> {
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    const { key, read } = this.#rows;
    try {
      const rows = await read(first, last, reading.signal);
      if (reading.signal.aborted) return undefined;
      if (this.#rows.key === key) return rows.map(this.#deps.rowId);
      this.#warn(t(($) => $.shell.table.rangeMoved));
    } catch (error) {
      if (reading.signal.aborted) return undefined;
      this.#warn(t(($) => $.shell.table.rangeFailed, { reason: formatText(failureOf(error).text) }));
    }
    return undefined;
  }
}

/** Every selected row, read from the source. Throws `selection-too-large`. */
export async function readSelectedRows<R>(
  selection: Selection,
  { source }: RowQuery<R>,
  rowId: (row: R) => string,
  signal: AbortSignal = new AbortController().signal,
): Promise<R[]> {
  if (selectedCount(selection) > maxSelectedIds) {
    throw new CallFailure({
      code: "selection-too-large",
      text: codedText("selection-too-large", { limit: maxSelectedIds }),
    });
  }
  const rows = new Map<string, R>();
  let cursor: string | undefined;
  do {
    const page = await source.page({ cursor, skip: 0, limit: rowsPerRead, fromEnd: false }, signal);
    for (const row of page.items) if (isSelected(selection, rowId(row))) rows.set(rowId(row), row);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return [...rows.values()];
}

/** Every selected id; those of "all that match" are read from the source. Throws `selection-too-large`. */
export async function readSelectedIds<R>(
  selection: Selection,
  query: RowQuery<R>,
  rowId: (row: R) => string,
  signal?: AbortSignal,
): Promise<string[]> {
  if (selection.kind === "some") return [...selection.ids];
  return (await readSelectedRows(selection, query, rowId, signal)).map(rowId);
}
