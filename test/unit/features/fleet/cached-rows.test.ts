/** A page of the cache is read in steps, between which the store answers other calls. */
import { expect, test } from "vitest";
import { readPage } from "../../../../main/features/fleet/cached-rows.ts";
import type { FleetStore } from "../../../../main/features/fleet/deps.ts";
import type { PageQuestion } from "../../../../main/features/fleet/queries-page.ts";

const question: PageQuestion = {
  connection: 1,
  collection: "endpoint",
  filter: [],
  sort: [],
  after: undefined,
  limit: 10,
};

/** Each of three steps reads one row. */
function storeWithSteps(): { readonly store: FleetStore; readonly steps: PageQuestion[] } {
  const steps: PageQuestion[] = [];
  const step = (one: PageQuestion): ReturnType<FleetStore["readPage"]> => {
    steps.push(one);
    const rows = [{ id: String(steps.length), raw: "{}" }];
    return Promise.resolve({ rows, next: [steps.length], first: undefined, isPartial: steps.length < 3, stamp: 7 });
  };
  return { store: { readPage: step } as unknown as FleetStore, steps };
}

test("every step continues after the previous one, with the rows that are still missing", async () => {
  const { store, steps } = storeWithSteps();
  const page = await readPage(store, question, new AbortController().signal);
  expect(page.rows.map(({ id }) => id)).toEqual(["1", "2", "3"]);
  expect(page.next).toEqual([3]);
  expect(steps.map(({ after, limit, stamp }) => [after, limit, stamp])).toEqual([
    [undefined, 10, undefined],
    [[1], 9, 7],
    [[2], 8, 7],
  ]);
});

test("a cancelled search makes no further step", async () => {
  const { store, steps } = storeWithSteps();
  await expect(readPage(store, question, AbortSignal.abort())).rejects.toMatchObject({ code: "aborted" });
  expect(steps).toHaveLength(1);
});
