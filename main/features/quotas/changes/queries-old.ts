/** Changes that nobody needs any more leave, a piece at a time. Plain functions of the store's thread. */
import type { WriteDb } from "../../../store/db.ts";
import { putBackSql } from "./queries-changes.ts";

export interface RetentionCutoffs {
  /** What ended before this moment leaves, unless it can be taken back. */
  readonly after: number;
  /** What can be taken back leaves when it ended before this one. */
  readonly undoableAfter: number;
}

/** Of a row o: nobody knows what came of it. */
const unconfirmedSql = "o.state IN ('unknown', 'planned', 'sending') AND (o.state <> 'planned' OR o.doubt = 1)";

/**
 * Hides the oldest change that nobody needs, so that its rows can be removed in pieces; answers its number. Never one that is not at
 * rest, that has a row of which nobody knows what came, or whose rows tell that such a row of another change was overtaken; and an
 * undo stays as long as what it took back.
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
              WHERE s.change = c.change AND s.state = 'set' AND s.endpoint NOT IN (${putBackSql("c.change")})))
          AND c.change NOT IN (SELECT r.change FROM quota_change k
            CROSS JOIN quota_row o ON o.change = k.change AND ${unconfirmedSql} CROSS JOIN quota_row r ON r.endpoint = o.endpoint)
        ORDER BY c.change LIMIT 1`,
      after,
      undoableAfter,
    )?.change;
    // A draft is seen by nobody; one that a program leaves behind is removed at the next start.
    if (old !== undefined) db.run("UPDATE quota_change SET state = 'draft' WHERE change = ?", old);
    return old;
  });
}

/** Removes some rows of a hidden change, and with the last of them the change; true while there are more. */
export function dropHidden(db: WriteDb, change: number, atOnce: number): boolean {
  return db.transaction(() => {
    const { changes } = db.run(
      "DELETE FROM quota_row WHERE change = ? AND row IN (SELECT row FROM quota_row WHERE change = ? LIMIT ?)",
      change,
      change,
      atOnce,
    );
    if (changes === atOnce) return true;
    db.run("DELETE FROM quota_change WHERE change = ? AND state = 'draft'", change);
    return false;
  });
}
