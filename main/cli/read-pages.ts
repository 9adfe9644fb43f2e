/** Reads keyset-paged lists page by page. */

/** A list: its pages, and what is known only after the last one. */
export interface ListPages<I> {
  readonly pages: AsyncIterable<readonly I[]> | readonly I[];
  /** Items of the whole list, if known, for the number of those printed; default: the length of an array. */
  readonly total?: (count: number) => number | undefined | Promise<number | undefined>;
  /** Further fields of the JSON document, described by the `envelope` of the command. */
  readonly rest?: () => Readonly<Record<string, unknown>>;
  /** Text below the table, for the number of rows; replaces the table where there are none. */
  readonly footer?: (count: number) => string | undefined;
}

interface Page {
  readonly items: readonly unknown[];
  readonly nextCursor?: string;
}

/** Up to `limit` items in all. */
export async function* readPages<P extends Page>(
  {
    limit,
    largestPage,
    cursor: first,
  }: { readonly limit: number; readonly largestPage: number; readonly cursor?: string },
  read: (page: { readonly cursor: string | undefined; readonly limit: number }) => Promise<P>,
): AsyncGenerator<P> {
  let cursor = first;
  let left = limit;
  do {
    const page = await read({ cursor, limit: Math.min(left, largestPage) });
    yield page;
    left -= page.items.length;
    cursor = page.nextCursor;
  } while (cursor !== undefined && left > 0);
}

export interface Paging {
  readonly limit: number;
  readonly all?: boolean;
  readonly cursor?: string;
  readonly largestPage: number;
}

/** A keyset-paged list with `nextCursor` in JSON; `rest` and `footer` get the first page, which has what belongs to the whole list. */
export function pagedList<P extends Page>(
  { limit, all, cursor, largestPage }: Paging,
  read: (page: { readonly cursor: string | undefined; readonly limit: number }) => Promise<P>,
  {
    total,
    rest = () => ({}),
    footer,
  }: {
    /** Asks for the number of items where the list was not read to its end. */
    readonly total?: () => Promise<number | undefined>;
    readonly rest?: (first: P) => Readonly<Record<string, unknown>>;
    readonly footer?: (count: number, hasMore: boolean, first: P | undefined) => string | undefined;
  } = {},
): ListPages<P["items"][number]> {
  let first: P | undefined;
  let nextCursor: string | undefined;
  async function* pages(): AsyncGenerator<P["items"]> {
    for await (const page of readPages(
      { limit: all === true ? Number.POSITIVE_INFINITY : limit, cursor, largestPage },
      read,
    )) {
      first ??= page;
      nextCursor = page.nextCursor;
      yield page.items;
    }
  }
  return {
    pages: pages(),
    total: (count) => (cursor === undefined && nextCursor === undefined ? count : total?.()),
    rest: () => ({ nextCursor, ...(first === undefined ? {} : rest(first)) }),
    footer: (count) => footer?.(count, nextCursor !== undefined, first),
  };
}

export async function* mapPages<A, B>(
  pages: AsyncIterable<readonly A[]>,
  map: (item: A) => B,
): AsyncGenerator<readonly B[]> {
  for await (const page of pages) yield page.map((item) => map(item));
}

/** The number of items of a list that was read with this limit, where it was not reached. */
export function belowLimit(limit: number): (count: number) => number | undefined {
  return (count) => (count < limit ? count : undefined);
}
