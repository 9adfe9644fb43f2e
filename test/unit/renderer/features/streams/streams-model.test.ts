import { expect, test } from "vitest";
import type { Stream } from "#contract/stream-words.ts";
import { fieldOf, lookedWords, standOf } from "../../../../../renderer/features/streams/streams-model.ts";

const creation = { entry: 1, sentAt: 0, answer: "." };
const stream = (fields: Partial<Stream>): Stream => ({ key: "k", source: "service", ...fields });

test.each([
  [{ creation: { ...creation, state: "unknown" } }, "unknown", "answer lost"],
  [{ creation: { ...creation, state: "not-created" } }, "bad", "not created"],
  [{ source: "gone" }, "bad", "no longer listed"],
  [{ active: true, running: true }, "good", "active"],
  [{ active: true, running: false }, "waiting", "active, not running"],
  [{ active: false, running: true }, "waiting", "not active"],
  [{ source: "this-computer" }, "neutral", "created"],
  [{}, "unknown", "unknown"],
] as const)("%j is %s: %s", (fields, tone, words) => {
  expect(standOf(stream(fields))).toEqual({ tone, words });
});

test("a look into the list tells what was looked for, when, what it found, and until when it is unknown", () => {
  const item = { ...stream({ source: "this-computer", target: "eu-west-1/x" }), key: "here:1" };
  const words = (state: "unknown" | "not-created" | "created", asOf: number, toldFrom?: number): string => {
    const known = { ...creation, state, settledAt: 1, ...(toldFrom === undefined ? {} : { toldFrom }) };
    return lookedWords(
      { state: "read", asOf, items: [{ ...item, id: "7", creation: known }] },
      "here:1",
      "data stream",
    );
  };
  expect(words("unknown", 60_000, 120_000)).toMatch(
    /^The list was read at .* for a new data stream to eu-west-1\/x: none was found .* It stays unknown until .*, or send it all the same\.$/,
  );
  expect(words("unknown", 130_000, 120_000)).toContain("More than one could be it");
  expect(words("unknown", 130_000)).toContain("No list can tell it");
  expect(words("not-created", 130_000)).toContain("does not have this data stream: it was not created.");
  expect(words("created", 130_000)).toContain("has this data stream as 7.");
  const underWay = { ...item, creation: { ...creation, state: "unknown" as const } };
  expect(lookedWords({ state: "read", asOf: 60_000, items: [underWay] }, "here:1", "data stream")).toContain(
    "It is still on its way",
  );
  expect(lookedWords({ state: "not-offered", items: [item] }, "here:1", "data stream")).toContain("has no list");
});

test("a refusal is said at its field, whoever refused", () => {
  const failure = { code: "service-1400", message: "No.", details: { field: "url" } };
  expect([fieldOf(failure), fieldOf({ code: "x", message: "No." }), fieldOf(undefined)]).toEqual([
    "url",
    undefined,
    undefined,
  ]);
});
