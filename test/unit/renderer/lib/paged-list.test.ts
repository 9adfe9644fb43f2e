import fc from "fast-check";
import { expect, test } from "vitest";
import { PagedList } from "../../../../renderer/lib/paged-list.ts";
import { FakeRowSource } from "../../../fakes/fake-row-source.ts";

const pageSize = 10;

/** Twelve pages: more than the visible ones with their margin. */
const maxCached = 12 * pageSize;

function open(source: FakeRowSource, key = "all", maxPages = 12): PagedList<number> {
  const window = new PagedList<number>({ pageSize, maxPages, countAfterMs: 0, now: () => 0 });
  window.query({ key, source });
  return window;
}

/** Waits until all immediate responses have arrived. */
async function flushAnswers(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) await Promise.resolve();
}

const at = (window: PagedList<number>, first: number, last: number): (number | undefined)[] =>
  Array.from({ length: last - first + 1 }, (_, offset) => window.at(first + offset));

test("loads the rows of any visible range and caches few", async () => {
  const positions = fc.array(fc.nat(2999), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 3000 }), positions, async (length, places) => {
      const source = new FakeRowSource(length);
      const window = open(source);
      await flushAnswers();
      for (const place of places) {
        const first = place % length;
        const last = Math.min(length - 1, first + 25);
        window.setVisibleRange(first, last);
        await flushAnswers();
        expect(at(window, first, last)).toEqual(source.rows.slice(first, last + 1));
        expect([...window.entries()].length).toBeLessThanOrEqual(maxCached);
      }
      expect(window.state().total).toEqual({ value: length, exact: true });
    }),
  );
});

test("jumps from the nearest end or the nearest known cursor", async () => {
  const source = new FakeRowSource(1000);
  const window = open(source);
  await flushAnswers();
  const jump = async (row: number): Promise<unknown> => {
    const before = source.requests.length;
    window.setVisibleRange(row, row);
    await flushAnswers();
    return source.requests[before];
  };
  expect(await jump(985)).toEqual({ skip: 10, limit: 10, fromEnd: true });
  expect(await jump(305)).toEqual({ cursor: "40", skip: 260, limit: 10, fromEnd: false });
  expect(await jump(705)).toEqual({ skip: 290, limit: 10, fromEnd: true });
});

test("shows rows before they are counted", async () => {
  const source = new FakeRowSource(500);
  const window = open(source);
  await flushAnswers();
  source.hold();
  window.query({ key: "other", source });
  source.release();
  source.hold();
  await flushAnswers();
  expect(window.state()).toMatchObject({ visibleKey: "other", phase: "ready", total: { exact: false } });
  source.release();
  await flushAnswers();
  expect(window.state().total).toEqual({ value: 500, exact: true });
});

test("does not count a list that fits into one page", async () => {
  const source = new FakeRowSource(7);
  const window = open(source);
  await flushAnswers();
  expect([window.state().total, source.counts]).toEqual([{ value: 7, exact: true }, 0]);
});

test("shows old rows until the new query has its first ones", async () => {
  const window = open(new FakeRowSource(50));
  await flushAnswers();
  const other = new FakeRowSource(50, 1000);
  other.hold();
  window.query({ key: "other", source: other });
  await flushAnswers();
  expect([window.at(0), window.state().visibleKey, window.state().phase]).toEqual([0, "all", "loading"]);
  other.release();
  await flushAnswers();
  expect([window.at(0), window.state().visibleKey, window.state().phase]).toEqual([1000, "other", "ready"]);
});

test("runs only the first and last of several queued queries and shows only the last", async () => {
  const slow = new FakeRowSource(50, 1000);
  slow.hold();
  const window = open(slow, "1");
  const skipped = new FakeRowSource(50, 2000);
  window.query({ key: "2", source: skipped });
  const last = new FakeRowSource(50, 3000);
  window.query({ key: "3", source: last });
  const visibleKeys: unknown[] = [];
  window.subscribe(() => visibleKeys.push(window.state().visibleKey));
  slow.release();
  await flushAnswers();
  expect([window.at(0), skipped.requests.length]).toEqual([3000, 0]);
  expect(visibleKeys).not.toContain("1");
});

test("preserves position and rows during a refresh", async () => {
  const source = new FakeRowSource(500);
  const window = open(source);
  await flushAnswers();
  window.setVisibleRange(200, 220);
  await flushAnswers();
  source.rows = source.rows.map((row) => row + 10_000);
  source.hold();
  window.refresh();
  await flushAnswers();
  expect(at(window, 200, 220)).not.toContain(undefined);
  source.release();
  await flushAnswers();
  expect(at(window, 200, 220)).toEqual(source.rows.slice(200, 221));
});

test("coalesces refreshes during a running one", async () => {
  const source = new FakeRowSource(50);
  const window = open(source);
  await flushAnswers();
  const before = source.requests.filter(({ skip, cursor }) => skip === 0 && cursor === undefined).length;
  source.hold();
  for (let time = 0; time < 5; time += 1) window.refresh();
  source.release();
  await flushAnswers();
  const after = source.requests.filter(({ skip, cursor }) => skip === 0 && cursor === undefined).length;
  expect(after - before).toBe(2);
});

test("recounts a list that became shorter, at any position", async () => {
  const source = new FakeRowSource(500);
  const window = open(source);
  await flushAnswers();
  source.rows = source.rows.slice(0, 120);
  window.setVisibleRange(300, 310);
  await flushAnswers();
  window.setVisibleRange(110, 119);
  await flushAnswers();
  expect([window.state().total, window.at(119)]).toEqual([{ value: 120, exact: true }, 119]);
});

test("reports a failure while rows stay visible, and recovers on the next request", async () => {
  const source = new FakeRowSource(500);
  const window = open(source);
  await flushAnswers();
  source.failure = new Error("gone");
  window.setVisibleRange(300, 310);
  await flushAnswers();
  expect([window.state().phase, window.state().failure, window.at(0)]).toEqual(["failed", source.failure, 0]);
  source.failure = undefined;
  window.query({ key: "all", source });
  await flushAnswers();
  expect([window.state().phase, window.at(0)]).toEqual(["ready", 0]);
});

test("reads a whole range, loaded or not", async () => {
  const source = new FakeRowSource(500);
  const window = open(source, "all", 2);
  await flushAnswers();
  expect(await window.read(5, 444, new AbortController().signal)).toEqual(source.rows.slice(5, 445));
});

test("rejects if a row of a range can't be loaded", async () => {
  const source = new FakeRowSource(500);
  const window = open(source);
  await flushAnswers();
  source.failure = new Error("gone");
  await expect(window.read(5, 444, new AbortController().signal)).rejects.toThrow("gone");
});

test("caches only the last visible pages while hidden", async () => {
  const window = open(new FakeRowSource(500));
  await flushAnswers();
  window.setVisibleRange(200, 260);
  await flushAnswers();
  window.suspend();
  expect([...window.entries()].length).toBeLessThanOrEqual(7 * pageSize);
  expect(window.at(200)).toBe(200);
});

test("notifies subscribers of every change until they unsubscribe", async () => {
  const window = new PagedList<number>({ pageSize, countAfterMs: 0, now: () => 0 });
  let notifications = 0;
  const stop = window.subscribe(() => (notifications += 1));
  window.query({ key: "all", source: new FakeRowSource(500) });
  await flushAnswers();
  expect(notifications).toBeGreaterThan(1);
  stop();
  const before = notifications;
  window.refresh();
  await flushAnswers();
  expect(notifications).toBe(before);
});
