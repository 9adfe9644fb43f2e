import { codedText } from "#shared/texts/coded-text.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Page } from "../../../../main/core/api/paging.ts";
import { type VisitedPage, type WalkSettings, type WalkVerdict, walkPages } from "../../../../main/core/api/walk.ts";
import { createOddList } from "../../../fakes/odd-list.ts";

async function walk(
  settings: WalkSettings,
): Promise<{ readonly ids: readonly string[]; readonly verdict: WalkVerdict }> {
  const ids: string[] = [];
  const traversal = walkPages(settings);
  for await (const page of traversal) for (const { id } of page.items) ids.push(id);
  return { ids, verdict: traversal.verdict() };
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

test("reads every record of a consistent list once and reports it complete", async () => {
  const list = createOddList({ total: 950, perPage: 100 });
  const { ids, verdict } = await walk({ fetch: list.fetch });
  expect(new Set(ids)).toEqual(new Set(numbers(950).map(String)));
  expect(verdict).toEqual({
    promised: 950,
    unique: 950,
    duplicates: 0,
    pages: 10,
    gaps: 0,
    complete: true,
    reason: undefined,
  });
  expect(list.mostAtOnce).toBe(4);
});

test("an empty list is complete after one page", async () => {
  const list = createOddList({ total: 0, perPage: 100 });
  expect((await walk({ fetch: list.fetch })).verdict).toMatchObject({
    promised: 0,
    unique: 0,
    pages: 1,
    complete: true,
  });
});

test("without totals it follows Link, without Link it continues to a short page", async () => {
  for (const announces of ["link", "nothing"] as const) {
    const list = createOddList({ total: 250, perPage: 100, announces });
    const { ids, verdict } = await walk({ fetch: list.fetch });
    expect([ids.length, verdict.pages, verdict.complete, verdict.promised]).toEqual([250, 3, true, undefined]);
  }
});

test("without totals and Link, a full last page is recognised by its repetition", async () => {
  const list = createOddList({ total: 200, perPage: 100, announces: "nothing" });
  const { ids, verdict } = await walk({ fetch: list.fetch });
  expect([ids.length, verdict.pages, verdict.duplicates, verdict.complete]).toEqual([200, 3, 0, true]);
});

test("a list that returns everything on each page ends after the second", async () => {
  const list = createOddList({ total: 52, perPage: 1000, announces: "nothing", beyond: "last" });
  expect(await walk({ fetch: list.fetch })).toMatchObject({ verdict: { unique: 52, pages: 2, complete: true } });
});

test("a total that promises too much ends as partial with its gap", async () => {
  const list = createOddList({ total: 95, perPage: 10, totalOffset: 13 });
  const { ids, verdict } = await walk({ fetch: list.fetch });
  expect([ids.length, verdict.gaps, verdict.complete, verdict.reason]).toEqual([
    95,
    13,
    false,
    codedText("walk-too-few-records", { count: 108, received: 95 }),
  ]);
});

test("a total that promises too little is detected by continuing while records are new", async () => {
  const list = createOddList({ total: 95, perPage: 10, totalOffset: -30, announces: "total-and-link" });
  const { verdict } = await walk({ fetch: list.fetch });
  expect([verdict.unique, verdict.complete, verdict.reason]).toEqual([
    95,
    false,
    codedText("walk-too-many-records", { count: 95, announced: 65 }),
  ]);
});

test("a per_page lowered without notice, under page counts that ignore it, still reads all", async () => {
  const list = createOddList({ total: 95, perPage: 10, countedPerPage: 50 });
  expect((await walk({ fetch: list.fetch })).verdict).toMatchObject({ promised: 95, unique: 95, complete: true });
});

test("describes one record in the singular", async () => {
  const { verdict } = await walk({ fetch: createOddList({ total: 0, perPage: 10, totalOffset: 1 }).fetch });
  expect(verdict.reason).toEqual(codedText("walk-too-few-records", { count: 1, received: 0 }));
});

test("a list that changes on the way is never called complete", async () => {
  const list = createOddList({ total: 100, perPage: 10, removeAfterFirstPage: 1 });
  const { verdict } = await walk({ fetch: list.fetch });
  expect([verdict.complete, verdict.reason]).toEqual([false, codedText("walk-list-changed")]);
});

test("skips and reports records without an id", async () => {
  const page: Page = {
    items: [{ id: 1 }, { name: "x" }],
    page: 1,
    totalPages: 1,
    totalCount: 2,
    perPage: 10,
    hasNext: false,
  };
  const { ids, verdict } = await walk({ fetch: () => Promise.resolve(page) });
  expect([ids, verdict.reason]).toEqual([["1"], codedText("walk-records-without-id", { count: 1 })]);
});

test("a first page of records without an id is not an empty list", async () => {
  const page: Page = {
    items: [{}, { name: "x" }],
    page: 1,
    totalPages: undefined,
    totalCount: undefined,
    perPage: undefined,
    hasNext: undefined,
  };
  const { ids, verdict } = await walk({ fetch: () => Promise.resolve(page) });
  expect([ids, verdict.complete, verdict.reason]).toEqual([
    [],
    false,
    codedText("walk-records-without-id", { count: 2 }),
  ]);
});

test("an endless list stops at the page limit and reports it", async () => {
  const fetch = (page: number): Promise<Page> =>
    Promise.resolve({
      items: [{ id: page }],
      page,
      totalPages: undefined,
      totalCount: undefined,
      perPage: undefined,
      hasNext: true,
    });
  const { verdict } = await walk({ fetch, maxPages: 50 });
  expect([verdict.pages, verdict.complete]).toEqual([50, false]);
});

test("resumes from a page with the ids read before", async () => {
  const list = createOddList({ total: 95, perPage: 10 });
  const { ids, verdict } = await walk({ fetch: list.fetch, firstPage: 6, loadedIds: numbers(50).map(String) });
  expect([ids.length, verdict.unique, verdict.pages, verdict.complete]).toEqual([45, 95, 5, true]);
});

test("a page that fails ends the walk with its error and aborts the others", async () => {
  const stopped: number[] = [];
  const list = createOddList({ total: 1000, perPage: 10 });
  const fetch = (page: number, signal: AbortSignal): Promise<Page> => {
    if (page === 5) return Promise.reject(new Error("page 5"));
    if (page !== 2) return list.fetch(page, signal);
    return new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => {
        stopped.push(page);
        reject(new Error("aborted"));
      });
    });
  };
  await expect(walk({ fetch })).rejects.toThrow("page 5");
  expect(stopped).toEqual([2]);
});

test("leaving early aborts requests in flight; the verdict is then not available", async () => {
  const traversal = walkPages({ fetch: createOddList({ total: 1000, perPage: 10 }).fetch });
  const pages: VisitedPage[] = [];
  for await (const page of traversal) {
    pages.push(page);
    break;
  }
  expect(pages).toHaveLength(1);
  expect(() => traversal.verdict()).toThrow("has not been read");
});

test("whatever a service does, a walk ends, returns each id once, and is complete only with all records", async () => {
  const oddity = fc.record({
    total: fc.integer({ min: 0, max: 120 }),
    perPage: fc.integer({ min: 1, max: 30 }),
    countedPerPage: fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
    lie: fc.constantFrom(0, 0, 0, 7, -7, 10_000),
    announces: fc.constantFrom("everything", "total-and-link", "link", "nothing" as const),
    beyond: fc.constantFrom("last", "empty"),
    endlessNext: fc.boolean(),
    removeAfterFirstPage: fc.constantFrom(0, 0, 1, 5),
    drift: fc.constantFrom(0, 0, 1, -1),
  });
  const property = fc.asyncProperty(oddity, fc.integer({ min: 1, max: 6 }), async (odd, concurrency) => {
    const list = createOddList(odd);
    const { ids, verdict } = await walk({ fetch: list.fetch, concurrency });
    expect(new Set(ids).size).toBe(ids.length);
    expect(verdict.unique).toBe(ids.length);
    expect(list.requestCount).toBeLessThanOrEqual(odd.total + 20);
    if (verdict.complete && verdict.promised !== undefined) expect(ids.length).toBe(verdict.promised);
    const isHonest = odd.lie === 0 && odd.removeAfterFirstPage === 0 && odd.drift === 0;
    if (isHonest) expect([verdict.complete, ids.length]).toEqual([true, odd.total]);
    // A list that skips whole pages, in its total and in its number of pages alike, cannot be distinguished from a shorter one.
    const addsUp = odd.announces === "everything" && odd.lie < 0 && (odd.total + odd.lie) % odd.perPage === 0;
    if (verdict.complete && odd.removeAfterFirstPage === 0 && odd.drift === 0 && !addsUp) {
      expect(ids.length).toBe(odd.total);
    }
  });
  await fc.assert(property, { numRuns: 400 });
});
