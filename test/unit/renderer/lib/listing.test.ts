/** A list of the store over a main process whose answers are given by hand. */
import { expect, test } from "vitest";
import { createListing, type Listing } from "../../../../renderer/lib/listing.ts";
import { never, type Remote } from "../../../../renderer/lib/remote.ts";

interface Open {
  readonly listing: Listing;
  readonly remote: () => Remote<string>;
  readonly put: (remote: Remote<string>) => void;
  /** What was asked for and not answered yet. */
  readonly asked: readonly string[];
  /** Answers the oldest question; without a value it fails. */
  readonly answer: (value?: string) => Promise<void>;
}

function open(): Open {
  let remote: Remote<string> = never;
  const asked: string[] = [];
  const waiting: ((value: string | undefined) => void)[] = [];
  const by = (from: string) => (): Promise<string> =>
    new Promise((resolve, reject) => {
      asked.push(from);
      waiting.push((value) => (value === undefined ? reject(new Error("no")) : resolve(value)));
    });
  const put = (next: Remote<string>): void => {
    remote = next;
  };
  return {
    listing: createListing<string>(() => remote, put, { kept: by("kept"), service: by("service") }),
    remote: () => remote,
    put,
    asked,
    answer: async (value) => {
      asked.shift();
      waiting.shift()?.(value);
      await new Promise((resolve) => void setImmediate(resolve));
    },
  };
}

test("one question at a time; one that comes meanwhile is asked afterwards, the service before what is kept", async () => {
  const { listing, remote, asked, answer } = open();
  void listing.ask("kept");
  void listing.ask("service");
  void listing.ask("kept");
  expect([asked, remote()]).toEqual([["kept"], { state: "loading" }]);
  await answer("old");
  expect([asked, remote()]).toEqual([["service"], { state: "loading", value: "old" }]);
  await answer("new");
  expect([asked, remote()]).toEqual([[], { state: "ready", value: "new" }]);
});

test("a failure keeps what was shown, and what is kept does not cover it", async () => {
  const { listing, remote, asked, answer } = open();
  void listing.ask("kept");
  await answer("old");
  void listing.ask("service");
  void listing.ask("kept");
  await answer();
  expect([asked, remote()]).toEqual([[], expect.objectContaining({ state: "failed", value: "old" })]);
});

test("an answer whose question was put away counts for nothing", async () => {
  const { listing, remote, put, answer } = open();
  void listing.ask("service");
  put(never);
  await answer("of the former connection");
  expect(remote()).toEqual(never);
});
