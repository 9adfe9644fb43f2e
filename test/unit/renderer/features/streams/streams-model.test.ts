import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import type { Stream } from "#contract/stream-words.ts";
import { exactly } from "../../../../../renderer/lib/format.ts";
import { fieldOf, lookedWords, standOf } from "../../../../../renderer/features/streams/streams-model.ts";

const creation = { entry: 1, sentAt: 0, answer: { code: "response-pending" } };
const stream = (fields: Partial<Stream>): Stream => ({ key: "k", source: "service", ...fields });

test.each([
  [{ creation: { ...creation, state: "unknown" } }, "unknown", t(($) => $.common.outcomeUnknown)],
  [{ creation: { ...creation, state: "not-created" } }, "bad", t(($) => $.network.streams.state.notCreated)],
  [{ source: "gone" }, "bad", t(($) => $.network.streams.state.notListed)],
  [{ active: true, running: true }, "good", t(($) => $.network.streams.state.active)],
  [{ active: true, running: false }, "waiting", t(($) => $.network.streams.state.notRunning)],
  [{ active: false, running: true }, "waiting", t(($) => $.network.streams.state.notActive)],
  [{ source: "this-computer" }, "neutral", t(($) => $.network.streams.state.created)],
  [{}, "unknown", t(($) => $.common.unknown)],
] as const)("%j is %s: %s", (fields, tone, words) => {
  expect(standOf(stream(fields))).toEqual({ tone, words });
});

test("a look into the list tells what was looked for, when, what it found, and until when it is unknown", () => {
  const item = { ...stream({ source: "this-computer", target: "eu-west-1/x" }), key: "here:1" };
  const words = (state: "unknown" | "not-created" | "created", asOf: number, toldFrom?: number): string => {
    const known = { ...creation, state, settledAt: 1, ...(toldFrom === undefined ? {} : { toldFrom }) };
    return lookedWords({ state: "read", asOf, items: [{ ...item, id: "7", creation: known }] }, "here:1");
  };
  const noMatch = t(($) => $.network.streams.outcome.noMatchFor, { time: exactly(60_000), target: "eu-west-1/x" });
  const until = t(($) => $.network.streams.outcome.until, { until: exactly(120_000) });
  expect(words("unknown", 60_000, 120_000)).toBe(`${noMatch} ${until}`);
  expect(words("unknown", 130_000, 120_000)).toContain(t(($) => $.network.streams.outcome.ambiguous));
  expect(words("unknown", 130_000)).toContain(t(($) => $.network.streams.outcome.undecidable));
  const time = exactly(130_000);
  expect(words("not-created", 130_000)).toBe(t(($) => $.network.streams.outcome.notListed, { time }));
  expect(words("created", 130_000)).toBe(t(($) => $.network.streams.outcome.foundAs, { time, id: "7" }));
  const underWay = { ...item, creation: { ...creation, state: "unknown" as const } };
  expect(lookedWords({ state: "read", asOf: 60_000, items: [underWay] }, "here:1")).toContain(
    t(($) => $.network.streams.outcome.inProgress),
  );
  expect(lookedWords({ state: "not-offered", items: [item] }, "here:1")).toBe(
    t(($) => $.network.streams.outcome.noList),
  );
});

test("a refusal is said at its field, whoever refused", () => {
  const failure = { code: "service-1400", text: { code: "internal" }, details: { field: "url" } };
  expect([fieldOf(failure), fieldOf({ code: "x", text: { code: "internal" } }), fieldOf(undefined)]).toEqual([
    "url",
    undefined,
    undefined,
  ]);
});
