/** A paged list in memory that can deviate as real services do. Ids are 1 to `total`. */
import type { Page } from "../../main/core/api/paging.ts";

export interface OddListOptions {
  readonly total: number;
  /** Number of records that a page actually contains. */
  readonly perPage: number;
  /** The page size that the page count is computed with, when the service lowers per_page silently. */
  readonly countedPerPage?: number;
  /** Added to the correct total. */
  readonly totalOffset?: number;
  /** Which totals a page reports; default all. */
  readonly announces?: "everything" | "total-and-link" | "link" | "nothing";
  /** A page beyond the last one is the last page again (specification) or empty. */
  readonly beyond?: "last" | "empty";
  /** Every page has a `Link` to a next page. */
  readonly endlessNext?: boolean;
  /** This many records disappear from the beginning after the first page was sent. */
  readonly removeAfterFirstPage?: number;
  /** Every page starts this many records later for each page before it. */
  readonly drift?: number;
}

export interface OddList {
  fetch(this: void, page: number, signal: AbortSignal): Promise<Page>;
  readonly requestCount: number;
  readonly mostAtOnce: number;
}

export function createOddList(options: OddListOptions): OddList {
  const { perPage, totalOffset = 0, announces = "everything", beyond = "last", drift = 0 } = options;
  let ids = Array.from({ length: options.total }, (_, index) => index + 1);
  let requestCount = 0;
  let atOnce = 0;
  let mostAtOnce = 0;

  const read = (requestedPage: number): Page => {
    const truePages = Math.max(1, Math.ceil(ids.length / perPage));
    const isBeyond = requestedPage > truePages;
    const page = isBeyond && beyond === "last" ? truePages : requestedPage;
    const start = Math.max(0, (page - 1) * (perPage + drift));
    const totalCount = Math.max(0, ids.length + totalOffset);
    const totalPages = Math.max(1, Math.ceil(totalCount / (options.countedPerPage ?? perPage)));
    const linkNext = options.endlessNext === true || page < truePages;
    return {
      items: ids.slice(start, start + perPage).map((id) => ({ id })),
      page: announces === "nothing" ? requestedPage : page,
      totalPages: announces === "everything" ? totalPages : undefined,
      totalCount: announces === "everything" || announces === "total-and-link" ? totalCount : undefined,
      perPage: undefined,
      hasNext: announces === "everything" ? page < totalPages : announces === "nothing" ? undefined : linkNext,
    };
  };

  return {
    fetch: async (requestedPage) => {
      requestCount += 1;
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      // Later pages arrive sooner, so tests detect code that relies on the order of arrival.
      for (let turn = 0; turn < 3 - (requestedPage % 3); turn += 1) await Promise.resolve();
      const page = read(requestedPage);
      if (requestedPage === 1) ids = ids.slice(options.removeAfterFirstPage ?? 0);
      atOnce -= 1;
      return page;
    },
    get requestCount() {
      return requestCount;
    },
    get mostAtOnce() {
      return mostAtOnce;
    },
  };
}
