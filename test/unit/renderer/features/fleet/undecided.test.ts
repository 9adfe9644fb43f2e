import { afterEach, beforeAll, expect, test } from "vitest";
import type { ListSectionProps } from "../../../../../renderer/features/fleet/use-list-table.tsx";
import type * as ListFoot from "../../../../../renderer/features/fleet/list-foot.tsx";
import { queryClient, setCachedData } from "../../../../../renderer/data/fleet-query.ts";
import { openData, readHook } from "../../open-data.ts";

afterEach(() => queryClient.clear());

let useUndecided: typeof ListFoot.useUndecided;

beforeAll(async () => {
  // The store reads its first address when it is loaded.
  Object.assign(globalThis, { window: { location: { hash: "" } } });
  ({ useUndecided } = await import("../../../../../renderer/features/fleet/list-foot.tsx"));
});

test("the undecided rows of a filter by last contact are unknown until they are counted", () => {
  openData();
  const name = { connection: "Acme", collection: "endpoint" } as const;
  const undecided = (filter: string): number | undefined => {
    const question = { filter } as ListSectionProps["question"];
    return readHook(() => ({ count: useUndecided({ name, question }) })).count;
  };
  expect([undecided("name:a"), undecided("seen:>24h")]).toEqual([0, undefined]);
  setCachedData("fleet.count", { ...name, filter: "seen:>24h" }, { total: 0, unknown: 3 });
  setCachedData("fleet.count", { ...name, filter: "seen:unknown" }, { total: 5 });
  expect([undecided("seen:>24h"), undecided("seen:unknown")]).toEqual([3, 0]);
});
