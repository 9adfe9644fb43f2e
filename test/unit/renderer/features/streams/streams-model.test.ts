import { expect, test } from "vitest";
import type { Stream } from "#contract/stream-words.ts";
import { fieldOf, standOf } from "../../../../../renderer/features/streams/streams-model.ts";

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

test("a refusal is said at its field, whoever refused", () => {
  const failure = { code: "service-1400", message: "No.", details: { field: "url" } };
  expect([fieldOf(failure), fieldOf({ code: "x", message: "No." }), fieldOf(undefined)]).toEqual([
    "url",
    undefined,
    undefined,
  ]);
});
