/** A listing of the store with a main process whose responses the test controls. */
import { expect, test } from "vitest";
import { createListing, type Listing } from "../../../../renderer/lib/listing.ts";
import { idle, type AsyncState } from "../../../../renderer/lib/async-state.ts";

interface Open {
  readonly listing: Listing;
  readonly state: () => AsyncState<string>;
  readonly put: (state: AsyncState<string>) => void;
  /** Pending requests. */
  readonly requests: readonly string[];
  /** Responds to the oldest request; rejects without a value. */
  readonly answer: (value?: string) => Promise<void>;
}

function open(): Open {
  let state: AsyncState<string> = idle;
  const requests: string[] = [];
  const waiting: ((value: string | undefined) => void)[] = [];
  const by = (from: string) => (): Promise<string> =>
    new Promise((resolve, reject) => {
      requests.push(from);
      waiting.push((value) => (value === undefined ? reject(new Error("no")) : resolve(value)));
    });
  const put = (next: AsyncState<string>): void => {
    state = next;
  };
  return {
    listing: createListing<string>(() => state, put, { cached: by("cached"), service: by("service") }),
    state: () => state,
    put,
    requests,
    answer: async (value) => {
      requests.shift();
      waiting.shift()?.(value);
      await new Promise((resolve) => void setImmediate(resolve));
    },
  };
}

test("sends one request at a time, and queues the next one, service before cache", async () => {
  const { listing, state, requests, answer } = open();
  void listing.load("cached");
  void listing.load("service");
  void listing.load("cached");
  expect([requests, state()]).toEqual([["cached"], { state: "loading" }]);
  await answer("old");
  expect([requests, state()]).toEqual([["service"], { state: "loading", value: "old" }]);
  await answer("new");
  expect([requests, state()]).toEqual([[], { state: "ready", value: "new" }]);
});

test("preserves data on failure, and does not replace the failure by cached data", async () => {
  const { listing, state, requests, answer } = open();
  void listing.load("cached");
  await answer("old");
  void listing.load("service");
  void listing.load("cached");
  await answer();
  expect([requests, state()]).toEqual([[], expect.objectContaining({ state: "failed", value: "old" })]);
});

test("ignores the response to a request of a state that was reset", async () => {
  const { listing, state, put, answer } = open();
  void listing.load("service");
  put(idle);
  await answer("of the former connection");
  expect(state()).toEqual(idle);
});
