/** SQLite's integrity check of the whole file. */
import type { ReadDb } from "./db.ts";
import { corruptError } from "./store-error.ts";

/** Throws `database-corrupt` with SQLite's first finding in the details. */
export function checkIntegrity(db: ReadDb, file: string): void {
  const finding = db.get<{ quick_check: string }>("PRAGMA quick_check(1)")?.quick_check;
  if (finding !== "ok") throw corruptError(file, finding ?? "the check gave no answer");
}
