/** Cursors of keyset-paged lists: the sort keys of the last row of a page, as opaque text bound to one query; `rowPages` reads a whole list. */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";
import { tryParseJson } from "#shared/try-parse-json.ts";

export type CursorKey = string | number | null;

/** `query`: any text that identifies the filter and the order of the list. */
export function writeCursor(query: string, keys: readonly CursorKey[]): string {
  return Buffer.from(JSON.stringify([query, ...keys])).toString("base64url");
}

/** `keys`: schema of the sort keys. Throws `cursor-invalid` for text that is no cursor, and for the cursor of another query. */
export function readCursor<K extends readonly CursorKey[]>(
  query: string,
  cursor: string,
  keys: { safeParse(value: unknown): { readonly data?: K } },
): K {
  const [own, ...rest] = parse(cursor);
  const read = own === query ? keys.safeParse(rest).data : undefined;
  if (read === undefined) throw new AppError("cursor-invalid", codedText("cursor-of-another-list"));
  return read;
}

function parse(cursor: string): readonly unknown[] {
  const parsed = tryParseJson(Buffer.from(cursor, "base64url").toString("utf8"));
  return Array.isArray(parsed) ? parsed : [];
}

/** All rows of a query in the order of their numbers, page by page, until one is not full. */
export async function* rowPages<Row extends { readonly row: number }>(
  limit: number,
  read: (page: { readonly after: number; readonly limit: number }) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let after = -1; ;) {
    const rows = await read({ after, limit });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit) return;
    after = last.row;
  }
}
