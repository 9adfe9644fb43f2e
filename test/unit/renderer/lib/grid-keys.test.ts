import fc from "fast-check";
import { expect, test } from "vitest";
import { columnAfter, gridAction, type KeyPress, rowAfter, type RowStep } from "../../../../renderer/lib/grid-keys.ts";

function press(key: string, modifiers: Partial<KeyPress> = {}): KeyPress {
  return { key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...modifiers };
}

test.each([
  ["j", {}, { kind: "row", to: "down", extend: false }],
  ["ArrowUp", { shiftKey: true }, { kind: "row", to: "up", extend: true }],
  ["End", { ctrlKey: true, shiftKey: true }, { kind: "row", to: "last", extend: true }],
  ["ArrowRight", {}, { kind: "column", to: "right" }],
  ["ArrowLeft", { metaKey: true }, { kind: "column", to: "first" }],
  [" ", {}, { kind: "toggle" }],
  [" ", { shiftKey: true }, { kind: "toggle-range" }],
  ["a", { ctrlKey: true }, { kind: "select-all" }],
  ["c", { metaKey: true }, { kind: "copy", extent: "cell" }],
  ["C", { ctrlKey: true, shiftKey: true }, { kind: "copy", extent: "rows" }],
  // With Caps Lock.
  ["A", { ctrlKey: true }, { kind: "select-all" }],
  ["C", { ctrlKey: true }, { kind: "copy", extent: "cell" }],
  ["c", { ctrlKey: true, shiftKey: true }, { kind: "copy", extent: "rows" }],
  ["Enter", {}, { kind: "open" }],
  ["Escape", {}, { kind: "leave" }],
  ["F10", { shiftKey: true }, { kind: "menu" }],
])("maps %s with %j to %j", (key, modifiers, action) => {
  expect(gridAction(press(key, modifiers))).toEqual(action);
});

test.each([
  ["a", {}],
  ["/", {}],
  ["k", { ctrlKey: true }],
  ["ArrowLeft", { altKey: true }],
  ["F10", {}],
])("does not handle %s with %j", (key, modifiers) => {
  expect(gridAction(press(key, modifiers))).toBeUndefined();
});

test("always steps to an existing row", () => {
  const steps = fc.constantFrom<RowStep>("up", "down", "page-up", "page-down", "first", "last");
  fc.assert(
    fc.property(fc.option(fc.nat(500), { nil: undefined }), steps, fc.nat(200), fc.nat(50), (from, to, total, page) => {
      const row = rowAfter(from, to, total, page);
      if (total === 0) expect(row).toBeUndefined();
      else expect(row).toSatisfy((at: number) => at >= 0 && at < total);
    }),
  );
});

test("steps to the first row initially, and to the last on End", () => {
  expect(rowAfter(undefined, "down", 10, 5)).toBe(0);
  expect(rowAfter(undefined, "last", 10, 5)).toBe(9);
});

test("keeps one row of the previous page visible on a page step", () => {
  expect(rowAfter(0, "page-down", 1000, 20)).toBe(19);
});

test("stops at both edge columns, and treats a missing column as the first", () => {
  const columns = ["name", "status", "iccid"];
  expect(columnAfter("iccid", "right", columns)).toBe("iccid");
  expect(columnAfter("name", "left", columns)).toBe("name");
  expect(columnAfter("gone", "right", columns)).toBe("status");
  expect(columnAfter(undefined, "last", columns)).toBe("iccid");
});
