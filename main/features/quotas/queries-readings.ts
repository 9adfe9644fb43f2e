/**
 * The latest reading of each quota, earlier ones, and the service profiles that decide whether quotas are enforced. Plain functions that run in
 * the store thread.
 *
 * Earlier readings are retained for 90 days, of each day before the last seven only the last one. An unchanged volume is stored once a day. A
 * day is one of UTC, counted from 1970.
 */
import { decodeText, encodeText, type CodedText } from "#shared/texts/coded-text.ts";
import {
  quotaSchema,
  type QuotaKind,
  type QuotaReading,
  type QuotaState,
} from "#shared/contract/quotas/quota-schemas.ts";
import type { QuotaHistoryPoint, QuotaUsageDay } from "#shared/contract/quotas/quota-overview.ts";
import type { ReadDb, WriteDb, SqlValue } from "../../core/store/db.ts";
import { replacesReading } from "../../core/store/sql.ts";
import { retentionCutoff, retentionDays } from "../../core/store/retention.ts";

/** Result of one read of one quota. */
export interface QuotaReadResult {
  readonly kind: QuotaKind;
  readonly endpoint: string;
  /** When the read started, in epoch milliseconds. */
  readonly at: number;
  readonly result: { readonly state: QuotaState } | { readonly code: string; readonly message: CodedText };
}

const columns = `connection, kind, endpoint, asked_at, state, as_of, quota, status, volume, percent, expires_at, throttles,
  problem_code, problem_message, problem_at`;

const isNewer = replacesReading("excluded.asked_at", "quota_reading.asked_at");

/**
 * Saves results; a failed read leaves the older quota in place. A read that started before the stored one is ignored.
 */
export function saveReadings(db: WriteDb, connection: number, readings: readonly QuotaReadResult[]): void {
  db.transaction(() => {
    for (const reading of readings) saveReading(db, connection, reading);
  });
}

/** For a caller that is inside a transaction. */
export function saveReading(db: WriteDb, connection: number, { kind, endpoint, at, result }: QuotaReadResult): void {
  if ("code" in result) {
    db.run(
      `INSERT INTO quota_reading (connection, kind, endpoint, asked_at, problem_code, problem_message, problem_at)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET asked_at = excluded.asked_at, problem_code = excluded.problem_code,
          problem_message = excluded.problem_message, problem_at = excluded.problem_at
          WHERE ${isNewer}`,
      connection,
      kind,
      keyOf(endpoint),
      at,
      result.code,
      encodeText(result.message),
      at,
    );
    return;
  }
  const quota = result.state.state === "set" ? result.state.quota : undefined;
  const key = { connection, kind, endpoint: keyOf(endpoint) };
  const before = db.get<Balance>(
    `SELECT as_of AS at, volume, quota ->> '$.lastAdded' AS added FROM quota_reading
      WHERE connection = ? AND kind = ? AND endpoint = ? AND as_of IS NOT NULL`,
    connection,
    kind,
    key.endpoint,
  );
  const { changes } = db.run(
    `INSERT INTO quota_reading (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL, NULL)
      ON CONFLICT DO UPDATE SET asked_at = excluded.asked_at, state = excluded.state, as_of = excluded.as_of,
        quota = excluded.quota, status = excluded.status, volume = excluded.volume, percent = excluded.percent,
        expires_at = excluded.expires_at, throttles = excluded.throttles,
        problem_code = NULL, problem_message = NULL, problem_at = NULL
        WHERE ${isNewer}`,
    connection,
    kind,
    key.endpoint,
    at,
    result.state.state,
    at,
    quota === undefined ? null : JSON.stringify(quota),
    quota?.status ?? null,
    quota?.volume ?? null,
    quota?.percent ?? null,
    quota?.expiresAt ?? null,
    quota?.onExhaustion?.kind === "throttle" ? 1 : 0,
  );
  if (changes > 0 && (quota === undefined || quota.volume !== undefined))
    addToHistory(db, key, { at, volume: quota?.volume ?? null, added: quota?.lastAdded ?? null }, before);
}

export interface ReadingRow {
  readonly state: "none" | "set" | null;
  readonly as_of: number | null;
  readonly quota: string | null;
  readonly problem_code: string | null;
  readonly problem_message: string | null;
  readonly problem_at: number | null;
}

/** The columns of a `ReadingRow`, from `quota_reading q`. */
export const readingColumns = "q.state, q.as_of, q.quota, q.problem_code, q.problem_message, q.problem_at";

export function readingOf(row: ReadingRow): QuotaReading {
  const { state, as_of: asOf, problem_code: code, problem_message: message, problem_at: at } = row;
  const quotaState: QuotaState | undefined =
    state === null
      ? undefined
      : state === "none"
        ? { state }
        : { state, quota: quotaSchema.parse(JSON.parse(row.quota ?? "{}")) };
  return {
    state: quotaState,
    asOf: asOf ?? undefined,
    problem: code === null || at === null ? undefined : { code, message: decodeText(message ?? ""), at },
  };
}

/** Cached readings of both quotas of an endpoint; a quota that was never read is unknown. */
export function readReadings(
  db: ReadDb,
  connection: number,
  endpoint: string,
): Readonly<Record<QuotaKind, QuotaReading>> {
  const of = (kind: QuotaKind): QuotaReading => {
    const row = db.get<ReadingRow>(
      `SELECT ${readingColumns} FROM quota_reading q WHERE connection = ? AND kind = ? AND endpoint = ?`,
      connection,
      kind,
      keyOf(endpoint),
    );
    return row === undefined ? {} : readingOf(row);
  };
  return { data: of("data"), sms: of("sms") };
}

/** The given endpoints whose quotas of all these kinds were read since `since` (epoch milliseconds). */
export function endpointsReadSince(
  db: ReadDb,
  connection: number,
  kinds: readonly QuotaKind[],
  endpoints: readonly string[],
  since: number,
): readonly string[] {
  return endpoints.filter((endpoint) =>
    kinds.every(
      (kind) =>
        db.get(
          "SELECT 1 FROM quota_reading WHERE connection = ? AND kind = ? AND endpoint = ? AND asked_at >= ?",
          connection,
          kind,
          keyOf(endpoint),
          since,
        ) !== undefined,
    ),
  );
}

const dayMs = 86_400_000;
const completeDays = 7;

/** A stored reading of a quota: its remaining volume (missing without a quota) and the volume last added. */
interface Balance {
  readonly at: number;
  readonly volume: number | null;
  readonly added: number | null;
}

interface QuotaKey {
  readonly connection: number;
  readonly kind: QuotaKind;
  readonly endpoint: SqlValue;
}

/** Adds a reading that was just stored; `before` is the one that it replaced. For a caller that is inside a transaction. */
function addToHistory(
  db: WriteDb,
  { connection, kind, endpoint }: QuotaKey,
  reading: Balance,
  before: Balance | undefined,
): void {
  const { at, volume } = reading;
  const key = [connection, kind, endpoint] as const;
  const day = Math.floor(at / dayMs);
  const isFirstOfDay = before === undefined || Math.floor(before.at / dayMs) !== day;
  // Readings of a later time were made before the clock was set back.
  if (before !== undefined && before.at > at)
    db.run("DELETE FROM quota_history WHERE connection = ? AND kind = ? AND endpoint = ? AND at > ?", ...key, at);
  if (isFirstOfDay) thin(db, key, day);
  if (isFirstOfDay || volume !== before.volume)
    db.run(
      "INSERT OR REPLACE INTO quota_history (connection, kind, endpoint, at, volume) VALUES (?, ?, ?, ?, ?)",
      ...key,
      at,
      volume,
    );
  const previous = before?.volume ?? 0;
  const change = (volume ?? 0) - previous;
  // Another volume last added: the quota was set in between, so the difference is not usage.
  const isUsage = before !== undefined && before.volume !== null && volume !== null && before.added === reading.added;
  const used = isUsage ? Math.max(0, -change) : 0;
  const { changes } = db.run(
    `UPDATE quota_day SET balance = balance + ?, used = used + ?, endpoints = endpoints + ?
      WHERE connection = ? AND kind = ? AND day = ?`,
    change,
    used,
    Number(isFirstOfDay),
    connection,
    kind,
    day,
  );
  if (changes > 0) return;
  db.run(
    "DELETE FROM quota_day WHERE connection = ? AND kind = ? AND day < ?",
    connection,
    kind,
    day - retentionDays(db, "quotaReadings"),
  );
  db.run(
    `INSERT INTO quota_day (connection, kind, day, balance, used, endpoints)
      SELECT ?1, ?2, ?3, coalesce(sum(volume), 0), ?4, 1 FROM quota_reading WHERE connection = ?1 AND kind = ?2`,
    connection,
    kind,
    day,
    used,
  );
}

/** Deletes readings of one quota: those past their retention, and of each day before the complete ones all but the last. */
function thin(db: WriteDb, key: readonly [number, QuotaKind, SqlValue], day: number): void {
  db.run(
    `DELETE FROM quota_history AS h WHERE connection = ?1 AND kind = ?2 AND endpoint = ?3 AND (at < ?4 OR (at < ?5 AND EXISTS (
        SELECT 1 FROM quota_history l WHERE l.connection = ?1 AND l.kind = ?2 AND l.endpoint = ?3
          AND l.at > h.at AND l.at < (h.at / ${dayMs} + 1) * ${dayMs})))`,
    ...key,
    (day - retentionDays(db, "quotaReadings")) * dayMs,
    (day - completeDays) * dayMs,
  );
}

/**
 * Deletes the readings of up to `limit` quotas that were last read before the retention; the others are thinned when they are read. Returns
 * true while some may be left.
 */
export function pruneHistory(db: WriteDb, now: number, limit: number): boolean {
  return db.transaction(() => {
    const old = db.all<{ connection: number; kind: QuotaKind; endpoint: string | number }>(
      `SELECT q.connection, q.kind, q.endpoint FROM (SELECT DISTINCT connection, kind FROM quota_day) d
        CROSS JOIN quota_reading q ON q.connection = d.connection AND q.kind = d.kind AND q.as_of < ?
        WHERE EXISTS (SELECT 1 FROM quota_history h
          WHERE h.connection = q.connection AND h.kind = q.kind AND h.endpoint = q.endpoint) LIMIT ?`,
      retentionCutoff(db, "quotaReadings", now),
      limit,
    );
    for (const { connection, kind, endpoint } of old)
      db.run(
        "DELETE FROM quota_history WHERE connection = ? AND kind = ? AND endpoint = ?",
        connection,
        kind,
        keyOf(String(endpoint)),
      );
    return old.length === limit;
  });
}

interface HistoryQuery {
  readonly connection: number;
  readonly kind: QuotaKind;
  /** Epoch milliseconds. */
  readonly since: number;
}

/** The readings of one quota, oldest first. The last reading is always included, also where its volume had not changed. */
export function readHistory(
  db: ReadDb,
  { connection, kind, since }: HistoryQuery,
  endpoint: string,
): readonly QuotaHistoryPoint[] {
  const key = [connection, kind, keyOf(endpoint)] as const;
  return db
    .all<{ at: number; volume: number | null }>(
      `SELECT at, volume FROM quota_history WHERE connection = ?1 AND kind = ?2 AND endpoint = ?3 AND at >= ?4
        UNION SELECT as_of, volume FROM quota_reading
          WHERE connection = ?1 AND kind = ?2 AND endpoint = ?3 AND as_of >= ?4 AND (state = 'none' OR volume IS NOT NULL)
        ORDER BY at`,
      ...key,
      since,
    )
    .map(({ at, volume }) => ({ at, volume: volume ?? undefined }));
}

/** The sums of the days from the one of `since` on, oldest first; a day without a reading has none. */
export function readUsage(db: ReadDb, { connection, kind, since }: HistoryQuery): readonly QuotaUsageDay[] {
  return db
    .all<QuotaUsageDay>(
      "SELECT day, balance, used, endpoints FROM quota_day WHERE connection = ? AND kind = ? AND day >= ? ORDER BY day",
      connection,
      kind,
      Math.floor(since / dayMs),
    )
    .map(({ day, ...sums }) => ({ day: day * dayMs, ...sums }));
}

export interface StoredProfileRule {
  readonly id: string;
  readonly name: string | undefined;
  readonly data: boolean | undefined;
  readonly sms: boolean | undefined;
  readonly asOf: number;
}

export function saveProfiles(db: WriteDb, connection: number, profiles: readonly StoredProfileRule[]): void {
  db.transaction(() => {
    for (const { id, name, data, sms, asOf } of profiles) {
      db.run(
        "INSERT OR REPLACE INTO quota_profile (connection, profile, name, data, sms, as_of) VALUES (?, ?, ?, ?, ?, ?)",
        connection,
        keyOf(id),
        name ?? null,
        flag(data),
        flag(sms),
        asOf,
      );
    }
  });
}

interface ProfileRow {
  readonly name: string | null;
  readonly data: number | null;
  readonly sms: number | null;
  readonly as_of: number;
}

export function readProfile(db: ReadDb, connection: number, id: string): StoredProfileRule | undefined {
  const row = db.get<ProfileRow>(
    "SELECT name, data, sms, as_of FROM quota_profile WHERE connection = ? AND profile = ?",
    connection,
    keyOf(id),
  );
  if (row === undefined) return undefined;
  const { name, data, sms, as_of: asOf } = row;
  return { id, name: name ?? undefined, data: truth(data), sms: truth(sms), asOf };
}

/** An endpoint as read from the service, for endpoints that the fleet cache does not have. */
export interface Subject {
  readonly name: string | undefined;
  readonly profile: { readonly id: string; readonly name: string | undefined } | undefined;
}

export function saveSubject(db: WriteDb, connection: number, endpoint: string, { name, profile }: Subject): void {
  db.run(
    "INSERT OR REPLACE INTO quota_subject (connection, endpoint, name, profile, profile_name) VALUES (?, ?, ?, ?, ?)",
    connection,
    keyOf(endpoint),
    name ?? null,
    profile === undefined ? null : keyOf(profile.id),
    profile?.name ?? null,
  );
}

export function readSubject(db: ReadDb, connection: number, endpoint: string): Subject | undefined {
  const row = db.get<{ name: string | null; profile: string | number | null; profile_name: string | null }>(
    "SELECT name, profile, profile_name FROM quota_subject WHERE connection = ? AND endpoint = ?",
    connection,
    keyOf(endpoint),
  );
  if (row === undefined) return undefined;
  const profile = row.profile === null ? undefined : { id: String(row.profile), name: row.profile_name ?? undefined };
  return { name: row.name ?? undefined, profile };
}

function flag(value: boolean | undefined): number | null {
  return value === undefined ? null : Number(value);
}

function truth(value: number | null): boolean | undefined {
  return value === null ? undefined : value === 1;
}

/** Whole numbers within the safe integer range become integers; "007" and "1e3" stay text. */
export function keyOf(id: string): SqlValue {
  return /^(?:0|-?[1-9]\d{0,15})$/.test(id) && Number.isSafeInteger(Number(id)) ? BigInt(id) : id;
}

/** Mutex key that serialises writes of one quota of an endpoint. */
export function mutexKeyOf(connection: number, kind: QuotaKind, endpoint: string): string {
  return `${connection} ${kind} ${endpoint}`;
}
