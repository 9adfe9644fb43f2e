/** Damages a database file as a failing disk does. */
import { closeSync, openSync, writeSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";

/** Overwrites a page of a closed database: the root of a table or index, or one in the middle of its content. */
export function overwriteTable(file: string, name: string, page: "root" | "leaf" = "leaf"): void {
  const url = pathToFileURL(file);
  // Creates no side files.
  url.searchParams.set("immutable", "1");
  const database = new DatabaseSync(url, { readOnly: true });
  const { page_size: size } = database.prepare("PRAGMA page_size").get() as { page_size: number };
  const pages = database.prepare("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf'").all(name) as {
    pageno: number;
  }[];
  const { rootpage } = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?").get(name) as {
    rootpage: number;
  };
  database.close();
  const number = page === "root" ? rootpage : (pages[Math.floor(pages.length / 2)]?.pageno ?? rootpage);
  const handle = openSync(file, "r+");
  writeSync(handle, Buffer.alloc(size, 0xa7), 0, size, (number - 1) * size);
  closeSync(handle);
}
