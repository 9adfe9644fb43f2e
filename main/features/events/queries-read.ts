/** Queries of the cached events. Plain functions of the store's thread. */
import type { ReadDb, SqlValue } from "../../core/store/db.ts";
import { arrivalMark } from "./queries-save.ts";
import { findScope } from "./queries-scopes.ts";
import { questionSql, type QuestionSql } from "./question-sql.ts";
import { boundKey, type CachedEvent, type Place, type StoredQuestion } from "./stored.ts";

export interface PageOptions {
  readonly order: "newest" | "oldest";
  readonly limit: number;
  /** The last event of the previous page. */
  readonly after: Place | undefined;
}

const eventColumns = "i.eid, CAST(i.id AS TEXT) AS key, i.at, e.read_at AS readAt, r.record";

export function listEvents(db: ReadDb, question: StoredQuestion, { order, limit, after }: PageOptions): CachedEvent[] {
  const sign = order === "newest" ? { direction: "DESC", beyond: "<" } : { direction: "ASC", beyond: ">" };
  const behind = after === undefined ? "" : ` AND (i.at, i.id) ${sign.beyond} (?, ?)`;
  return selectRows<CachedEvent>(db, question, {
    needs: ["e", "r"],
    sql: ({ joins, conditions }) =>
      `SELECT ${eventColumns} FROM event_in i${joins} WHERE i.sid = ? AND i.at >= ? AND i.at < ?${conditions}${behind}
        ORDER BY i.at ${sign.direction}, i.id ${sign.direction} LIMIT ?`,
    values: [...(after === undefined ? [] : [after.at, boundKey(after.key)]), limit],
  });
}

/** In order of arrival, after a mark. */
export function eventsSince(
  db: ReadDb,
  question: StoredQuestion,
  mark: number,
  limit: number,
): { readonly events: CachedEvent[]; readonly mark: number } {
  const events = selectRows<CachedEvent>(db, question, {
    needs: ["e", "r"],
    sql: ({ joins, conditions }) =>
      `SELECT ${eventColumns} FROM event_in i INDEXED BY event_in_eid${joins}
        WHERE i.sid = ? AND i.at >= ? AND i.at < ?${conditions} AND i.eid > ? ORDER BY i.eid LIMIT ?`,
    values: [mark, limit],
  });
  return { events, mark: arrivalMark(db) };
}

interface KindCount {
  readonly severity: number;
  /** Keys; null where the service sent none. */
  readonly type: string | null;
  readonly source: string | null;
  readonly count: number;
}

export interface FacetCounts {
  /** Every combination that occurs. */
  readonly kinds: readonly KindCount[];
  /** Labels of the keys. */
  readonly labels: readonly { readonly kind: "type" | "source"; readonly key: string; readonly label: string }[];
}

/** Counts in one pass over the list, to keep the store's thread free for other queries. */
export function countFacets(db: ReadDb, question: StoredQuestion): FacetCounts {
  const kinds = selectRows<KindCount>(db, question, {
    needs: ["e"],
    sql: ({ joins, conditions }) =>
      `SELECT i.severity, e.type, e.source, count(*) AS count FROM event_in i${joins}
        WHERE i.sid = ? AND i.at >= ? AND i.at < ?${conditions} GROUP BY i.severity, e.type, e.source`,
  });
  return { kinds, labels: readEventLabels(db, question.connection) };
}

export function readEventLabels(db: ReadDb, connection: number): FacetCounts["labels"] {
  return db.all<FacetCounts["labels"][number]>(
    "SELECT kind, key, label FROM event_word WHERE connection = ?",
    connection,
  );
}

export interface BucketCount {
  readonly bucket: number;
  readonly severity: number;
  readonly count: number;
}

export function countBuckets(db: ReadDb, question: StoredQuestion, bucketMs: number): BucketCount[] {
  return selectRows<BucketCount>(db, question, {
    before: [question.from, bucketMs],
    sql: ({ joins, conditions }) =>
      `SELECT CAST((i.at - ?) / ? AS INTEGER) AS bucket, i.severity, count(*) AS count FROM event_in i${joins}
        WHERE i.sid = ? AND i.at >= ? AND i.at < ?${conditions} GROUP BY 1, 2`,
  });
}

export function readCachedEvent(db: ReadDb, connection: number, key: string): CachedEvent | undefined {
  return db.get<CachedEvent>(
    `SELECT e.eid, CAST(e.id AS TEXT) AS key, e.at, e.read_at AS readAt, r.record FROM event e
      JOIN event_record r ON r.eid = e.eid WHERE e.connection = ? AND e.id = ?`,
    connection,
    boundKey(key),
  );
}

interface EventSelect {
  readonly needs?: readonly ("e" | "r")[];
  readonly sql: (fragments: QuestionSql) => string;
  /** Bound before and after the values of list, span and conditions. */
  readonly before?: readonly SqlValue[];
  readonly values?: readonly SqlValue[];
}

/** A list that was never read has no rows. */
function selectRows<T>(
  db: ReadDb,
  question: StoredQuestion,
  { needs = [], sql, before = [], values = [] }: EventSelect,
): T[] {
  const fragments = questionSql(question, needs);
  const sid = findScope(db, question.connection, question.scope);
  if (sid === undefined) return [];
  return db.all<T>(sql(fragments), ...before, sid, question.from, question.until, ...fragments.values, ...values);
}
