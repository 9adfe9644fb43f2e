/** Pending recipients in row order: all of them in pages, or an evenly spread sample. */
import type { ReadDb } from "../../../core/store/db.ts";

export interface QuotaSubject {
  readonly row: number;
  readonly endpoint: string;
  readonly segments: number;
}

export function pendingSubjects(
  db: ReadDb,
  { campaign, after, limit }: { readonly campaign: number; readonly after: number; readonly limit: number },
): QuotaSubject[] {
  return db.all<QuotaSubject>(
    `SELECT row, endpoint, coalesce(segments, 1) AS segments FROM recipient
      WHERE campaign = ? AND outcome = 1 AND row > ? ORDER BY row LIMIT ?`,
    campaign,
    after,
    limit,
  );
}

/** `count` of them, evenly spread; deterministic for the same pending rows. */
export function spreadSubjects(
  db: ReadDb,
  { campaign, count }: { readonly campaign: number; readonly count: number },
): QuotaSubject[] {
  return db.all<QuotaSubject>(
    `WITH pending AS (
       SELECT row, endpoint, coalesce(segments, 1) AS segments, row_number() OVER (ORDER BY row) AS n, count(*) OVER () AS of
       FROM recipient WHERE campaign = ? AND outcome = 1
     )
     SELECT row, endpoint, segments FROM pending WHERE of <= ? OR CAST(n * ? / of AS INTEGER) > CAST((n - 1) * ? / of AS INTEGER) ORDER BY row`,
    campaign,
    count,
    count,
    count,
  );
}

/** Segments of all pending recipients. */
export function pendingSegments(db: ReadDb, campaign: number): number {
  const sum = "SELECT coalesce(sum(segments), 0) AS total FROM recipient WHERE campaign = ? AND outcome = 1";
  return db.get<{ total: number }>(sum, campaign)?.total ?? 0;
}
