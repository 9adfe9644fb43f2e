/**
 * Counts and pages of cached quotas, joined with the cached endpoints. Plain functions that run in the store thread.
 */
import type { QuotaGroup, QuotaItem } from "#shared/contract/quotas/quota-overview.ts";
import type { QuotaKind } from "#shared/contract/quotas/quota-schemas.ts";
import type { CursorKey } from "../../core/store/cursor.ts";
import type { ReadDb } from "../../core/store/db.ts";
import { allOf, likeText, type SqlPart } from "../../core/store/sql.ts";
import { keyOf, readingColumns, readingOf, type ReadingRow } from "./queries-readings.ts";

export interface OverviewScope {
  readonly connection: number;
  readonly kind: QuotaKind;
  readonly belowPercent: number;
  readonly expiringUntil: number;
  readonly now: number;
  readonly search: string | undefined;
  readonly profile: string | undefined;
  readonly audience: number | undefined;
}

const spent = "(q.state = 'set' AND (q.status = 'exhausted' OR q.volume <= 0))";
const expired = "(q.state = 'set' AND (q.status = 'expired' OR q.expires_at <= ?))";

/** SQL condition of a group, on a reading `q`. */
function conditionOf(group: Exclude<QuotaGroup, "never">, look: OverviewScope): SqlPart {
  const { connection, kind, now, belowPercent, expiringUntil } = look;
  switch (group) {
    case "checked":
      return { sql: "1", values: [] };
    case "empty":
      return { sql: spent, values: [] };
    case "below":
      return { sql: "(q.state = 'set' AND q.percent < ?)", values: [belowPercent] };
    case "none":
      return { sql: "q.state = 'none'", values: [] };
    case "expiring":
      return {
        sql: "(q.state = 'set' AND coalesce(q.status, '') <> 'expired' AND q.expires_at > ? AND q.expires_at <= ?)",
        values: [now, expiringUntil],
      };
    case "expired":
      return { sql: expired, values: [now] };
    case "blocked":
      return {
        sql: `((q.state = 'none' OR ${expired} OR (${spent} AND q.throttles = 0)) AND q.endpoint IN
          (SELECT m.id FROM quota_profile p JOIN fleet_endpoint m ON m.connection = p.connection AND m.service_profile = p.profile
            WHERE p.connection = ? AND p.${kind} = 1))`,
        values: [now, connection],
      };
    case "unreadable":
      return { sql: "(q.state IS NULL AND q.problem_code IS NOT NULL)", values: [] };
  }
}

/**
 * SQL condition for the endpoints of a query; `id` is the column with their id. Each list of ids is built once: with a
 * join the planner would scan all names for every reading.
 */
function lookCondition({ connection, search, profile, audience }: OverviewScope, id: string): SqlPart {
  const conditions: SqlPart[] = [];
  if (search !== undefined && search.trim() !== "") {
    const like = likeText(search.trim().toLowerCase());
    conditions.push({
      sql: String.raw`(${id} IN (SELECT id FROM fleet_endpoint WHERE connection = ? AND name LIKE ? ESCAPE '\')
        OR CAST(${id} AS TEXT) LIKE ? ESCAPE '\')`,
      values: [connection, like, like],
    });
  }
  if (profile !== undefined) {
    conditions.push({
      sql: `${id} IN (SELECT id FROM fleet_endpoint WHERE connection = ? AND service_profile = ?)`,
      values: [connection, keyOf(profile)],
    });
  }
  if (audience !== undefined) {
    conditions.push({ sql: `${id} IN (SELECT id FROM fleet_audience_member WHERE audience = ?)`, values: [audience] });
  }
  return allOf(conditions);
}

const neverReadSql = `m.connection = ? AND NOT EXISTS (SELECT 1 FROM quota_reading q
  WHERE q.connection = m.connection AND q.kind = ? AND q.endpoint = m.id)`;

const readGroups = ["checked", "empty", "below", "none", "expiring", "expired", "blocked", "unreadable"] as const;
const steps = Array.from({ length: 10 }, (_, index) => index * 10);

export interface CountedOverview {
  readonly groups: Readonly<Record<QuotaGroup, number>>;
  readonly histogram: readonly { readonly from: number; readonly to: number; readonly count: number }[];
  readonly outside: { readonly empty: number; readonly over: number; readonly unknown: number };
  readonly oldest: number | undefined;
  readonly newest: number | undefined;
}

/** Every quota that is set is counted exactly once: in a step of the histogram, or in `outside`. */
export function countOverview(db: ReadDb, look: OverviewScope): CountedOverview {
  const groups = readGroups.map((group) => ({ group, ...conditionOf(group, look) }));
  const set = "q.state = 'set' AND NOT coalesce(q.volume <= 0, 0)";
  const sums: SqlPart[] = [
    ...groups.map(({ group, sql, values }) => ({ sql: `coalesce(sum(${sql}), 0) AS "${group}"`, values })),
    ...steps.map((from) => ({
      sql: `coalesce(sum(${set} AND q.percent >= ${from} AND (q.percent < ${from + 10}${from === 90 ? " OR q.percent = 100" : ""})), 0) AS step${from}`,
      values: [],
    })),
    { sql: "coalesce(sum(q.state = 'set' AND coalesce(q.volume <= 0, 0)), 0) AS nothingLeft", values: [] },
    { sql: `coalesce(sum(${set} AND q.percent > 100), 0) AS above100`, values: [] },
    { sql: `coalesce(sum(${set} AND (q.percent IS NULL OR q.percent < 0)), 0) AS unknownPercent`, values: [] },
    { sql: "min(q.as_of) AS oldest, max(q.as_of) AS newest", values: [] },
  ];
  const where = lookCondition(look, "q.endpoint");
  const row =
    db.get<Record<string, number | null>>(
      `SELECT ${sums.map(({ sql }) => sql).join(", ")} FROM quota_reading q WHERE q.connection = ? AND q.kind = ? AND ${where.sql}`,
      ...sums.flatMap(({ values }) => values),
      look.connection,
      look.kind,
      ...where.values,
    ) ?? {};
  const number = (name: string): number => row[name] ?? 0;
  return {
    groups: {
      ...(Object.fromEntries(readGroups.map((group) => [group, number(group)])) as Record<
        (typeof readGroups)[number],
        number
      >),
      never: countNever(db, look),
    },
    histogram: steps.map((from) => ({ from, to: from + 10, count: number(`step${from}`) })),
    outside: { empty: number("nothingLeft"), over: number("above100"), unknown: number("unknownPercent") },
    oldest: row["oldest"] ?? undefined,
    newest: row["newest"] ?? undefined,
  };
}

function countNever(db: ReadDb, look: OverviewScope): number {
  const where = lookCondition(look, "m.id");
  if (where.values.length === 0) {
    // Of the whole fleet: there are usually far fewer readings than endpoints.
    const { connection, kind } = look;
    const readSql = `SELECT count(*) FROM quota_reading q WHERE q.connection = ? AND q.kind = ?
      AND EXISTS (SELECT 1 FROM fleet_endpoint m WHERE m.connection = q.connection AND m.id = q.endpoint)`;
    const allSql = `SELECT (SELECT count(*) FROM fleet_endpoint WHERE connection = ?) - (${readSql}) AS n`;
    return db.get<{ n: number }>(allSql, connection, connection, kind)?.n ?? 0;
  }
  const sql = `SELECT count(*) AS n FROM fleet_endpoint m WHERE ${neverReadSql} AND ${where.sql}`;
  return db.get<{ n: number }>(sql, look.connection, look.kind, ...where.values)?.n ?? 0;
}

export type SortColumn = "endpoint" | "volume" | "percent" | "expires_at" | "as_of";

export interface ItemsQuery extends OverviewScope {
  readonly group: QuotaGroup;
  readonly sort: SortColumn;
  readonly descending: boolean;
  readonly limit: number;
  /** Sort value and endpoint of the last row of the previous page. */
  readonly after: readonly [value: CursorKey, endpoint: CursorKey] | undefined;
}

export interface ItemsPage {
  readonly items: readonly QuotaItem[];
  readonly next: readonly [value: CursorKey, endpoint: CursorKey] | undefined;
}

interface ItemRow extends ReadingRow {
  readonly endpoint: string | number;
  readonly sorted: CursorKey;
  readonly name: string | null;
  readonly profile: string | number | null;
  readonly profile_name: string | null;
  readonly enforced: number | null;
}

/** One page in sort order; equal values are ordered by endpoint, unknown values come last in both directions. */
export function readItems(db: ReadDb, question: ItemsQuery): ItemsPage {
  const { limit, after, sort } = question;
  const fetchLimit = limit + 1;
  const rows: ItemRow[] = [];
  const bySort = sort !== "endpoint" && question.group !== "never";
  if (bySort && (after === undefined || after[0] !== null))
    rows.push(...readRows(db, question, "known", after, fetchLimit));
  if (rows.length < fetchLimit) {
    const from = bySort && after?.[0] !== null ? undefined : after;
    rows.push(...readRows(db, question, bySort ? "unknown" : "all", from, fetchLimit - rows.length));
  }
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map(itemOf),
    next: rows.length > limit && last !== undefined ? [last.sorted, last.endpoint] : undefined,
  };
}

function readRows(
  db: ReadDb,
  question: ItemsQuery,
  readings: "known" | "unknown" | "all",
  after: ItemsQuery["after"],
  limit: number,
): ItemRow[] {
  const { group, kind, connection, descending, sort } = question;
  const isNeverRead = group === "never";
  const id = isNeverRead ? "m.id" : "q.endpoint";
  const value = `q.${sort}`;
  const direction = descending ? "DESC" : "ASC";
  const beyond = descending ? "<" : ">";
  const conditions: SqlPart[] = [
    isNeverRead
      ? { sql: neverReadSql, values: [connection, kind] }
      : allOf([{ sql: "q.connection = ? AND q.kind = ?", values: [connection, kind] }, conditionOf(group, question)]),
    lookCondition(question, id),
  ];
  if (readings === "known") conditions.push({ sql: `${value} IS NOT NULL`, values: [] });
  if (readings === "unknown") conditions.push({ sql: `${value} IS NULL`, values: [] });
  if (after !== undefined) {
    const endpoint = after[1] === null ? null : keyOf(String(after[1]));
    conditions.push(
      readings === "known"
        ? { sql: `(${value}, ${id}) ${beyond} (?, ?)`, values: [after[0], endpoint] }
        : { sql: `${id} ${beyond} ?`, values: [endpoint] },
    );
  }
  const where = allOf(conditions);
  const noReading =
    "NULL AS state, NULL AS as_of, NULL AS quota, NULL AS problem_code, NULL AS problem_message, NULL AS problem_at";
  const from = isNeverRead
    ? `SELECT m.id AS endpoint, ${noReading}, NULL AS sorted FROM fleet_endpoint m`
    : `SELECT q.endpoint, ${readingColumns}, ${readings === "known" ? value : "NULL"} AS sorted FROM quota_reading q`;
  const order = (column: string, by: string): string =>
    `${readings === "known" ? `${column} ${direction}, ` : ""}${by} ${direction}`;
  return db.all<ItemRow>(
    `SELECT q.endpoint, q.sorted, ${readingColumns},
       (SELECT r.raw ->> '$.name' FROM fleet_endpoint_raw r WHERE r.rid = m.rid) AS name,
       m.service_profile AS profile, p.name AS profile_name, p.${kind} AS enforced
      FROM (${from} WHERE ${where.sql} ORDER BY ${order(value, id)} LIMIT ?) q
      LEFT JOIN fleet_endpoint m ON m.connection = ? AND m.id = q.endpoint
      LEFT JOIN quota_profile p ON p.connection = m.connection AND p.profile = m.service_profile
      ORDER BY ${order("q.sorted", "q.endpoint")}`,
    ...where.values,
    limit,
    connection,
  );
}

function itemOf(row: ItemRow): QuotaItem {
  const { endpoint, name, profile, profile_name: profileName, enforced } = row;
  return {
    endpoint: String(endpoint),
    name: name === null || name === "" ? undefined : name,
    profile: profile === null ? undefined : { id: String(profile), name: profileName ?? undefined },
    enforced: enforced === null ? "unknown" : enforced === 1 ? "yes" : "no",
    ...readingOf(row),
  };
}
