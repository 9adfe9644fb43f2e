import { t } from "#shared/texts/text.ts";
import { collections } from "#shared/records/schema.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  formatOpen,
  inSentence,
  listItems,
  nameOf,
  parseOpen,
  referenceText,
  statusFrom,
  textAt,
} from "../../../../renderer/lib/records.ts";

test("parses a bare id as an endpoint", () => {
  expect(parseOpen("17")).toEqual({ collection: "endpoint", id: "17" });
  expect(parseOpen("sim:5")).toEqual({ collection: "sim", id: "5" });
});

test.each(["", "sim:", "moon:5", "constructor:1", ":5"])("does not parse %j as a record", (open) => {
  expect(parseOpen(open)).toBeUndefined();
});

test("round-trips a record key, including colons in the id", () => {
  const id = fc.string({ minLength: 1 }).filter((text) => text.trim() === text && text !== "");
  fc.assert(
    fc.property(fc.constantFrom(...collections), id, (collection, text) => {
      expect(parseOpen(formatOpen({ collection, id: text }))).toEqual({ collection, id: text });
    }),
  );
});

test("reads a status from a nested or flat value, as number or text", () => {
  const seen = [{ id: 1, description: "DISABLED" }, { id: "1" }, 1, "1"].map((value) => statusFrom("endpoint", value));
  expect(seen).toEqual(
    Array.from({ length: 4 }, () => ({ text: t(($) => $.shell.recordStatus.disabled), tone: "neutral" })),
  );
});

test("shows the service's text for an undefined status, and unknown for a missing one", () => {
  expect(statusFrom("sim", { id: 9, description: "Resting" })).toEqual({ text: "Resting", tone: "neutral" });
  expect(statusFrom("sim", { id: 9 })).toEqual({
    text: t(($) => $.shell.recordStatus.number, { id: "9" }),
    tone: "neutral",
  });
  for (const nothing of [undefined, null, {}, { id: null }])
    expect(statusFrom("sim", nothing)).toEqual({ text: t(($) => $.common.unknown), tone: "neutral" });
});

test("names a record by its name, a SIM by its number, a user by the user name if there is no other", () => {
  expect(nameOf("endpoint", { name: "van-17" })).toBe("van-17");
  expect(nameOf("endpoint", { name: "" })).toBeUndefined();
  expect(nameOf("sim", { iccid: "8988303000000000017" })).toBe("8988303000000000017");
  expect(nameOf("user", { name: null, username: "a@example.com" })).toBe("a@example.com");
});

test("resolves a dotted path, and finds nothing in non-objects", () => {
  expect(textAt({ sim: { iccid: "89" } }, "sim.iccid")).toBe("89");
  expect(textAt({ sim: null }, "sim.iccid")).toBeUndefined();
  expect(textAt({ sim: "x" }, "sim.iccid")).toBeUndefined();
});

test("lower-cases a collection's label within a sentence, except acronyms", () => {
  expect(["Endpoints", "SIMs", "IMSI 5", "Tariff plans"].map(inSentence)).toEqual([
    "endpoints",
    "SIMs",
    "IMSI 5",
    "tariff plans",
  ]);
});

test.each([
  [{ profile: { id: 901, name: "Trackers" } }, "Trackers"],
  [{ profile: { id: 2, description: "Industrial" } }, "Industrial"],
  [{ profile: { id: "901" } }, "901"],
  [{ profile: 901 }, "901"],
  [{ profile: null }, undefined],
  [{}, undefined],
])("formats the reference in %j as %j", (record, text) => {
  expect(referenceText(record, "profile")).toBe(text);
});

test("separates tags uniformly and names roles", () => {
  expect(listItems({ tags: "north,fridge , pilot" }, "tags")).toEqual(["north", "fridge", "pilot"]);
  expect(listItems({ roles: [{ id: 1, name: "Administrator" }, { id: 2 }] }, "roles")).toEqual(["Administrator", "2"]);
  expect(listItems({ tags: "" }, "tags")).toEqual([]);
  expect(listItems({ roles: [] }, "roles")).toEqual([]);
});
