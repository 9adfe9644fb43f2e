import { t } from "#shared/texts/text.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  collections,
  formatOpen,
  inSentence,
  nameOf,
  parseOpen,
  statusFrom,
  textAt,
} from "../../../../renderer/lib/records.ts";

test("a bare id means an endpoint", () => {
  expect(parseOpen("17")).toEqual({ collection: "endpoint", id: "17" });
  expect(parseOpen("sim:5")).toEqual({ collection: "sim", id: "5" });
});

test.each(["", "sim:", "moon:5", "constructor:1", ":5"])("%j names no record", (open) => {
  expect(parseOpen(open)).toBeUndefined();
});

test("what is written is read again, colons in the id included", () => {
  const id = fc.string({ minLength: 1 }).filter((text) => text.trim() === text && text !== "");
  fc.assert(
    fc.property(fc.constantFrom(...collections), id, (collection, text) => {
      expect(parseOpen(formatOpen({ collection, id: text }))).toEqual({ collection, id: text });
    }),
  );
});

test("a status is read nested, flat, as a number or as text", () => {
  const seen = [{ id: 1, description: "DISABLED" }, { id: "1" }, 1, "1"].map((value) => statusFrom("endpoint", value));
  expect(seen).toEqual(
    Array.from({ length: 4 }, () => ({ text: t(($) => $.shell.recordStatus.disabled), tone: "neutral" })),
  );
});

test("a status that nobody knows shows the service's own word; one that is not told is unknown", () => {
  expect(statusFrom("sim", { id: 9, description: "Resting" })).toEqual({ text: "Resting", tone: "neutral" });
  expect(statusFrom("sim", { id: 9 })).toEqual({
    text: t(($) => $.shell.recordStatus.number, { id: "9" }),
    tone: "neutral",
  });
  for (const nothing of [undefined, null, {}, { id: null }])
    expect(statusFrom("sim", nothing)).toEqual({ text: t(($) => $.common.unknown), tone: "unknown" });
});

test("a record is called by its name, a card by its number, a user by the user name if need be", () => {
  expect(nameOf("endpoint", { name: "van-17" })).toBe("van-17");
  expect(nameOf("endpoint", { name: "" })).toBeUndefined();
  expect(nameOf("sim", { iccid: "8988303000000000017" })).toBe("8988303000000000017");
  expect(nameOf("user", { name: null, username: "a@example.com" })).toBe("a@example.com");
});

test("a value is found along its path, and nothing is found in what is no object", () => {
  expect(textAt({ sim: { iccid: "89" } }, "sim.iccid")).toBe("89");
  expect(textAt({ sim: null }, "sim.iccid")).toBeUndefined();
  expect(textAt({ sim: "x" }, "sim.iccid")).toBeUndefined();
});

test("the name of a collection is small in a sentence, but for letters that stand for words", () => {
  expect(["Endpoints", "SIMs", "IMSI 5", "Tariff plans"].map(inSentence)).toEqual([
    "endpoints",
    "SIMs",
    "IMSI 5",
    "tariff plans",
  ]);
});
