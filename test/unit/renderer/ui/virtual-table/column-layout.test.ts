import { expect, test } from "vitest";
import {
  type ColumnLayout,
  sameLayout,
  usableLayout,
  withMoved,
  withPin,
  withVisibility,
  withStep,
  withWidth,
} from "../../../../../renderer/ui/virtual-table/column-layout.ts";

const layout: ColumnLayout = [{ field: "name" }, { field: "status" }, { field: "iccid" }];
const order = (columns: ColumnLayout): string => columns.map(({ field }) => field).join(" ");

test("a kept layout loses columns that are no more, and repeated ones", () => {
  const stored = [{ field: "gone" }, { field: "iccid" }, { field: "name" }, { field: "iccid", width: 9 }];
  expect(usableLayout(stored, new Set(["name", "iccid"]), layout)).toEqual([{ field: "iccid" }, { field: "name" }]);
});

test.each([undefined, [], [{ field: "gone" }]])("%j leaves the usual layout", (stored) => {
  expect(usableLayout(stored, new Set(["name", "status", "iccid"]), layout)).toBe(layout);
});

test("pinned columns stand in front, in the order of the others", () => {
  expect(order(withPin(layout, "iccid", true))).toBe("iccid name status");
  expect(order(withMoved(withPin(layout, "iccid", true), "name", "iccid"))).toBe("iccid name status");
});

test("a column moves before another one, or behind all", () => {
  expect(order(withMoved(layout, "iccid", "name"))).toBe("iccid name status");
  expect(order(withMoved(layout, "name", undefined))).toBe("status iccid name");
  expect(withMoved(layout, "name", "name")).toBe(layout);
});

test("a step moves one place, and none at the edge", () => {
  expect(order(withStep(layout, "status", -1))).toBe("status name iccid");
  expect(order(withStep(layout, "status", 1))).toBe("name iccid status");
  expect(order(withStep(layout, "name", -1))).toBe("name status iccid");
  expect(order(withStep(layout, "iccid", 1))).toBe("name status iccid");
});

test("the last column cannot be hidden", () => {
  expect(withVisibility([{ field: "name" }], "name", false)).toEqual([{ field: "name" }]);
  expect(order(withVisibility(layout, "status", false))).toBe("name iccid");
  expect(order(withVisibility(layout, "tags", true))).toBe("name status iccid tags");
});

test("a width stays within what can be used and kept", () => {
  expect(withWidth(layout, "name", 3)[0]).toEqual({ field: "name", width: 48 });
  expect(withWidth(layout, "name", 9999.4)[0]).toEqual({ field: "name", width: 1200 });
});

test("not pinned and never pinned are the same layout", () => {
  expect(sameLayout([{ field: "name", pinned: false }], [{ field: "name" }])).toBe(true);
  expect(sameLayout([{ field: "name", width: 90 }], [{ field: "name" }])).toBe(false);
});
