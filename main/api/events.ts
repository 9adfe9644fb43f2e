/** Events: per endpoint, SIM, organisation or user, and of everything (specification, "Events"; the last "only with the new stack"). */
import type { ApiClient } from "./client.ts";
import type { WalkQuery } from "./collections.ts";
import { pathId } from "./inputs.ts";
import { offered } from "./offered.ts";
import { fetchListPage } from "./paging.ts";
import type { Page, PageQuery } from "./paging.ts";
import { walkPages } from "./walk.ts";
import type { Walk } from "./walk.ts";

/** Whose events. */
export type EventScope =
  | { readonly of: "all" }
  | { readonly of: "endpoint" | "sim" | "organisation" | "user"; readonly id: string };

/** One page. Throws `not-offered` where the service has no such list. */
export function fetchEventPage(api: ApiClient, scope: EventScope, query: PageQuery): Promise<Page> {
  const path = scope.of === "all" ? "/api/v1/event" : `/api/v1/${scope.of}/${pathId(`${scope.of}Id`, scope.id)}/event`;
  const { of } = scope;
  // Where a path has an id, 404 may also mean that nothing has it.
  const what = of === "all" ? "this list of events" : `events of the ${of} ${scope.id}, or knows no such ${of}`;
  return offered(what, () => fetchListPage(api, path, "event", query));
}

/** All pages, in any order; see `walkPages`. */
export function walkEvents(api: ApiClient, scope: EventScope, query: WalkQuery = {}): Walk {
  const { firstPage, known, concurrency, maxPages, signal, ...rest } = query;
  return walkPages({
    ...(firstPage === undefined ? {} : { firstPage }),
    ...(known === undefined ? {} : { known }),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(maxPages === undefined ? {} : { maxPages }),
    signal,
    fetch: (page, walkSignal) => fetchEventPage(api, scope, { ...rest, page, signal: walkSignal }),
  });
}
