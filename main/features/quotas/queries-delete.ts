/** Removes the quota data of a connection in batches, so that the store thread serves other requests in between. */
import type { WriteDb } from "../../core/store/db.ts";

/** Returns true while rows may be left. */
export function deleteQuotas(db: WriteDb, connection: number, limit: number): boolean {
  return db.transaction(() => {
    const change = db.get<{ change: number }>(
      "SELECT change FROM quota_change WHERE connection = ? LIMIT 1",
      connection,
    );
    if (change !== undefined) {
      const { changes } = db.run(
        "DELETE FROM quota_row WHERE change = ? AND row IN (SELECT row FROM quota_row WHERE change = ? LIMIT ?)",
        change.change,
        change.change,
        limit,
      );
      if (changes < limit) db.run("DELETE FROM quota_change WHERE change = ?", change.change);
      return true;
    }
    db.run("DELETE FROM quota_profile WHERE connection = ?", connection);
    db.run("DELETE FROM quota_subject WHERE connection = ?", connection);
    const { changes } = db.run(
      `DELETE FROM quota_reading WHERE connection = ? AND (kind, endpoint) IN
        (SELECT kind, endpoint FROM quota_reading WHERE connection = ? LIMIT ?)`,
      connection,
      connection,
      limit,
    );
    return changes === limit;
  });
}
