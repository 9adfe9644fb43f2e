/** Counts and pages over what is kept of quotas, beside the local copy of the endpoints. Plain functions of the store's thread. */
import type { QuotaGroup, QuotaItem } from "#contract/quota-overview.ts";
import type { QuotaKind } from "#contract/quota-words.ts";
import type { ReadDb, SqlValue } from "../../../store/db.ts";
import { keyOf } from "../endpoint-key.ts";
import { readingColumns, readingOf, type ReadingRow } from "../queries-readings.ts";

export interface Look {
  readonly connection: number;
  readonly kind: QuotaKind;
  readonly belowPercent: number;
  readonly expiringUntil: number;
  readonly now: number;
  readonly search: string | undefined;
  readonly profile: string | undefined;
  readonly audience: number | undefined;
}

interface Part {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

const spent = "(q.state = 'set' AND (q.status = 'exhausted' OR q.volume <= 0))";
const over = "(q.state = 'set' AND (q.status = 'expired' OR q.expires_at <= ?))";

/** The condition of a group, over a reading q. */
function conditionOf(group: Exclude<QuotaGroup, "never">, look: Look): Part {
  const { connection, kind, now, belowPercent, expiringUntil } = look;
  switch (group) {
    case "asked":
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
      return { sql: over, values: [now] };
    case "blocked":
      return {
        sql: `((q.state = 'none' OR ${over} OR (${spent} AND q.throttles = 0)) AND q.endpoint IN
          (SELECT m.id FROM quota_profile p JOIN fleet_endpoint m ON m.connection = p.connection AND m.service_profile = p.profile
            WHERE p.connection = ? AND p.${kind} = 1))`,
        values: [now, connection],
      };
    case "unreadable":
      return { sql: "(q.state IS NULL AND q.problem_code IS NOT NULL)", values: [] };
  }
}

/**
 * What an endpoint must be to be looked at; `id` is the column that holds its id. Each list of ids is made once: a join would have the
 * planner walk all names for every reading.
 */
function lookedAt({ connection, search, profile, audience }: Look, id: string): Part {
  const parts: Part[] = [];
  if (search !== undefined && search.trim() !== "") {
    const like = `%${search
      .trim()
      .toLowerCase()
      .replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    parts.push({
      sql: String.raw`(${id} IN (SELECT id FROM fleet_endpoint WHERE connection = ? AND name LIKE ? ESCAPE '\')
        OR CAST(${id} AS TEXT) LIKE ? ESCAPE '\')`,
      values: [connection, like, like],
    });
  }
  if (profile !== undefined) {
    parts.push({
      sql: `${id} IN (SELECT id FROM fleet_endpoint WHERE connection = ? AND service_profile = ?)`,
      values: [connection, keyOf(profile)],
    });
  }
  if (audience !== undefined) {
    parts.push({ sql: `${id} IN (SELECT id FROM fleet_audience_member WHERE audience = ?)`, values: [audience] });
  }
  return and(...parts);
}

function and(...parts: readonly Part[]): Part {
  return {
    sql: parts.map(({ sql }) => sql).join(" AND ") || "1",
    values: parts.flatMap(({ values }) => values),
  };
}

const neverAsked = `m.connection = ? AND NOT EXISTS (SELECT 1 FROM quota_reading q
  WHERE q.connection = m.connection AND q.kind = ? AND q.endpoint = m.id)`;

const counted = ["asked", "empty", "below", "none", "expiring", "expired", "blocked", "unreadable"] as const;
const steps = Array.from({ length: 10 }, (_, index) => index * 10);

export interface CountedOverview {
  readonly groups: Readonly<Record<QuotaGroup, number>>;
  readonly histogram: readonly { readonly from: number; readonly to: number; readonly count: number }[];
  readonly beside: { readonly empty: number; readonly over: number; readonly unknown: number };
  readonly oldest: number | undefined;
  readonly newest: number | undefined;
}

/** Every quota that is set is in one step of the histogram, or beside it in one way. */
export function countOverview(db: ReadDb, look: Look): CountedOverview {
  const groups = counted.map((group) => ({ group, ...conditionOf(group, look) }));
  const set = "q.state = 'set' AND NOT coalesce(q.volume <= 0, 0)";
  const sums: Part[] = [
    ...groups.map(({ group, sql, values }) => ({ sql: `coalesce(sum(${sql}), 0) AS "${group}"`, values })),
    ...steps.map((from) => ({
      sql: `coalesce(sum(${set} AND q.percent >= ${from} AND (q.percent < ${from + 10}${from === 90 ? " OR q.percent = 100" : ""})), 0) AS step${from}`,
      values: [],
    })),
    { sql: "coalesce(sum(q.state = 'set' AND coalesce(q.volume <= 0, 0)), 0) AS nothingLeft", values: [] },
    { sql: `coalesce(sum(${set} AND q.percent > 100), 0) AS overfull`, values: [] },
    { sql: `coalesce(sum(${set} AND (q.percent IS NULL OR q.percent < 0)), 0) AS untold`, values: [] },
    { sql: "min(q.as_of) AS oldest, max(q.as_of) AS newest", values: [] },
  ];
  const where = lookedAt(look, "q.endpoint");
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
      ...(Object.fromEntries(counted.map((group) => [group, number(group)])) as Record<
        (typeof counted)[number],
        number
      >),
      never: countNever(db, look),
    },
    histogram: steps.map((from) => ({ from, to: from + 10, count: number(`step${from}`) })),
    beside: { empty: number("nothingLeft"), over: number("overfull"), unknown: number("untold") },
    oldest: row["oldest"] ?? undefined,
    newest: row["newest"] ?? undefined,
  };
}

function countNever(db: ReadDb, look: Look): number {
  const where = lookedAt(look, "m.id");
  const sql = `SELECT count(*) AS n FROM fleet_endpoint m WHERE ${neverAsked} AND ${where.sql}`;
  return db.get<{ n: number }>(sql, look.connection, look.kind, ...where.values)?.n ?? 0;
}

export type SortColumn = "endpoint" | "volume" | "percent" | "expires_at" | "as_of";
export type CursorValue = string | number | null;

export interface ItemsQuestion extends Look {
  readonly group: QuotaGroup;
  readonly sort: SortColumn;
  readonly descending: boolean;
  readonly limit: number;
  /** Sorted value and endpoint of the row before. */
  readonly after: readonly [value: CursorValue, endpoint: CursorValue] | undefined;
}

export interface FoundItems {
  readonly items: readonly QuotaItem[];
  readonly next: readonly [value: CursorValue, endpoint: CursorValue] | undefined;
}

interface ItemRow extends ReadingRow {
  readonly endpoint: string | number;
  readonly sorted: CursorValue;
  readonly name: string | null;
  readonly profile: string | number | null;
  readonly profile_name: string | null;
  readonly enforced: number | null;
}

/** One page in order; equal values by endpoint, and what is not known behind all that is, whichever way round. */
export function readItems(db: ReadDb, question: ItemsQuestion): FoundItems {
  const { limit, after, sort } = question;
  const wanted = limit + 1;
  const rows: ItemRow[] = [];
  const bySort = sort !== "endpoint" && question.group !== "never";
  if (bySort && (after === undefined || after[0] !== null))
    rows.push(...readRows(db, question, "known", after, wanted));
  if (rows.length < wanted) {
    const from = bySort && after?.[0] !== null ? undefined : after;
    rows.push(...readRows(db, question, bySort ? "unknown" : "all", from, wanted - rows.length));
  }
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(itemOf),
    next: rows.length > limit && last !== undefined ? [last.sorted, last.endpoint] : undefined,
  };
}

function readRows(
  db: ReadDb,
  question: ItemsQuestion,
  which: "known" | "unknown" | "all",
  after: ItemsQuestion["after"],
  limit: number,
): ItemRow[] {
  const { group, kind, connection, descending, sort } = question;
  const never = group === "never";
  const id = never ? "m.id" : "q.endpoint";
  const value = `q.${sort}`;
  const way = descending ? "DESC" : "ASC";
  const beyond = descending ? "<" : ">";
  const parts: Part[] = [
    never
      ? { sql: neverAsked, values: [connection, kind] }
      : and({ sql: "q.connection = ? AND q.kind = ?", values: [connection, kind] }, conditionOf(group, question)),
    lookedAt(question, id),
  ];
  if (which === "known") parts.push({ sql: `${value} IS NOT NULL`, values: [] });
  if (which === "unknown") parts.push({ sql: `${value} IS NULL`, values: [] });
  if (after !== undefined) {
    const endpoint = after[1] === null ? null : keyOf(String(after[1]));
    parts.push(
      which === "known"
        ? { sql: `(${value}, ${id}) ${beyond} (?, ?)`, values: [after[0], endpoint] }
        : { sql: `${id} ${beyond} ?`, values: [endpoint] },
    );
  }
  const where = and(...parts);
  const unasked =
    "NULL AS state, NULL AS as_of, NULL AS quota, NULL AS problem_code, NULL AS problem_message, NULL AS problem_at";
  const from = never
    ? `SELECT m.id AS endpoint, ${unasked}, NULL AS sorted FROM fleet_endpoint m`
    : `SELECT q.endpoint, ${readingColumns}, ${which === "known" ? value : "NULL"} AS sorted FROM quota_reading q`;
  const order = (column: string, by: string): string => `${which === "known" ? `${column} ${way}, ` : ""}${by} ${way}`;
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
    ...(name === null || name === "" ? {} : { name }),
    ...(profile === null
      ? {}
      : { profile: { id: String(profile), ...(profileName === null ? {} : { name: profileName }) } }),
    enforced: enforced === null ? "unknown" : enforced === 1 ? "yes" : "no",
    ...readingOf(row),
  };
}
