import fc from "fast-check";
import { expect, test } from "vitest";
import {
  allMatching,
  coverage,
  forQuery,
  idsNotIn,
  isSelected,
  nothingSelected,
  selectedCount,
  type Selection,
  selectionOf,
  toggled,
  withAll,
} from "../../../../renderer/lib/selection.ts";

const universe = Array.from({ length: 12 }, (_, index) => `id-${index}`);
const ids = fc.subarray(universe);

test("equals a plain set of ids after any sequence of changes", () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant("toggle" as const), id: fc.constantFrom(...universe) }),
    fc.record({ kind: fc.constant("put" as const), ids, selected: fc.boolean() }),
    fc.record({ kind: fc.constant("all" as const) }),
    fc.record({ kind: fc.constant("none" as const) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      let selection: Selection = nothingSelected;
      const model = new Set<string>();
      for (const one of steps) {
        if (one.kind === "toggle") {
          selection = toggled(selection, one.id);
          if (!model.delete(one.id)) model.add(one.id);
        } else if (one.kind === "put") {
          selection = withAll(selection, one.ids, one.selected);
          for (const id of one.ids) {
            if (one.selected) model.add(id);
            else model.delete(id);
          }
        } else if (one.kind === "all") {
          selection = allMatching("q", universe.length);
          for (const id of universe) model.add(id);
        } else {
          selection = nothingSelected;
          model.clear();
        }
      }
      expect(universe.filter((id) => isSelected(selection, id))).toEqual(universe.filter((id) => model.has(id)));
      expect(selectedCount(selection)).toBe(model.size);
    }),
  );
});

test("preserves selected ids on a new query, but not all that match", () => {
  const some = selectionOf(["1", "2"]);
  expect(forQuery(some, "other")).toBe(some);
  expect(forQuery(allMatching("asked", 5), "asked")).toEqual(allMatching("asked", 5));
  expect(forQuery(allMatching("asked", 5), "other")).toEqual(nothingSelected);
});

test("never mutates the selection it is derived from", () => {
  const before = selectionOf(["1"]);
  withAll(before, ["2", "3"], true);
  toggled(before, "1");
  expect(before).toEqual(selectionOf(["1"]));
});

test("does not report a list as fully selected if as many other rows are selected", () => {
  const elsewhere = selectionOf(["a", "b", "c"]);
  const total = { value: 3, exact: true };
  const { hidden, open } = idsNotIn(elsewhere, new Set(["x", "y", "z"]), total);
  expect([hidden, open]).toEqual([["a", "b", "c"], []]);
  expect(coverage(elsewhere, hidden.length, total)).toBe("none");
  expect(coverage(selectionOf(["a", "b", "x", "y"]), 2, total)).toBe("some");
  expect(coverage(selectionOf(["a", "x", "y", "z"]), 1, total)).toBe("all");
});

test("reports ids outside the loaded rows as open, and no full selection until they are counted", () => {
  const selection = selectionOf(["a", "b", "c"]);
  const total = { value: 3, exact: true };
  expect(idsNotIn(selection, new Set(["a"]), total)).toEqual({ hidden: [], open: ["b", "c"] });
  expect(coverage(selection, undefined, total)).toBe("some");
  expect(coverage(selection, 0, total)).toBe("all");
  expect(coverage(selection, 0, { value: 3, exact: false })).toBe("some");
});

test("covers the whole list with all that match, except deselected rows", () => {
  const all = allMatching("q", 3);
  const total = { value: 3, exact: true };
  expect([coverage(all, 0, total), coverage(toggled(all, "a"), 0, total)]).toEqual(["all", "some"]);
  expect(coverage(withAll(all, ["a", "b", "c"], false), 0, total)).toBe("none");
  expect(coverage(nothingSelected, 0, { value: 0, exact: true })).toBe("none");
});
