/** Reads a keyset-paged list page by page, up to `limit` items in all. */
export async function* readPages<P extends { readonly items: readonly unknown[]; readonly nextCursor?: string }>(
  { limit, largestPage }: { readonly limit: number; readonly largestPage: number },
  read: (page: { readonly cursor: string | undefined; readonly limit: number }) => Promise<P>,
): AsyncGenerator<P> {
  let cursor: string | undefined;
  let left = limit;
  do {
    const page = await read({ cursor, limit: Math.min(left, largestPage) });
    yield page;
    left -= page.items.length;
    cursor = page.nextCursor;
  } while (cursor !== undefined && left > 0);
}

export async function* mapPages<A, B>(
  pages: AsyncIterable<readonly A[]>,
  map: (item: A) => B,
): AsyncGenerator<readonly B[]> {
  for await (const page of pages) yield page.map((item) => map(item));
}
