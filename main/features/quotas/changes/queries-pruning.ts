/** Removes changes past their retention, in batches. Plain functions that run in the store thread. */
import type { WriteDb } from "../../../core/store/db.ts";
import { restoredEndpointsSql } from "./queries-changes.ts";

export interface RetentionCutoffs {
  /** Changes that ended before this time are removed, unless they can be undone (epoch milliseconds). */
  readonly after: number;
  /** Changes that can be undone are removed when they ended before this time. */
  readonly undoableAfter: number;
}

/** SQL condition on a row `o`: its outcome is unknown. */
const unconfirmedSql = "o.state IN ('unknown', 'planned', 'sending') AND (o.state <> 'planned' OR o.doubt = 1)";

/**
 * Hides the oldest change past its retention, so that its rows can be removed in batches; returns its id. Excludes
 * changes that have not ended, that have a row with an unknown outcome, or whose rows show that such a row of another
 * change was overtaken. An undo is retained as long as the change it reverts.
 */
export function hideOldChange(db: WriteDb, { after, undoableAfter }: RetentionCutoffs): number | undefined {
  return db.transaction(() => {
    const old = db.get<{ change: number }>(
      `SELECT c.change FROM quota_change c
        WHERE c.state IN ('finished', 'cancelled') AND c.ended_at < ?
          AND (c.undo_of IS NULL OR NOT EXISTS (SELECT 1 FROM quota_change o WHERE o.change = c.undo_of AND o.state <> 'draft'))
          AND NOT EXISTS (SELECT 1 FROM quota_row o WHERE o.change = c.change AND ${unconfirmedSql})
          AND NOT EXISTS (SELECT 1 FROM quota_change u WHERE u.undo_of = c.change AND u.state NOT IN ('finished', 'cancelled'))
          AND (c.ended_at < ? OR NOT EXISTS (SELECT 1 FROM quota_row r WHERE r.change = c.change AND r.state = 'set')
            OR EXISTS (SELECT 1 FROM quota_change u WHERE u.undo_of = c.change) AND NOT EXISTS (SELECT 1 FROM quota_row s
              WHERE s.change = c.change AND s.state = 'set' AND s.endpoint NOT IN (${restoredEndpointsSql("c.change")})))
          AND c.change NOT IN (SELECT r.change FROM quota_change k
            CROSS JOIN quota_row o ON o.change = k.change AND ${unconfirmedSql} CROSS JOIN quota_row r ON r.endpoint = o.endpoint)
        ORDER BY c.change LIMIT 1`,
      after,
      undoableAfter,
    )?.change;
    // Queries exclude drafts; a draft left by a former process is removed at the next start.
    if (old !== undefined) db.run("UPDATE quota_change SET state = 'draft' WHERE change = ?", old);
    return old;
  });
}

/**
 * Removes up to `limit` rows of a hidden change, and the change with its last row; returns true while rows are left.
 */
export function pruneHiddenChange(db: WriteDb, change: number, limit: number): boolean {
  return db.transaction(() => {
    const { changes } = db.run(
      "DELETE FROM quota_row WHERE change = ? AND row IN (SELECT row FROM quota_row WHERE change = ? LIMIT ?)",
      change,
      change,
      limit,
    );
    if (changes === limit) return true;
    db.run("DELETE FROM quota_change WHERE change = ? AND state = 'draft'", change);
    return false;
  });
}
