/**
 * Data from main: TanStack Query over the contract. A query is identified by an operation and its input, `["sms.thread", {endpoint}]`.
 *
 * Invariants: nothing is requested again by a timer, focus or retry, only by opening a page, by a topic (`invalidations.ts`) or by the
 * operator; the data of one input is never shown for another, unless the caller asks for it (`keepPrevious`).
 */
import {
  infiniteQueryOptions,
  keepPreviousData,
  QueryClient,
  queryOptions,
  skipToken,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { FleetClient } from "#shared/contract/index.ts";
import type { Failure } from "#shared/contract/kit.ts";
import { type AsyncState, failed, idle, loading, ready } from "../lib/async-state.ts";
import { failureOf, fleet } from "../lib/fleet.ts";

/** `"sms.thread"`: a feature and an operation of the contract. */
export type OperationName = {
  [F in keyof FleetClient]: `${F}.${Extract<keyof FleetClient[F], string>}`;
}[keyof FleetClient];
type OperationOf<N extends OperationName> = N extends `${infer F extends keyof FleetClient}.${infer O}`
  ? O extends keyof FleetClient[F]
    ? FleetClient[F][O]
    : never
  : never;
type Callable<N extends OperationName> = Extract<OperationOf<N>, (input: never, signal?: AbortSignal) => unknown>;
export type InputOf<N extends OperationName> = Parameters<Callable<N>>[0];
export type OutputOf<N extends OperationName> = Awaited<ReturnType<Callable<N>>>;

/** Data stays for the time in which a page is usually opened again. */
const gcTime = 15 * 60_000;

/** The only client; hooks below use it without a provider. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      // Whether the service is reachable is for main to decide; cached data is available without a network.
      networkMode: "always",
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      staleTime: Infinity,
      gcTime,
    },
  },
});

function call<N extends OperationName>(operation: N, input: InputOf<N>, signal?: AbortSignal): Promise<OutputOf<N>> {
  const [feature = "", name = ""] = operation.split(".");
  const client = fleet[feature as keyof FleetClient] as unknown as Readonly<
    Record<string, (input: unknown, signal?: AbortSignal) => Promise<OutputOf<N>>>
  >;
  return client[name]?.(input, signal) ?? Promise.reject(new Error(operation));
}

/** Options of a query. Without input nothing is requested. The call is cancelled when no component needs it. */
// oxlint-disable-next-line typescript/explicit-function-return-type, typescript/explicit-module-boundary-types -- inferred with its key's tag
export function fleetQuery<N extends OperationName>(operation: N, input: InputOf<N> | undefined) {
  return queryOptions({
    queryKey: [operation, input] as const,
    queryFn: input === undefined ? skipToken : ({ signal }): Promise<OutputOf<N>> => call(operation, input, signal),
  });
}

export interface FleetQueryOptions {
  /** Reload when the component is mounted or its input changes, for operations that no topic covers and answers that depend on the time. */
  readonly reloadOnOpen?: boolean;
  /** Until a new input is answered, the data of the former one is shown; also if the new one fails. */
  readonly keepPrevious?: boolean;
}

/**
 * The state of a query: previous data stays while it reloads and after a failure. Without input nothing is requested. Its failure is a
 * `Failure`; offline is one of its codes.
 */
export function useFleetQuery<N extends OperationName>(
  operation: N,
  input: InputOf<N> | undefined,
  { reloadOnOpen = false, keepPrevious = false }: FleetQueryOptions = {},
): AsyncState<OutputOf<N>> {
  const result = useQuery(
    {
      ...fleetQuery(operation, input),
      staleTime: reloadOnOpen ? 0 : Infinity,
      placeholderData: keepPrevious ? keepPreviousData : undefined,
    },
    queryClient,
  );
  return asyncStateOf(result, usePrevious(result.data, keepPrevious));
}

/**
 * A query whose input is too large for its identity, `key`. It is never cancelled. Until a new key is answered, the data of the former
 * one is shown; also if the new one fails. Without `load` nothing is requested.
 */
export function useKeyedQuery<N extends OperationName, T>(
  operation: N,
  key: unknown,
  load: (() => Promise<T>) | undefined,
  { reloadOnOpen = false }: Pick<FleetQueryOptions, "reloadOnOpen"> = {},
): AsyncState<T> {
  const result = useQuery(
    {
      queryKey: [operation, key],
      queryFn: load ?? skipToken,
      staleTime: reloadOnOpen ? 0 : Infinity,
      placeholderData: keepPreviousData,
    },
    queryClient,
  );
  return asyncStateOf(result, usePrevious(result.data, true));
}

/** How often the data of a connection was cleared. */
let clearings = 0;

/** Components forget what they showed for former inputs. */
export function forgetPrevious(): void {
  clearings += 1;
}

/** The last data of a component, for a new input that failed. */
function usePrevious<T>(data: T | undefined, enabled: boolean): T | undefined {
  const [previous, setPrevious] = useState<{ readonly data: T; readonly clearings: number }>();
  if (enabled && data !== undefined && data !== previous?.data) setPrevious({ data, clearings });
  return enabled && previous?.clearings === clearings ? previous.data : undefined;
}

/** Operations that answer a page of rows and where the next one begins: the fields of that in output and input, and that of the rows. */
const paged = {
  "audit.list": ["nextCursor", "cursor", "items"],
  "events.history": ["nextCursor", "cursor", "items"],
  "events.list": ["nextCursor", "cursor", "items"],
  "fleet.diff": ["nextCursor", "cursor", "entries"],
  "quotas.changes": ["next", "before", "changes"],
  "quotas.rows": ["next", "after", "items"],
  "sms.recent": ["nextCursor", "cursor", "items"],
} as const satisfies {
  readonly [N in OperationName]?: readonly [keyof OutputOf<N>, keyof InputOf<N>, keyof OutputOf<N>];
};

export type PagedOperation = keyof typeof paged;

/** `key` replaces the input as the identity of a query whose input depends on the time. */
export interface PagesOptions extends FleetQueryOptions {
  readonly key?: unknown;
  /** Without it, nothing is requested. */
  readonly enabled?: boolean;
}

export interface FleetPages<N extends PagedOperation> {
  /** The last page with the rows of all loaded ones. */
  readonly state: AsyncState<OutputOf<N>>;
  /** Loads the next page, if there is one and nothing is in flight. */
  readonly loadMore: () => void;
  readonly reload: () => void;
}

type Page = Readonly<Record<string, unknown>>;

/** The last page, with the rows of all; one function per operation, since its result is memoized by identity. */
const selectRows = Object.fromEntries(
  Object.entries(paged).map(([operation, [, , rows]]) => [
    operation,
    ({ pages }: { readonly pages: readonly unknown[] }): unknown => ({
      ...(pages.at(-1) as Page),
      [rows]: pages.flatMap((page) => (page as Page)[rows] as readonly unknown[]),
    }),
  ]),
) as { readonly [N in PagedOperation]: (data: { readonly pages: readonly OutputOf<N>[] }) => OutputOf<N> };

/** Options of a paged query; `key` replaces the input as its identity. */
// oxlint-disable-next-line typescript/explicit-function-return-type, typescript/explicit-module-boundary-types -- inferred
export function fleetPages<N extends PagedOperation>(operation: N, input: InputOf<N>, key: unknown = input) {
  const [next, from] = paged[operation];
  const first: unknown = undefined;
  return infiniteQueryOptions({
    queryKey: [operation, key],
    queryFn: ({ pageParam, signal }) => call(operation, { ...input, [from]: pageParam }, signal),
    initialPageParam: first,
    getNextPageParam: (page) => (page as Page)[next],
    select: selectRows[operation],
  });
}

/**
 * A list that grows while it is scrolled; a reload reads as many pages as are loaded. `key` identifies the query where the input depends on
 * the time: another input then reloads the same list. The former list stays while another one is loaded, unless `keepPrevious` is false.
 */
export function useFleetPages<N extends PagedOperation>(
  operation: N,
  input: InputOf<N>,
  { key = input, reloadOnOpen = false, keepPrevious = true, enabled = true }: PagesOptions = {},
): FleetPages<N> {
  const result = useInfiniteQuery(
    {
      ...fleetPages(operation, input, key),
      staleTime: reloadOnOpen ? 0 : Infinity,
      placeholderData: keepPrevious ? keepPreviousData : undefined,
      enabled,
    },
    queryClient,
  );
  const { hasNextPage, isFetching, fetchNextPage, refetch } = result;
  const loaded = useRef({ key: "", input: "" });
  const now = { key: JSON.stringify(key), input: JSON.stringify(input) };
  useEffect(() => {
    const { current } = loaded;
    loaded.current = { key: now.key, input: now.input };
    if (current.key === now.key && current.input !== now.input) void refetch();
  }, [loaded, now.input, now.key, refetch]);
  const canLoadMore = useRef(false);
  // Before the effects of components that load more.
  useLayoutEffect(() => {
    canLoadMore.current = hasNextPage && !isFetching;
  }, [hasNextPage, isFetching]);
  // Stable, so that a list which asks for more whenever it changes does not repeat a failed request.
  const loadMore = useCallback(() => {
    if (canLoadMore.current) void fetchNextPage({ cancelRefetch: false });
  }, [fetchNextPage]);
  return {
    state: asyncStateOf(result, usePrevious(result.data, keepPrevious)),
    loadMore,
    reload: () => void refetch(),
  };
}

/** The data of a query, `undefined` until it is loaded; renders again only when it changes. */
export function useFleetData<N extends OperationName>(
  operation: N,
  input: InputOf<N> | undefined,
): OutputOf<N> | undefined {
  return useQuery(fleetQuery(operation, input), queryClient).data;
}

/** The loaded data, outside components. */
export function cachedData<N extends OperationName>(operation: N, input: InputOf<N>): OutputOf<N> | undefined {
  return queryClient.getQueryData<OutputOf<N>>([operation, input]);
}

/** Loads the data, also if it is loaded already. Rejects with its failure. */
export async function loadData<N extends OperationName>(operation: N, input: InputOf<N>): Promise<OutputOf<N>> {
  return await queryClient.fetchQuery({ ...fleetQuery(operation, input), staleTime: 0 });
}

/** The state of a query, outside components; idle if it was never requested. */
export function cachedState<N extends OperationName>(operation: N, input: InputOf<N>): AsyncState<OutputOf<N>> {
  const { data, error = null, fetchStatus = "idle" } = queryClient.getQueryState<OutputOf<N>>([operation, input]) ?? {};
  return asyncStateOf({ data, error, fetchStatus });
}

/** Stores data that another operation returned as well. */
export function setCachedData<N extends OperationName>(operation: N, input: InputOf<N>, data: OutputOf<N>): void {
  queryClient.setQueryData<OutputOf<N>>([operation, input], data);
}

/** Why the last request of a query failed, outside components; `key` as in its hook. */
export function failureOfQuery(operation: OperationName, key: unknown): Failure | undefined {
  const error = queryClient.getQueryState([operation, key])?.error;
  return error === null || error === undefined ? undefined : failureOf(error);
}

/** Whether a query is requested now. */
export function isRequested(operation: OperationName, key: unknown): boolean {
  return queryClient.getQueryState([operation, key])?.fetchStatus === "fetching";
}

/** Whether a query was requested before, or is now. */
export function wasRequested(operation: OperationName, key: unknown): boolean {
  const state = queryClient.getQueryState([operation, key]);
  return (
    state !== undefined && (state.fetchStatus === "fetching" || state.dataUpdateCount + state.errorUpdateCount > 0)
  );
}

/** Whether a component shows the query. */
export function isVisibleQuery<N extends OperationName>(operation: N, input: InputOf<N>): boolean {
  return (
    queryClient
      .getQueryCache()
      .find({ queryKey: [operation, input] })
      ?.isActive() === true
  );
}

/** Changes loaded data by what a topic or an action reported. Data that is marked as outdated stays so. */
export function updateData<N extends OperationName>(
  operation: N,
  input: InputOf<N>,
  update: (data: OutputOf<N>) => OutputOf<N>,
): void {
  const query = queryClient.getQueryCache().find<OutputOf<N>>({ queryKey: [operation, input] });
  if (query?.state.data === undefined) return;
  const { isInvalidated } = query.state;
  queryClient.setQueryData<OutputOf<N>>(query.queryKey, update(query.state.data));
  if (isInvalidated) query.invalidate();
}

/** Whether cached data may differ from main's: a topic arrived while no component showed it. */
export function isOutdated<N extends OperationName>(operation: N, input: InputOf<N>): boolean {
  return queryClient.getQueryState([operation, input])?.isInvalidated === true;
}

export interface QueryResult<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly fetchStatus: "fetching" | "paused" | "idle";
}

/** What pages show of a query. `previous` replaces missing data. */
export function asyncStateOf<T>({ data, error, fetchStatus }: QueryResult<T>, previous?: T): AsyncState<T> {
  const value = data ?? previous;
  const before = value === undefined ? idle : ready(value);
  if (fetchStatus !== "idle") return loading(before);
  return error === null ? before : failed(before, error);
}

/**
 * Requests data from the service: an operation that updates main's cache. One request at a time for an input; leaving the page does not
 * cancel it. Its state is shared by all components that show it (`useRefreshState`), until none does; `keep` preserves it longer, and `key`
 * replaces the input as its identity. Resolves to whether it succeeded.
 */
export async function runRefresh<N extends OperationName>(
  operation: N,
  input: InputOf<N>,
  { keep = false, key = input }: { readonly keep?: boolean; readonly key?: unknown } = {},
): Promise<boolean> {
  try {
    await queryClient.fetchQuery<OutputOf<N>>({
      queryKey: [operation, key],
      queryFn: () => call(operation, input),
      staleTime: 0,
      gcTime: keep ? gcTime : 0,
    });
    return true;
  } catch {
    return false;
  }
}

/** The last `runRefresh` of an operation and input, or key: idle if there was none while it is shown. */
export function useRefreshState<N extends OperationName>(
  operation: N,
  key: unknown,
  { keep = false } = {},
): AsyncState<OutputOf<N>> {
  return asyncStateOf(
    useQuery<OutputOf<N>>({ queryKey: [operation, key], queryFn: skipToken, gcTime: keep ? gcTime : 0 }, queryClient),
  );
}

/** Forgets the last `runRefresh`. */
export function clearRefresh<N extends OperationName>(operation: N, input: InputOf<N>): void {
  void queryClient.resetQueries({ queryKey: [operation, input], exact: true });
}

/**
 * Cached data and its refresh from the service as one state: loading while either is requested, and failed if the last refresh failed,
 * also when the cached data is loaded again.
 */
export function useRefreshable<N extends OperationName, R extends OperationName>(
  operation: N,
  refresh: R,
  input: InputOf<N> & InputOf<R>,
  options?: FleetQueryOptions,
): AsyncState<OutputOf<N>> {
  const data = useFleetQuery(operation, input, options);
  const refreshing = useRefreshState(refresh, input);
  if (refreshing.state === "loading") return loading(data);
  return refreshing.state === "failed" && data.state === "ready" ? { ...refreshing, value: data.value } : data;
}
