import { expect, test } from "vitest";
import { changeLines, changeLabels, valueText } from "../../../../renderer/lib/changes.ts";

const changeIds = (...changes: Parameters<typeof changeLabels>[1]): readonly string[] =>
  changeLabels("endpoint", changes).map(({ id }) => id);

test("merges an id and its name into one line", () => {
  const changes = [
    { field: "status.id", before: 0, after: 1 },
    { field: "status.description", before: "Enabled", after: "Disabled" },
    { field: "service_profile.id", before: 901, after: 902 },
    { field: "service_profile.name", before: "Trackers", after: "Meters" },
  ];
  expect(changeLines(changes)).toEqual([
    { field: "status", before: "Enabled", after: "Disabled" },
    { field: "service_profile", before: "Trackers (901)", after: "Meters (902)" },
  ]);
});

test("keeps separate lines if only the id or only the name changes", () => {
  expect(changeLines([{ field: "status.id", before: 0, after: 1 }])).toEqual([
    { field: "status.id", before: "0", after: "1" },
  ]);
  expect(changeLines([{ field: "service_profile.name", before: "A", after: "B" }])).toEqual([
    { field: "service_profile.name", before: "A", after: "B" },
  ]);
});

test("lists the lines in the order of their labels", () => {
  const changes = [
    { field: "imei_lock", before: false, after: true },
    { field: "tags", before: "depot", after: "stolen" },
    { field: "sim.status.id", before: 1, after: 2 },
    { field: "status.id", before: 0, after: 1 },
  ];
  expect(changeIds(...changes)).toEqual(["status-1", "sim.status-2", "tags"]);
  expect(changeLines(changes).map(({ field }) => field)).toEqual(["status.id", "sim.status.id", "tags", "imei_lock"]);
});

test("treats null, empty text and missing as no value; formats everything else", () => {
  expect([null, "", undefined].map(valueText)).toEqual([undefined, undefined, undefined]);
  expect([0, false, "a", ["a", 1], { id: 7, name: "N" }, { iccid: "89" }, { x: 1 }].map(valueText)).toEqual([
    "0",
    "false",
    "a",
    "a, 1",
    "N (7)",
    "89",
    '{"x":1}',
  ]);
});

test("preserves all digits of a long number", () => {
  expect(changeLines([{ field: "sim.iccid", before: "8988303000000000017", after: "8988303000000007777" }])).toEqual([
    { field: "sim.iccid", before: "8988303000000000017", after: "8988303000000007777" },
  ]);
});

test("labels a status by its new value", () => {
  expect(changeIds({ field: "status.id", before: 0, after: 1 })).toEqual(["status-1"]);
  expect(changeIds({ field: "status.id", before: 1, after: 0 })).toEqual(["status-0"]);
  expect(changeIds({ field: "sim.status.id", before: 1, after: 2 })).toEqual(["sim.status-2"]);
});

test("detects an inserted, removed or swapped SIM, whether the reference is missing, null or without an id", () => {
  const sim = { id: 5, iccid: "89" };
  expect(changeIds({ field: "sim", before: sim, after: undefined })).toEqual(["sim-taken-out"]);
  expect(changeIds({ field: "sim", before: sim, after: null })).toEqual(["sim-taken-out"]);
  expect(changeIds({ field: "sim.id", before: 5, after: null })).toEqual(["sim-taken-out"]);
  expect(changeIds({ field: "sim", before: null, after: sim })).toEqual(["sim-put-in"]);
  expect(changeIds({ field: "sim.id", before: 5, after: 6 }, { field: "sim.iccid", before: "1", after: "2" })).toEqual([
    "sim-swapped",
  ]);
});

test("adds no label for a field without one, and no label twice", () => {
  expect(changeIds({ field: "last_updated", before: "a", after: "b" })).toEqual([]);
  expect(
    changeIds(
      { field: "service_profile.id", before: 1, after: 2 },
      { field: "service_profile.name", before: "a", after: "b" },
    ),
  ).toEqual(["service-profile"]);
});

test("labels a SIM that moves to another endpoint", () => {
  const labels = changeLabels("sim", [{ field: "endpoint.id", before: 1, after: 2 }]);
  expect(labels.map(({ id }) => id)).toEqual(["moved"]);
});
