/** Damages a database file as a failing disk does. */
import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";

/** Overwrites pages of a closed database: the root of a table or index, one in the middle of its content, or all of its content. */
export function overwriteTable(file: string, name: string, part: "root" | "leaf" | "leaves" = "leaf"): void {
  const { size, root, leaves } = layoutOf(file, name);
  const middle = leaves[Math.floor(leaves.length / 2)] ?? root;
  const pages = { root: [root], leaf: [middle], leaves }[part];
  for (const page of pages) write(file, (page - 1) * size, Buffer.alloc(size, 0xa7));
}

/** Makes the first leaf of table `of` the first one of table `name` as well, as if a write of a page was lost. Both have several leaves. */
export function shareFirstLeaf(file: string, name: string, of: string): void {
  const { size, root } = layoutOf(file, name);
  const page = readFileSync(file).subarray((root - 1) * size, root * size);
  const [leaf = 0] = layoutOf(file, of).leaves;
  // The first cell begins with the number of its page.
  write(file, (root - 1) * size + page.readUInt16BE(12), uint32(leaf));
}

/** Adds free pages to a closed database, which then belong neither to a table nor to its list of free pages. */
export function loseFreePages(file: string): void {
  const database = new DatabaseSync(file);
  database.exec("CREATE TABLE filler (x BLOB); INSERT INTO filler VALUES (zeroblob(50000)); DROP TABLE filler");
  database.close();
  write(file, 32, Buffer.alloc(8));
}

interface Layout {
  readonly size: number;
  readonly root: number;
  /** In the order of their content. */
  readonly leaves: readonly number[];
}

function layoutOf(file: string, name: string): Layout {
  const url = pathToFileURL(file);
  // Creates no side files.
  url.searchParams.set("immutable", "1");
  using database = new DatabaseSync(url, { readOnly: true });
  const { page_size: size } = database.prepare("PRAGMA page_size").get() as { page_size: number };
  const pages = database.prepare("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf'").all(name) as {
    pageno: number;
  }[];
  const { rootpage: root } = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?").get(name) as {
    rootpage: number;
  };
  return { size, root, leaves: pages.map(({ pageno }) => pageno) };
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function write(file: string, position: number, bytes: Buffer): void {
  const handle = openSync(file, "r+");
  writeSync(handle, bytes, 0, bytes.length, position);
  closeSync(handle);
}
