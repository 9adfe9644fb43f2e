/** How an endpoint differs from what it was. */
import { describe, expect, it } from "vitest";
import type { JsonRecord } from "#contract/kit.ts";
import { fieldsOfText, judgeDrift } from "../../../../../main/features/campaigns/planning/judge-drift.ts";
import type { KnownEndpoint } from "../../../../../main/texts/endpoint-fields.ts";

const then = { id: 1, name: "Van", status: { id: 0 }, tags: "north", sim: { id: 7, iccid: "8944" } };
const endpoint = (change: JsonRecord = {}): KnownEndpoint => ({ id: "1", record: { ...then, ...change } });

describe("drift of one endpoint", () => {
  it.each([
    ["that is gone", undefined, [], "It is not in the local copy any more."],
    ["that is deleted", { status: { id: 2 } }, ["deleted"], "It was enabled and is deleted now."],
    ["that is disabled", { status: { id: 1 } }, ["disabled"], "It was enabled and is disabled now."],
    ["whose status nobody knows", { status: undefined }, [], ""],
    ["that has another SIM", { sim: { id: 8, iccid: "8999" } }, ["sim-swapped"], "The SIM was 8944 and is 8999 now."],
    ["that has lost its SIM", { sim: null }, ["sim-swapped"], "The SIM was 8944 and is missing now."],
    ["that is renamed", { name: "Bus" }, ["renamed"], "The name was Van and is Bus now."],
    [
      "whose tag changed, which the text uses",
      { tags: "south" },
      ["text-differs"],
      'The text would differ: "tags" was north and is south now.',
    ],
  ])("%s", (_case, change, kinds, detail) => {
    const now = change === undefined ? undefined : endpoint(change);
    const drift = judgeDrift({ before: endpoint(), now }, ["tags"], "CHK north");
    expect(drift ?? { kinds: [], detail: "" }).toEqual({ kinds: now === undefined ? ["gone"] : kinds, detail });
  });

  it("is told by the text alone where nobody knows what it was", () => {
    expect(judgeDrift({ before: undefined, now: endpoint() }, ["tags"], "CHK north")).toBeUndefined();
    expect(judgeDrift({ before: undefined, now: endpoint() }, ["tags"], "CHK east")?.kinds).toEqual(["text-differs"]);
  });
});

it("fields are those that the text names, by themselves or through a binding", () => {
  const bindings = { Where: { field: "tags" }, pin: { column: "pin" }, fixed: { value: "1" } };
  const text = "{{endpoint.name}} {{where}} {{pin}} {{fixed}} {{endpoint.name}}";
  expect(fieldsOfText(text, bindings)).toEqual(["name", "tags"]);
});
