/** Numbers of rows of saved views, counted from the cache while nothing else needs it. */
import { useQueries } from "@tanstack/react-query";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import { fleet } from "../lib/fleet.ts";
import { queryClient } from "./fleet-query.ts";

export interface ViewRows {
  readonly connection: string;
  readonly collection: Collection;
  readonly filter: string;
}

/** Undefined: the cache does not know. */
export type ViewCount = number | "loading" | undefined;

/** Counts take at most this part of the time: lists and searches use the same database thread. */
const share = 0.05;

let queue: Promise<unknown> = Promise.resolve();

/** One count at a time, each in an idle moment. */
async function inTurn<T>(count: () => Promise<T>): Promise<T> {
  let tookMs = 0;
  const mine = queue.then(async () => {
    await new Promise((resolve) => void requestIdleCallback(resolve));
    const startedAt = performance.now();
    try {
      return await count();
    } finally {
      tookMs = performance.now() - startedAt;
    }
  });
  const rest = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, tookMs * (1 / share - 1)));
  queue = mine.then(rest, rest);
  return await mine;
}

/** Null where rows are missing in the cache, or may match without being known to. */
async function countRows({ connection, collection, filter }: ViewRows, signal: AbortSignal): Promise<number | null> {
  signal.throwIfAborted();
  const { state } = await fleet.fleet.completeness({ connection, collection }, signal);
  if (state !== "complete") return null;
  const { total, unknown = 0 } = await fleet.fleet.count({ connection, collection, filter }, signal);
  return unknown === 0 ? total : null;
}

/** In the order of the views; each appears when it is counted. */
export function useViewCounts(views: readonly ViewRows[]): readonly ViewCount[] {
  const counts = useQueries(
    {
      queries: views.map((view) => ({
        // `of` distinguishes them from the counts of lists, which are current within seconds (`invalidations.ts`).
        queryKey: ["fleet.count", { ...view, of: "view" }],
        queryFn: ({ signal }: { readonly signal: AbortSignal }) => inTurn(() => countRows(view, signal)),
        retryOnMount: false,
      })),
    },
    queryClient,
  );
  return counts.map(({ data, fetchStatus }) =>
    data === undefined && fetchStatus !== "idle" ? "loading" : (data ?? undefined),
  );
}
