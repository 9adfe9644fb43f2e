/** The six collections of the fleet: `GET /api/v1/<collection>` with paging, filter and sort (docs/service-facts.md#lists). */
import { codedText } from "#shared/texts/coded-text.ts";
import type { ApiClient } from "./client.ts";
import { offered } from "./offered.ts";
import { fetchListPage } from "./paging.ts";
import type { Page, PageQuery } from "./paging.ts";
import { walkPages } from "./walk.ts";
import type { Walk, WalkSettings } from "./walk.ts";

export type CollectionName = "endpoint" | "sim" | "imsi" | "organisation" | "user" | "tariff_plan";

export type WalkQuery = Omit<PageQuery, "page"> &
  Pick<WalkSettings, "firstPage" | "loadedIds" | "concurrency" | "maxPages">;

/** Records per page in a walk: the live service's default for endpoints. */
const defaultPerPage = 1_000;

/** One page. Throws `not-offered` where the service has no such collection (404, 405). */
export function fetchPage(api: ApiClient, collection: CollectionName, query: PageQuery): Promise<Page> {
  return offered(codedText("collection-not-available", { collection }), () =>
    fetchListPage(api, `/api/v1/${collection}`, collection, query),
  );
}

/** All pages, in any order; see `walkPages`. A page that fails ends the walk with its error. */
export function walkCollection(api: ApiClient, collection: CollectionName, query: WalkQuery = {}): Walk {
  const { firstPage, loadedIds, concurrency, maxPages, signal, ...rest } = query;
  return walkPages({
    firstPage,
    loadedIds,
    concurrency,
    maxPages,
    signal,
    fetch: (page, walkSignal) =>
      fetchPage(api, collection, { priority: "sync", perPage: defaultPerPage, ...rest, page, signal: walkSignal }),
  });
}
