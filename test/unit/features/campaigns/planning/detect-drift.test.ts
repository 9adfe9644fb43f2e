/** Differences of an endpoint from its former state. */
import { codedText } from "#shared/texts/coded-text.ts";
import { describe, expect, it } from "vitest";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { fieldsOfText, detectDrift } from "../../../../../main/features/campaigns/planning/drift.ts";
import type { CachedEndpoint } from "#shared/rules/endpoint-fields.ts";

const then = { id: 1, name: "Van", status: { id: 0 }, tags: "north", sim: { id: 7, iccid: "8944" } };
const endpoint = (change: JsonRecord = {}): CachedEndpoint => ({ id: "1", record: { ...then, ...change } });

describe("drift of one endpoint", () => {
  it.each([
    ["that is no longer cached", undefined, [], codedText("drift-gone")],
    ["that is deleted", { status: { id: 2 } }, ["deleted"], codedText("drift-deleted")],
    ["that is disabled", { status: { id: 1 } }, ["disabled"], codedText("drift-disabled")],
    ["whose status is unknown", { status: undefined }, [], undefined],
    [
      "that has another SIM",
      { sim: { id: 8, iccid: "8999" } },
      ["sim-swapped"],
      codedText("drift-sim-changed", { before: "8944", after: "8999" }),
    ],
    ["that has lost its SIM", { sim: null }, ["sim-swapped"], codedText("drift-sim-removed", { before: "8944" })],
    ["that is renamed", { name: "Bus" }, ["renamed"], codedText("drift-name-changed", { before: "Van", after: "Bus" })],
    [
      "whose tag changed, which the text uses",
      { tags: "south" },
      ["text-differs"],
      codedText("drift-value-changed", { field: "tags", before: "north", after: "south" }),
    ],
  ])("%s", (_case, change, kinds, text) => {
    const now = change === undefined ? undefined : endpoint(change);
    const drift = detectDrift({ before: endpoint(), now }, ["tags"], "CHK north");
    const details = text === undefined ? [] : [text];
    expect(drift ?? { kinds: [], details: [] }).toEqual({ kinds: now === undefined ? ["missing"] : kinds, details });
  });

  it("is detected by the text alone when the former state is unknown", () => {
    expect(detectDrift({ before: undefined, now: endpoint() }, ["tags"], "CHK north")).toBeUndefined();
    expect(detectDrift({ before: undefined, now: endpoint() }, ["tags"], "CHK east")?.kinds).toEqual(["text-differs"]);
  });
});

it("finds the fields that a text uses, directly or through a binding", () => {
  const bindings = { Where: { field: "tags" }, pin: { column: "pin" }, fixed: { value: "1" } };
  const text = "{{endpoint.name}} {{where}} {{pin}} {{fixed}} {{endpoint.name}}";
  expect(fieldsOfText(text, bindings)).toEqual(["name", "tags"]);
});
