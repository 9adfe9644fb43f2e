import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import type { Stream } from "#shared/contract/network/stream-schemas.ts";
import { formatDateTime } from "#shared/format.ts";
import { checkResultText, streamStatus } from "../../../../../../renderer/features/network/streams/stream-labels.ts";

const creation = { entry: 1, sentAt: 0, answer: { code: "response-pending" } };
const stream = (fields: Partial<Stream>): Stream => ({ key: "k", source: "service", ...fields });

test.each([
  [{ creation: { ...creation, state: "unknown" } }, "unknown", t(($) => $.common.outcomeUnknown)],
  [{ creation: { ...creation, state: "not-created" } }, "bad", t(($) => $.network.streams.state.notCreated)],
  [{ source: "not-listed" }, "bad", t(($) => $.network.streams.state.notListed)],
  [{ active: true, running: true }, "good", t(($) => $.network.streams.state.active)],
  [{ active: true, running: false }, "waiting", t(($) => $.network.streams.state.notRunning)],
  [{ active: false, running: true }, "waiting", t(($) => $.network.streams.state.notActive)],
  [{ source: "this-computer" }, "neutral", t(($) => $.network.streams.state.created)],
  [{}, "neutral", t(($) => $.common.unknown)],
] as const)("%j is %s: %s", (fields, tone, text) => {
  expect(streamStatus(stream(fields))).toEqual({ tone, text: text });
});

test("reports the target of the check, its time and result, and until when the outcome is unknown", () => {
  const item = { ...stream({ source: "this-computer", target: "eu-west-1/x" }), key: "here:1" };
  const outcomeText = (state: "unknown" | "not-created" | "created", asOf: number, resolvableFrom?: number): string => {
    const creationState = {
      ...creation,
      state,
      resolvedAt: 1,
      ...(resolvableFrom === undefined ? {} : { resolvableFrom: resolvableFrom }),
    };
    return checkResultText({ state: "read", asOf, items: [{ ...item, id: "7", creation: creationState }] }, "here:1");
  };
  const noMatch = t(($) => $.network.streams.outcome.noMatchFor, {
    time: formatDateTime(60_000),
    target: "eu-west-1/x",
  });
  const until = t(($) => $.network.streams.outcome.until, { until: formatDateTime(120_000) });
  expect(outcomeText("unknown", 60_000, 120_000)).toBe(`${noMatch} ${until}`);
  expect(outcomeText("unknown", 130_000, 120_000)).toContain(t(($) => $.network.streams.outcome.ambiguous));
  expect(outcomeText("unknown", 130_000)).toContain(t(($) => $.network.streams.outcome.undecidable));
  const time = formatDateTime(130_000);
  expect(outcomeText("not-created", 130_000)).toBe(t(($) => $.network.streams.outcome.notListed, { time }));
  expect(outcomeText("created", 130_000)).toBe(t(($) => $.network.streams.outcome.listedAs, { time, id: "7" }));
  const pendingItem = { ...item, creation: { ...creation, state: "unknown" as const } };
  expect(checkResultText({ state: "read", asOf: 60_000, items: [pendingItem] }, "here:1")).toContain(
    t(($) => $.network.streams.outcome.inProgress),
  );
  expect(checkResultText({ state: "not-offered", items: [item] }, "here:1")).toBe(
    t(($) => $.network.streams.outcome.noList),
  );
});
