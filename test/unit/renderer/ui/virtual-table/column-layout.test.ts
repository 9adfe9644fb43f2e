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

test("drops unknown and repeated columns of a stored layout", () => {
  const stored = [{ field: "gone" }, { field: "iccid" }, { field: "name" }, { field: "iccid", width: 9 }];
  expect(usableLayout(stored, new Set(["name", "iccid"]), layout)).toEqual([{ field: "iccid" }, { field: "name" }]);
});

test.each([undefined, [], [{ field: "gone" }]])("replaces %j by the default layout", (stored) => {
  expect(usableLayout(stored, new Set(["name", "status", "iccid"]), layout)).toBe(layout);
});

test("puts pinned columns first, in their relative order", () => {
  expect(order(withPin(layout, "iccid", true))).toBe("iccid name status");
  expect(order(withMoved(withPin(layout, "iccid", true), "name", "iccid"))).toBe("iccid name status");
});

test("moves a column before another one, or to the end", () => {
  expect(order(withMoved(layout, "iccid", "name"))).toBe("iccid name status");
  expect(order(withMoved(layout, "name", undefined))).toBe("status iccid name");
  expect(withMoved(layout, "name", "name")).toBe(layout);
});

test("moves one position per step, and stops at the edge", () => {
  expect(order(withStep(layout, "status", -1))).toBe("status name iccid");
  expect(order(withStep(layout, "status", 1))).toBe("name iccid status");
  expect(order(withStep(layout, "name", -1))).toBe("name status iccid");
  expect(order(withStep(layout, "iccid", 1))).toBe("name status iccid");
});

test("does not hide the last column", () => {
  expect(withVisibility([{ field: "name" }], "name", false)).toEqual([{ field: "name" }]);
  expect(order(withVisibility(layout, "status", false))).toBe("name iccid");
  expect(order(withVisibility(layout, "tags", true))).toBe("name status iccid tags");
});

test("limits a width to the supported range", () => {
  expect(withWidth(layout, "name", 3)[0]).toEqual({ field: "name", width: 48 });
  expect(withWidth(layout, "name", 9999.4)[0]).toEqual({ field: "name", width: 1200 });
});

test("treats unpinned and never pinned as the same layout", () => {
  expect(sameLayout([{ field: "name", pinned: false }], [{ field: "name" }])).toBe(true);
  expect(sameLayout([{ field: "name", width: 90 }], [{ field: "name" }])).toBe(false);
});
