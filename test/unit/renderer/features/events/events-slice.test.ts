import { expect, test } from "vitest";
import { createEventsSlice, type EventsSlice } from "../../../../../renderer/features/events/events-slice.ts";
import { dataOf } from "../../../../../renderer/lib/async-state.ts";
import { nextTask, openSlice } from "../../open-slice.ts";

interface Bench {
  readonly slice: () => EventsSlice;
  /** Adds an event to the cache and extends its coverage. */
  readonly arrive: (key: string) => void;
  /** Holds the bridge's next response, computed at the time of the call, until the returned function is called. */
  readonly holdNext: (address: string) => () => void;
}

/** The slice with a bridge that responds from a list of keys, newest first. */
async function openBench(): Promise<Bench> {
  const keys: string[] = ["1"];
  const eventOf = (key: string): object => ({ key, at: Number(key), timed: true, severity: "info", readAt: 0 });
  const coverage = (): object => ({ requested: { from: 0, until: 100 }, spans: [], gaps: [], newest: keys.length });
  const answers: Readonly<Record<string, (input: { readonly after?: number }) => object>> = {
    "events.list": () => ({ items: keys.map(eventOf), coverage: coverage() }),
    "events.arrivals": ({ after }) => ({
      items: after === undefined ? [] : keys.slice(0, keys.length - after).map(eventOf),
      mark: keys.length,
      more: false,
    }),
    "events.timeline": () => ({ bucketMs: 1, buckets: [], coverage: coverage() }),
    "events.facets": () => ({ total: keys.length, severities: [], types: [], sources: [], coverage: coverage() }),
  };
  const pending = new Map<string, Promise<void>>();
  const call = async (address: string, input: { readonly after?: number }): Promise<unknown> => {
    const value = answers[address]?.(input);
    const released = pending.get(address);
    pending.delete(address);
    await released;
    return value === undefined ? { ok: false, failure: { code: "internal", message: address } } : { ok: true, value };
  };
  const slice = openSlice(createEventsSlice, call);
  await slice().loadEvents({}, false);
  return {
    slice,
    arrive: (key) => void keys.unshift(key),
    holdNext: (address) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      pending.set(address, promise);
      return resolve;
    },
  };
}

const rows = ({ events }: EventsSlice): readonly string[] | undefined => dataOf(events)?.items.map(({ key }) => key);

test("inserts new events automatically if the list is at its top and none is open", async () => {
  const { slice, arrive } = await openBench();
  arrive("2");
  await slice().noticeEvents();
  expect([rows(slice()), slice().eventsFresh, slice().eventsInserted]).toEqual([["2", "1"], 0, { count: 1 }]);
  arrive("3");
  await slice().noticeEvents();
  expect([rows(slice()), slice().eventsFresh]).toEqual([["3", "2", "1"], 0]);
});

test.each([
  ["scrolled", (slice: EventsSlice) => slice.saveEventsPlace({ offset: 40, active: 0 })],
  ["walked down", (slice: EventsSlice) => slice.saveEventsPlace({ offset: 0, active: 3 })],
  ["beside an opened event", (slice: EventsSlice) => slice.holdEvents(true)],
])("preserves the rows of a list that is %s, counts new events, and inserts them on request", async (_name, hold) => {
  const { slice, arrive } = await openBench();
  hold(slice());
  arrive("2");
  await slice().noticeEvents();
  expect([rows(slice()), slice().eventsFresh, slice().eventsInserted]).toEqual([["1"], 1, undefined]);
  await slice().renewEvents();
  expect([rows(slice()), slice().eventsFresh]).toEqual([["2", "1"], 0]);
});

test("updates the coverage after the follower read the service, and preserves the rows", async () => {
  const { slice, arrive } = await openBench();
  slice().holdEvents(true);
  arrive("2");
  await slice().refreshEventsCoverage();
  expect(rows(slice())).toEqual(["1"]);
  expect(dataOf(slice().events)?.coverage).toMatchObject({ newest: 2 });
});

test("inserts events that arrive while the list is reloading", async () => {
  const { slice, arrive, holdNext } = await openBench();
  arrive("2");
  const releaseList = holdNext("events.list");
  const renewing = slice().renewEvents();
  await nextTask();
  arrive("3");
  const releaseArrivals = holdNext("events.arrivals");
  const noticing = slice().noticeEvents();
  releaseList();
  await renewing;
  releaseArrivals();
  await noticing;
  expect(rows(slice())).toEqual(["3", "2", "1"]);
});
