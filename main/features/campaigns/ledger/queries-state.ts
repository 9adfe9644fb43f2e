/** The campaign's own row: state transitions, speed, and history. */
import { type CodedText, codedText, decodeText, encodeText } from "#shared/texts/coded-text.ts";
import type { CampaignSort, PauseReason, Counts } from "#shared/contract/campaigns/campaign-schemas.ts";
import { AppError } from "#shared/failure.ts";
import { type JobEvent, isWaitReason, moveJob } from "../../../core/jobs/transitions.ts";
import type { ReadDb, SqlValue, WriteDb } from "../../../core/store/db.ts";
import { cancelPending } from "./queries-recipients.ts";
import { endLastWave, openFirstWave } from "./queries-waves.ts";
import { type CampaignRecord, type StoredCampaign, campaignColumns, storedCampaign } from "./campaign-row.ts";
import { readCounts } from "./queries-counters.ts";

export function getCampaign(db: ReadDb, id: number): StoredCampaign {
  const record = db.get<CampaignRecord>(`SELECT ${campaignColumns} FROM campaign WHERE id = ?`, id);
  if (record === undefined) throw new AppError("campaign-unknown", codedText("campaign-unknown", { campaign: id }));
  return storedCampaign(record);
}

/** Bulk campaigns, newest first; of one connection, or of all. */
export function listCampaigns(db: ReadDb, connection: number | undefined): StoredCampaign[] {
  const { sql, values } = listFilter({ connection, states: undefined, search: undefined });
  return db
    .all<CampaignRecord>(`SELECT ${campaignColumns} FROM campaign WHERE ${sql} ORDER BY id DESC`, ...values)
    .map(storedCampaign);
}

/** SQL values of the sort keys. */
const sortValues: Readonly<Record<CampaignSort, string>> = {
  name: "lower(name)",
  state: "CASE WHEN waiting_since IS NULL THEN state ELSE 'waiting' END",
  recipients: "c_pending + c_sending + c_accepted + c_refused + c_unknown + c_cancelled",
  accepted: "c_accepted",
  delivered: tallyOf("delivery", "delivered"),
  asExpected: tallyOf("reply", "as-expected"),
  createdAt: "created_at",
  startedAt: "started_at",
};

function tallyOf(kind: "delivery" | "reply", value: string): string {
  return `coalesce((SELECT count FROM campaign_tally WHERE campaign = campaign.id AND what = '${kind}' AND value = '${value}'), 0)`;
}

export interface CampaignPageQuery {
  readonly connection: number | undefined;
  readonly states: readonly string[] | undefined;
  readonly search: string | undefined;
  readonly sort: CampaignSort;
  readonly descending: boolean;
  /** Sort value and id of the last row of the previous page. */
  readonly after: readonly [value: string | number, id: number] | undefined;
  readonly skip: number;
  /** The page is counted from the end of the list. */
  readonly fromEnd: boolean;
  readonly limit: number;
}

/** One page of the bulk campaigns in sort order; `last` is the key of its last row, `more` whether rows follow it. */
export function pageCampaigns(
  db: ReadDb,
  { connection, states, search, sort, descending, after, skip, fromEnd, limit }: CampaignPageQuery,
): {
  readonly campaigns: readonly StoredCampaign[];
  readonly last: readonly [value: string | number, id: number] | undefined;
  readonly more: boolean;
} {
  const filter = listFilter({ connection, states, search });
  // A campaign without the value comes last in either order.
  const value = `coalesce(${sortValues[sort]}, ${descending ? -1 : Number.MAX_SAFE_INTEGER})`;
  const order = descending === fromEnd ? "ASC" : "DESC";
  const rows = db.all<CampaignRecord & { readonly sorted: string | number }>(
    `SELECT * FROM (SELECT ${campaignColumns}, ${value} AS sorted FROM campaign WHERE ${filter.sql})
     WHERE ${after === undefined ? "1" : `(sorted, id) ${descending ? "<" : ">"} (?, ?)`}
     ORDER BY sorted ${order}, id ${order} LIMIT ? OFFSET ?`,
    ...filter.values,
    ...(after ?? []),
    limit + 1,
    skip,
  );
  const page = rows.slice(0, limit);
  if (fromEnd) page.reverse();
  const last = page.at(-1);
  return {
    campaigns: page.map(storedCampaign),
    last: last && [last.sorted, last.id],
    more: fromEnd ? skip > 0 : rows.length > limit,
  };
}

export function countCampaigns(db: ReadDb, query: Pick<CampaignPageQuery, "connection" | "states" | "search">): number {
  const { sql, values } = listFilter(query);
  return db.get<{ total: number }>(`SELECT count(*) AS total FROM campaign WHERE ${sql}`, ...values)?.total ?? 0;
}

function listFilter({ connection, states, search }: Pick<CampaignPageQuery, "connection" | "states" | "search">): {
  readonly sql: string;
  readonly values: readonly SqlValue[];
} {
  const like = search?.trim().replaceAll(/[\\%_]/g, String.raw`\$&`) ?? "";
  const conditions: readonly (readonly [sql: string, values: readonly SqlValue[]])[] = [
    ["kind = 'bulk' AND state <> 'draft'", []],
    ...(connection === undefined ? [] : [["connection = ?", [connection]] as const]),
    ...(states === undefined
      ? []
      : [[`${sortValues.state} IN (${states.map(() => "?").join(", ")})`, states] as const]),
    ...(like === "" ? [] : [[String.raw`name LIKE ? ESCAPE '\'`, [`%${like}%`]] as const]),
  ];
  return {
    sql: conditions.map(([sql]) => sql).join(" AND "),
    values: conditions.flatMap(([, values]) => values),
  };
}

export interface MoveArgs {
  readonly campaign: number;
  readonly event: JobEvent;
  readonly reason?: PauseReason;
  readonly message?: CodedText;
  /** When the wait began, for the event "wait"; `now` by default. */
  readonly since?: number;
  readonly now: number;
}

/** Applies an event by the state table and records the step; throws "campaign-state" for an illegal event. */
export function moveCampaign(db: WriteDb, args: MoveArgs): StoredCampaign {
  return db.transaction(() => {
    const before = getCampaign(db, args.campaign);
    const state = moveJob(before.state, args.event);
    if (state === "waiting" && !isWaitReason(args.reason)) {
      const reason = args.reason ?? "";
      throw new AppError("campaign-state", codedText("campaign-cannot-wait", { campaign: args.campaign, reason }));
    }
    const { pending, sending, unknown } = before.counts;
    if (state === "finished" && pending + sending + unknown > 0) {
      throw new AppError("ledger-open-rows", codedText("campaign-open-recipients", { campaign: args.campaign }));
    }
    const started = state === "running" ? args.now : null;
    const ended = state === "finished" || state === "cancelled" ? args.now : null;
    db.run(
      `UPDATE campaign SET state = ?, reason = ?, message = ?, waiting_since = ?, started_at = coalesce(started_at, ?),
         finished_at = ? WHERE id = ?`,
      state === "waiting" ? "paused" : state,
      args.reason ?? null,
      args.message === undefined ? null : encodeText(args.message),
      state === "waiting" ? (args.since ?? args.now) : null,
      started,
      ended,
      args.campaign,
    );
    logCampaign(db, { ...args, state });
    if (args.event === "start") openFirstWave(db, args.campaign, args.now);
    if (args.event === "finish") endLastWave(db, args.campaign, args.now);
    if (before.kind === "bulk") recordPoint(db, { campaign: args.campaign, now: args.now, always: true });
    return getCampaign(db, args.campaign);
  });
}

/** Records a step in a campaign's history. */
export function logCampaign(
  db: WriteDb,
  args: Omit<MoveArgs, "event"> & { readonly event: string; readonly state: string },
): void {
  db.run(
    "INSERT INTO campaign_event (campaign, at, event, state, reason, message) VALUES (?, ?, ?, ?, ?, ?)",
    args.campaign,
    args.now,
    args.event,
    args.state,
    args.reason ?? null,
    args.message === undefined ? null : encodeText(args.message),
  );
}

export interface CancelArgs {
  readonly campaign: number;
  readonly code: string;
  readonly message: CodedText;
  readonly now: number;
}

/** Cancels a campaign and its pending recipients in one transaction, so nothing is claimed in between. */
export function cancelCampaign(db: WriteDb, { campaign, code, message, now }: CancelArgs): StoredCampaign {
  return db.transaction(() => {
    moveCampaign(db, { campaign, event: "cancel", message, now });
    cancelPending(db, { campaign, code, now });
    const campaignNow = getCampaign(db, campaign);
    if (campaignNow.kind === "bulk") recordPoint(db, { campaign, now, always: true });
    return campaignNow;
  });
}

/** Campaigns that are running, waiting or scheduled, or have rows in flight; none of them has a run when the program starts. */
export function campaignsWorked(db: ReadDb): StoredCampaign[] {
  return db
    .all<CampaignRecord>(
      `SELECT ${campaignColumns} FROM campaign
        WHERE c_sending > 0 OR state IN ('running', 'scheduled') OR waiting_since IS NOT NULL ORDER BY id`,
    )
    .map(storedCampaign);
}

/**
 * Every campaign is checked when it next starts to send. Where another database was put in place of the current one, none starts
 * automatically: those that wait for a time or a condition are paused.
 */
export function suspectAll(
  db: WriteDb,
  reason: "log-missing" | "backup-restored" | "cache-rebuilt",
  nowMs: number,
): void {
  db.transaction(() => {
    db.run("UPDATE campaign SET suspect = ? WHERE kind = 'bulk' AND state <> 'draft'", reason);
    if (reason === "log-missing") return;
    const message = codedText(`paused-${reason}`);
    for (const { id, state } of campaignsWorked(db)) {
      if (state === "scheduled" || state === "waiting")
        moveCampaign(db, { campaign: id, event: "pause", reason: "interrupted", message, now: nowMs });
    }
  });
}

/** Sets the speed; a `rate` of null removes the set rate, undefined keeps it. */
export function setSpeed(
  db: WriteDb,
  args: {
    readonly campaign: number;
    readonly rate: number | null | undefined;
    readonly concurrency: number | undefined;
  },
): StoredCampaign {
  if (args.rate !== undefined) db.run("UPDATE campaign SET set_rate = ? WHERE id = ?", args.rate, args.campaign);
  if (args.concurrency !== undefined)
    db.run("UPDATE campaign SET concurrency = ? WHERE id = ?", args.concurrency, args.campaign);
  return getCampaign(db, args.campaign);
}

/** Stores the number of recipients that an operator confirmed; it applies to every later start. */
export function confirmRecipients(
  db: WriteDb,
  args: { readonly campaign: number; readonly recipients: number; readonly now: number },
): void {
  db.transaction(() => {
    db.run("UPDATE campaign SET confirmed_recipients = ? WHERE id = ?", args.recipients, args.campaign);
    const { state, reason } = getCampaign(db, args.campaign);
    const message = codedText("recipients-confirmed", { recipients: args.recipients });
    logCampaign(db, { campaign: args.campaign, now: args.now, state, reason, event: "confirm", message });
  });
}

export interface CampaignStep {
  readonly at: number;
  readonly event: string;
  readonly state: string;
  readonly reason: string | null;
  readonly message: CodedText | null;
}

export function campaignSteps(db: ReadDb, campaign: number): CampaignStep[] {
  return db
    .all<Omit<CampaignStep, "message"> & { readonly message: string | null }>(
      "SELECT at, event, state, reason, message FROM campaign_event WHERE campaign = ? ORDER BY sequence",
      campaign,
    )
    .map(({ message, ...step }) => ({ ...step, message: message === null ? null : decodeText(message) }));
}

// Unknown recipients of campaigns without a run: which are due, and single messages whose sender no longer waits.

/** Campaigns with unknown recipients that are due; one index step per campaign that has any. */
export function campaignsDue(db: ReadDb, now: number): number[] {
  return db
    .all<{ campaign: number }>(
      `WITH RECURSIVE open(campaign) AS (
         SELECT min(campaign) FROM recipient INDEXED BY recipient_unknown WHERE outcome = 5
         UNION ALL
         SELECT (SELECT min(campaign) FROM recipient INDEXED BY recipient_unknown WHERE outcome = 5 AND campaign > open.campaign)
         FROM open WHERE open.campaign IS NOT NULL
       )
       SELECT open.campaign FROM open WHERE open.campaign IS NOT NULL AND EXISTS
         (SELECT 1 FROM recipient r INDEXED BY recipient_unknown
          WHERE r.campaign = open.campaign AND r.outcome = 5 AND r.check_at <= ?)`,
      now,
    )
    .map(({ campaign }) => campaign);
}

/** Due times belong to the process that wrote them: at the start of another, every row that is looked up automatically is due. */
export function restartLookUps(db: WriteDb): void {
  db.run("UPDATE recipient SET check_at = 0 WHERE outcome = 5 AND check_at IS NOT NULL");
}

/** Schedules look-ups of single messages whose sender stopped waiting, unless an operator has to decide or all look-ups were made. */
export function resumeSingles(
  db: WriteDb,
  { at, mostChecks }: { readonly at: number; readonly mostChecks: number },
): void {
  db.run(
    `UPDATE recipient SET check_at = ? WHERE outcome = 5 AND check_at IS NULL AND checks < ?
     AND coalesce(code, '') <> 'proven-not-sent' AND campaign IN (SELECT id FROM campaign WHERE kind = 'single' AND state <> 'running')`,
    at,
    mostChecks,
  );
}

/** Campaign ids of single messages to an endpoint whose outcome is unknown. */
export function unknownSingles(
  db: ReadDb,
  { connection, endpoint }: { readonly connection: number; readonly endpoint: string },
): number[] {
  return db
    .all<{ campaign: number }>(
      `SELECT r.campaign FROM recipient r INDEXED BY recipient_endpoint JOIN campaign c ON c.id = r.campaign
       WHERE r.endpoint = ? AND r.outcome = 5 AND c.connection = ? AND c.kind = 'single'`,
      endpoint,
      connection,
    )
    .map(({ campaign }) => campaign);
}

/** Cancels single messages that were never sent: their sender no longer waits, so they must not be sent later. Returns how many. */
export function cancelPendingSingles(db: WriteDb, now: number): number {
  return db.transaction(() => {
    const left = db.all<{ id: number }>("SELECT id FROM campaign WHERE kind = 'single' AND c_pending > 0");
    for (const { id } of left) cancelPending(db, { campaign: id, code: "not-sent", now });
    return left.length;
  });
}

// Reasons of failures and times of deliveries, for their charts. Each reads the rows of the campaign once.

export interface FailureCount {
  readonly outcome: "refused" | "unknown";
  readonly code: string | null;
  readonly message: CodedText | null;
  readonly count: number;
}

/** The most frequent reasons, and how many recipients have another one. */
export function countFailures(
  db: ReadDb,
  { campaign, limit }: { readonly campaign: number; readonly limit: number },
): { readonly failures: readonly FailureCount[]; readonly other: number } {
  const rows = db.all<{ outcome: number; code: string | null; message: string | null; count: number }>(
    `SELECT outcome, code, message, count(*) AS count FROM recipient WHERE campaign = ? AND outcome IN (4, 5)
     GROUP BY outcome, code, message ORDER BY count DESC, code, message`,
    campaign,
  );
  const failures = rows.slice(0, limit).map(({ outcome, code, message, count }): FailureCount => ({
    outcome: outcome === 4 ? "refused" : "unknown",
    code,
    message: message === null ? null : decodeText(message),
    count,
  }));
  return { failures, other: rows.slice(limit).reduce((sum, { count }) => sum + count, 0) };
}

/** Starts of the intervals of delivery times, in seconds. */
const deliverySteps = [0, 10, 30, 60, 120, 300, 900, 3600, 21_600, 86_400];

export interface DeliveryTimes {
  readonly fromMs: number;
  readonly untilMs: number | undefined;
  readonly count: number;
}

/** Delivered recipients by the time from the acceptance to the delivery; a service clock that is behind counts as 0. */
export function countDeliveryTimes(db: ReadDb, campaign: number): readonly DeliveryTimes[] {
  const cases = deliverySteps.map((from, index) => `WHEN ms >= ${from * 1000} THEN ${index}`).toReversed();
  const counts = db.all<{ step: number; count: number }>(
    `SELECT CASE ${cases.join(" ")} END AS step, count(*) AS count FROM
       (SELECT max(0, delivery_at - settled_at) AS ms FROM recipient
        WHERE campaign = ? AND outcome = 3 AND delivery = 'delivered' AND delivery_at IS NOT NULL AND settled_at IS NOT NULL)
     GROUP BY step`,
    campaign,
  );
  const byStep = new Map(counts.map(({ step, count }) => [step, count]));
  return deliverySteps.map((from, index) => {
    const until = deliverySteps[index + 1];
    return {
      fromMs: from * 1000,
      untilMs: until === undefined ? undefined : until * 1000,
      count: byStep.get(index) ?? 0,
    };
  });
}

// Counts over time, for the progress chart. Plain functions of the store thread.

/** Minimum distance between points; it grows with the age of the campaign, which bounds their number to some thousands. */
const shortestMs = 2_000;
const gapsPerLife = 1_000;

export interface TimelinePoint {
  readonly at: number;
  readonly counts: Counts;
  readonly delivery: Readonly<Record<string, number>>;
}

/** Records a point, unless the last one is recent; `always` is for changes of state. */
export function recordPoint(
  db: WriteDb,
  { campaign, now, always = false }: { readonly campaign: number; readonly now: number; readonly always?: boolean },
): void {
  const span = db.get<{ first: number | null; last: number | null }>(
    // Two subqueries read one end of the key each; a combined query would scan.
    `SELECT (SELECT min(at) FROM campaign_point WHERE campaign = ?) AS first,
       (SELECT max(at) FROM campaign_point WHERE campaign = ?) AS last`,
    campaign,
    campaign,
  );
  const last = span?.last ?? undefined;
  const gapMs = Math.max(shortestMs, (now - (span?.first ?? now)) / gapsPerLife);
  if (!always && last !== undefined && now - last < gapMs) return;
  const counts = readCounts(db, campaign);
  db.run(
    "INSERT OR REPLACE INTO campaign_point (campaign, at, counts, delivery) VALUES (?, ?, ?, ?)",
    campaign,
    now,
    JSON.stringify(counts),
    JSON.stringify(deliveryOf(db, campaign, counts.accepted)),
  );
}

export interface Throttle {
  readonly from: number;
  readonly until: number;
}

/** Records that messages were turned away in this time. Times that are closer than two points of the chart become one. */
export function recordThrottle(db: WriteDb, { campaign, from, until }: Throttle & { readonly campaign: number }): void {
  const last = db.get<{ from_at: number; until_at: number; first: number }>(
    `SELECT from_at, until_at, (SELECT min(from_at) FROM campaign_throttle WHERE campaign = ?) AS first
     FROM campaign_throttle WHERE campaign = ? ORDER BY from_at DESC LIMIT 1`,
    campaign,
    campaign,
  );
  const gapMs = Math.max(shortestMs, (from - (last?.first ?? from)) / gapsPerLife);
  const joined = last !== undefined && from - last.until_at <= gapMs ? last : undefined;
  db.run(
    "INSERT OR REPLACE INTO campaign_throttle (campaign, from_at, until_at) VALUES (?, ?, ?)",
    campaign,
    joined?.from_at ?? from,
    Math.max(joined?.until_at ?? until, until),
  );
}

/** Oldest first. */
export function listThrottles(db: ReadDb, campaign: number): Throttle[] {
  return db.all<Throttle & Record<string, unknown>>(
    'SELECT from_at AS "from", until_at AS "until" FROM campaign_throttle WHERE campaign = ? ORDER BY from_at',
    campaign,
  );
}

/** Accepted recipients without a status count as "unknown". */
function deliveryOf(db: ReadDb, campaign: number, accepted: number): Record<string, number> {
  const rows = db.all<{ value: string; count: number }>(
    "SELECT value, count FROM campaign_tally WHERE campaign = ? AND what = 'delivery' AND count > 0",
    campaign,
  );
  const counts = Object.fromEntries(rows.map(({ value, count }) => [value, count]));
  const sum = rows.reduce((all, { count }) => all + count, 0);
  return { ...counts, unknown: (counts["unknown"] ?? 0) + Math.max(0, accepted - sum) };
}

/** Oldest first; evenly thinned to `limit`, always including the first and the last. */
export function timeline(
  db: ReadDb,
  { campaign, limit }: { readonly campaign: number; readonly limit: number },
): TimelinePoint[] {
  const total =
    db.get<{ total: number }>("SELECT count(*) AS total FROM campaign_point WHERE campaign = ?", campaign)?.total ?? 0;
  // Integer division truncates, which keeps one point for each of `limit` equal steps.
  const step = (place: string): string => `${place} * ${limit - 1} / ${Math.max(1, total - 1)}`;
  const condition = total <= limit ? "1" : `place = 0 OR ${step("place")} <> ${step("(place - 1)")}`;
  const records = db.all<{ at: number; counts: string; delivery: string }>(
    `SELECT at, counts, delivery FROM
       (SELECT at, counts, delivery, row_number() OVER (ORDER BY at) - 1 AS place FROM campaign_point WHERE campaign = ?)
     WHERE ${condition} ORDER BY at`,
    campaign,
  );
  return records.map(({ at, counts, delivery }) => ({
    at,
    // Safe cast: only `recordPoint` writes this column.
    counts: JSON.parse(counts) as Counts,
    delivery: JSON.parse(delivery) as Record<string, number>,
  }));
}
