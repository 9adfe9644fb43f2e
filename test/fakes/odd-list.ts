/** A paged list in memory that can be told to behave as oddly as real ones do. Ids are 1 to `total`. */
import type { Page } from "../../main/api/paging.ts";

export interface OddListOptions {
  readonly total: number;
  /** Records a page really holds. */
  readonly perPage: number;
  /** What the page count is computed with, when the service lowers per_page without a word. */
  readonly countedPerPage?: number | undefined;
  /** Added to the true total. */
  readonly lie?: number;
  /** What a page says of the rest; default everything. */
  readonly announces?: "everything" | "total-and-link" | "link" | "nothing";
  /** A page beyond the last one is the last again (specification) or empty. */
  readonly beyond?: "last" | "empty";
  /** `Link` promises a next page on each. */
  readonly endlessNext?: boolean;
  /** So many records vanish from the beginning once the first page was given. */
  readonly removeAfterFirstPage?: number;
  /** Every page begins so many records later for each page before it. */
  readonly drift?: number;
}

export interface OddList {
  fetch(this: void, page: number, signal: AbortSignal): Promise<Page>;
  readonly requestCount: number;
  readonly mostAtOnce: number;
}

export function createOddList(options: OddListOptions): OddList {
  const { perPage, lie = 0, announces = "everything", beyond = "last", drift = 0 } = options;
  let ids = Array.from({ length: options.total }, (_, index) => index + 1);
  let requestCount = 0;
  let atOnce = 0;
  let mostAtOnce = 0;

  const read = (requestedPage: number): Page => {
    const truePages = Math.max(1, Math.ceil(ids.length / perPage));
    const isBeyond = requestedPage > truePages;
    const page = isBeyond && beyond === "last" ? truePages : requestedPage;
    const start = Math.max(0, (page - 1) * (perPage + drift));
    const totalCount = Math.max(0, ids.length + lie);
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
      // Later pages answer sooner, so that order is never relied upon.
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
