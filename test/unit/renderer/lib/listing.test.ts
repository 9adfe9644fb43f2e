/** A list of the store over a main process whose answers are given by hand. */
import { expect, test } from "vitest";
import { createListing, type Listing } from "../../../../renderer/lib/listing.ts";
import { idle, type AsyncState } from "../../../../renderer/lib/async-state.ts";

interface Open {
  readonly listing: Listing;
  readonly state: () => AsyncState<string>;
  readonly put: (state: AsyncState<string>) => void;
  /** What was asked for and not answered yet. */
  readonly requests: readonly string[];
  /** Answers the oldest question; without a value it fails. */
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

test("one question at a time; one that comes meanwhile is asked afterwards, the service before what is kept", async () => {
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

test("a failure keeps what was shown, and what is kept does not cover it", async () => {
  const { listing, state, requests, answer } = open();
  void listing.load("cached");
  await answer("old");
  void listing.load("service");
  void listing.load("cached");
  await answer();
  expect([requests, state()]).toEqual([[], expect.objectContaining({ state: "failed", value: "old" })]);
});

test("an answer whose question was put away counts for nothing", async () => {
  const { listing, state, put, answer } = open();
  void listing.load("service");
  put(idle);
  await answer("of the former connection");
  expect(state()).toEqual(idle);
});
