import fc from "fast-check";
import { expect, test } from "vitest";
import { t } from "#shared/texts/text.ts";
import type { RowQuery } from "../../../../renderer/lib/data-source.ts";
import { PagedList } from "../../../../renderer/lib/paged-list.ts";
import { allMatching, nothingSelected, type Selection, selectedCount } from "../../../../renderer/lib/selection.ts";
import {
  longestRange,
  maxSelectedIds,
  readSelectedIds,
  TableSelection,
} from "../../../../renderer/lib/table-selection.ts";
import { FakeRowSource } from "../../../fakes/fake-row-source.ts";

const pageSize = 10;
const rowId = String;

/** Waits until all immediate responses have arrived. */
async function flushAnswers(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) await Promise.resolve();
}

interface Table {
  readonly list: PagedList<number>;
  readonly commands: TableSelection<number>;
  readonly selection: () => Selection;
  /** Selected ids, or the exceptions from all. */
  readonly ids: () => readonly string[];
  readonly warnings: string[];
}

/** A table over a source, updated like the window does it: whenever the list changes. */
async function openTable(source: FakeRowSource): Promise<Table> {
  const list = new PagedList<number>({ pageSize, maxPages: 4, countAfterMs: 0, now: () => 0 });
  let selection = nothingSelected;
  const warnings: string[] = [];
  const commands = new TableSelection<number>({
    rowId,
    get: () => selection,
    set: (next) => void (selection = next),
    announce: () => undefined,
    warn: (sentence) => void warnings.push(sentence),
  });
  const update = (): void =>
    commands.setRows({
      key: list.state().visibleKey ?? "",
      total: list.state().total,
      at: (index) => list.at(index),
      entries: () => list.entries(),
      read: async (first, last, signal) => await list.read(first, last, signal),
      fixed: false,
    });
  list.subscribe(update);
  list.query({ key: "all", source });
  await flushAnswers();
  return {
    list,
    commands,
    selection: () => selection,
    ids: () => [...(selection.kind === "some" ? selection.ids : selection.except)],
    warnings,
  };
}

const idsOf = (rows: readonly number[]): string[] => rows.map(rowId);

test("a range selects exactly the rows between its ends, loaded or not", async () => {
  const place = fc.nat(799);
  await fc.assert(
    fc.asyncProperty(place, place, place, async (anchor, to, visible) => {
      const source = new FakeRowSource(800);
      const { list, commands, ids, warnings } = await openTable(source);
      list.setVisibleRange(anchor, anchor);
      await flushAnswers();
      commands.setAnchor(anchor);
      list.setVisibleRange(visible, visible);
      await flushAnswers();
      await commands.selectRange(to, to);
      const [first, last] = [Math.min(anchor, to), Math.max(anchor, to)];
      expect([ids(), warnings]).toEqual([idsOf(source.rows.slice(first, last + 1)), []]);
    }),
    { numRuns: 40 },
  );
});

test("a range replaces selected rows, and removes exceptions from all that match", async () => {
  const { commands, selection, ids } = await openTable(new FakeRowSource(30));
  await commands.toggle(9);
  commands.setAnchor(2);
  await commands.selectRange(4, 4);
  expect(ids()).toEqual(["2", "3", "4"]);
  commands.selectMatching();
  await commands.toggle(3);
  await commands.toggle(9);
  await commands.selectRange(4, 4);
  expect([selection().kind, ids()]).toEqual(["matching", ["9"]]);
});

test("a range that starts nowhere starts at the given row", async () => {
  const { commands, ids } = await openTable(new FakeRowSource(30));
  await commands.selectRange(5, 3);
  await commands.selectRange(1, 1);
  expect(ids()).toEqual(["1", "2", "3"]);
});

test("a range that is too long changes nothing and names the limit", async () => {
  const { commands, ids, warnings } = await openTable(new FakeRowSource(longestRange + 2));
  commands.setAnchor(0);
  await commands.selectRange(longestRange, 0);
  expect([ids(), warnings]).toEqual([[], [t(($) => $.shell.table.rangeTooLong, { count: longestRange })]]);
});

test("a range whose rows can't be loaded changes nothing and states the reason", async () => {
  const source = new FakeRowSource(500);
  const { commands, ids, warnings } = await openTable(source);
  await commands.toggle(1);
  commands.setAnchor(0);
  source.failure = new Error("gone");
  await commands.selectRange(300, 0);
  expect(ids()).toEqual(["1"]);
  expect(warnings).toEqual([expect.stringContaining("gone")]);
});

test("a range starts at its anchor row after the list has changed", async () => {
  const source = new FakeRowSource(500);
  const { list, commands, ids } = await openTable(source);
  commands.setAnchor(3);
  source.rows = [1000, 1001, ...source.rows];
  list.refresh();
  await flushAnswers();
  await commands.selectRange(8, 8);
  expect(ids()).toEqual(["3", "4", "5", "6"]);
});

test("a range without its anchor row changes nothing and shows the reason", async () => {
  const source = new FakeRowSource(500);
  const { list, commands, ids, warnings } = await openTable(source);
  commands.setAnchor(3);
  source.rows = source.rows.filter((row) => row !== 3);
  list.refresh();
  await flushAnswers();
  await commands.selectRange(8, 8);
  expect([ids(), warnings]).toEqual([[], [t(($) => $.shell.table.rangeMoved)]]);
});

test("a range over rows that moved while they were read changes nothing and shows the reason", async () => {
  const source = new FakeRowSource(500);
  const { list, commands, ids, warnings } = await openTable(source);
  list.setVisibleRange(300, 310);
  await flushAnswers();
  commands.setAnchor(305);
  // The source has changed, and the window is not refreshed yet.
  source.rows = [1000, ...source.rows];
  await commands.selectRange(100, 100);
  expect([ids(), warnings]).toEqual([[], [t(($) => $.shell.table.rangeMoved)]]);
});

test("a range is read to its end during a refresh of its list", async () => {
  const source = new FakeRowSource(500);
  const { list, commands, ids } = await openTable(source);
  commands.setAnchor(0);
  source.hold();
  const selecting = commands.selectRange(300, 0);
  list.refresh();
  await flushAnswers();
  source.release();
  await selecting;
  expect(ids()).toEqual(idsOf(source.rows.slice(0, 301)));
});

test("a range of an earlier query changes nothing and shows the reason", async () => {
  const source = new FakeRowSource(500);
  const { list, commands, ids, warnings } = await openTable(source);
  commands.setAnchor(0);
  source.hold();
  const selecting = commands.selectRange(300, 0);
  list.query({ key: "other", source: new FakeRowSource(500, 1000) });
  await flushAnswers();
  source.release();
  await selecting;
  expect([ids(), warnings]).toEqual([[], [t(($) => $.shell.table.rangeMoved)]]);
});

test("a later command supersedes a range that is still being read", async () => {
  const source = new FakeRowSource(500);
  const { commands, ids, warnings } = await openTable(source);
  commands.setAnchor(0);
  source.hold();
  const selecting = commands.selectRange(300, 0);
  await commands.toggle(5);
  source.release();
  await selecting;
  expect([ids(), warnings]).toEqual([["5"], []]);
});

test("a row that is not loaded is read before it is selected", async () => {
  const { commands, ids } = await openTable(new FakeRowSource(500));
  await commands.toggle(400);
  expect(ids()).toEqual(["400"]);
});

test("selects the visible rows, then all that match with their exact count, then none", async () => {
  const { list, commands, selection, ids } = await openTable(new FakeRowSource(500));
  list.setVisibleRange(20, 26);
  await flushAnswers();
  commands.setVisibleRange(20, 26);
  commands.selectAll();
  expect(ids()).toEqual(["20", "21", "22", "23", "24", "25"]);
  commands.selectAll();
  expect(selection()).toEqual(allMatching("all", 500));
  commands.selectAll();
  expect(selection()).toEqual(nothingSelected);
});

test("selects a list that is visible as a whole in one step, and clears it in the next", async () => {
  const { commands, selection, ids } = await openTable(new FakeRowSource(5));
  commands.setVisibleRange(0, 12);
  commands.selectAll();
  expect(ids()).toEqual(["0", "1", "2", "3", "4"]);
  commands.selectAll();
  expect(selection()).toEqual(nothingSelected);
});

test("does not select all that match before they are counted", async () => {
  const source = new FakeRowSource(500);
  const { list, commands, selection, warnings } = await openTable(source);
  const other = new FakeRowSource(500);
  list.query({
    key: "other",
    source: { page: async (request) => await other.page(request), count: () => new Promise(() => {}) },
  });
  await flushAnswers();
  commands.selectMatching();
  expect([selection(), warnings]).toEqual([nothingSelected, [t(($) => $.shell.table.stillCounting)]]);
});

test("returns the loaded rows of a selection in the order of the list", async () => {
  const { commands } = await openTable(new FakeRowSource(30));
  await commands.toggle(7);
  await commands.toggle(2);
  expect(commands.loadedRows()).toEqual([2, 7]);
});

test("reads the ids of all that match, except deselected ones, each once", async () => {
  const source = new FakeRowSource(2500);
  const query: RowQuery<number> = { key: "all", source };
  const all = allMatching("all", 2500);
  expect(
    await readSelectedIds({ ...all, kind: "matching", except: new Set(["7"]) } as Selection, query, rowId),
  ).toEqual(idsOf(source.rows.filter((row) => row !== 7)));
  source.rows = [...source.rows.slice(0, 1100), ...source.rows.slice(900)];
  expect((await readSelectedIds(all, query, rowId)).length).toBe(2500);
  const tooMany = allMatching("all", maxSelectedIds + 1);
  await expect(readSelectedIds(tooMany, query, rowId)).rejects.toMatchObject({ code: "selection-too-large" });
  expect(selectedCount(tooMany)).toBe(maxSelectedIds + 1);
});
