/** The campaign's own row: state transitions, speed, and history. */
import { type CodedText, codedText, decodeText, encodeText } from "#shared/texts/coded-text.ts";
import type {
  CampaignSort,
  Expect,
  PauseReason,
  Schedule,
  StopRule,
  WavePlan,
} from "#shared/contract/campaigns/campaign-schemas.ts";
import { AppError } from "#shared/failure.ts";
import type { RowCounts } from "../../../core/jobs/ledger.ts";
import { type JobEvent, isWaitReason, type JobState, moveJob } from "../../../core/jobs/transitions.ts";
import type { WavePhase } from "../../../core/jobs/waves.ts";
import type { ReadDb, WriteDb } from "../../../core/store/db.ts";
import { allOf, likeText, placeholders, type SqlPart } from "../../../core/store/sql.ts";
import { cancelPending } from "./queries-recipients.ts";
import { endLastWave, openFirstWave } from "./queries-waves.ts";
import { recordPoint } from "./queries-charts.ts";
import { counterColumns, type CounterRow, countsOf } from "./queries-counters.ts";

/** Options frozen at planning, in addition to audience and text. */
export interface CampaignOptions {
  readonly schedule: Schedule | undefined;
  /** Campaigns planned before outage limits existed have none. */
  readonly stopRule: Omit<StopRule, "outageLimitMinutes"> & Partial<Pick<StopRule, "outageLimitMinutes">>;
  /** What happens to a recipient whose message is proven not sent: it is sent again within the run, or waits for an operator. */
  readonly whenNotListed: "send" | "ask";
  /** Absolute path of the suppression file; it is read again whenever sending starts. */
  readonly suppressFile: string | undefined;
  readonly rollout?: WavePlan;
  /** Missing in campaigns from before replies were tracked; their messages are not checked automatically. */
  readonly expect?: Expect;
  readonly watchHours?: number;
}

export interface StoredCampaign {
  readonly id: number;
  readonly kind: "bulk" | "single";
  readonly connection: number;
  readonly name: string;
  readonly state: JobState;
  readonly reason: PauseReason | undefined;
  readonly message: CodedText | undefined;
  /** When the wait began; only in the state "waiting". */
  readonly waitingSince: number | undefined;
  readonly sourceAddress: string;
  readonly template: string;
  readonly options: CampaignOptions;
  readonly setRate: number | undefined;
  readonly concurrency: number;
  readonly createdAt: number;
  readonly startedAt: number | undefined;
  readonly finishedAt: number | undefined;
  readonly counts: RowCounts;
  /** Accepted recipients without an id from the answer, matched to a record of the service by text and sender. */
  readonly matchedByText: number;
  /** Number of recipients that an operator confirmed before the first start. */
  readonly confirmedRecipients: number | undefined;
  /** The current wave, from 0, and the number of waves; both are 0 for a campaign without waves. */
  readonly openWave: number;
  readonly waveCount: number;
  /** Phase of the current wave. */
  readonly wavePhase: WavePhase | undefined;
}

interface CampaignRecord extends CounterRow {
  readonly id: number;
  readonly kind: "bulk" | "single";
  readonly connection: number;
  readonly name: string;
  /** A waiting campaign is stored as paused with `waiting_since`; see migration 0240. */
  readonly state: Exclude<JobState, "waiting">;
  readonly reason: PauseReason | null;
  readonly message: string | null;
  readonly waiting_since: number | null;
  readonly source_address: string;
  readonly template: string;
  readonly options: string;
  readonly set_rate: number | null;
  readonly concurrency: number;
  readonly created_at: number;
  readonly started_at: number | null;
  readonly finished_at: number | null;
  readonly c_matched_by_text: number;
  readonly confirmed_recipients: number | null;
  readonly ring_open: number;
  readonly waveCount: number;
  readonly ring_phase: WavePhase | null;
}

const campaignColumns = `id, kind, connection, name, state, reason, message, waiting_since, source_address, template, options,
  set_rate, concurrency, created_at, started_at, finished_at, c_matched_by_text, confirmed_recipients, ring_open,
  (SELECT count(*) FROM campaign_ring WHERE campaign = campaign.id) AS waveCount,
  (SELECT phase FROM campaign_ring WHERE campaign = campaign.id AND ring = ring_open) AS ring_phase, ${counterColumns}`;

function storedCampaign(record: CampaignRecord): StoredCampaign {
  return {
    id: record.id,
    kind: record.kind,
    connection: record.connection,
    name: record.name,
    state: record.waiting_since === null ? record.state : "waiting",
    reason: record.reason ?? undefined,
    message: record.message === null ? undefined : decodeText(record.message),
    waitingSince: record.waiting_since ?? undefined,
    sourceAddress: record.source_address,
    template: record.template,
    // Safe cast: only `createCampaign` writes this column, from the same type.
    options: JSON.parse(record.options) as CampaignOptions,
    setRate: record.set_rate ?? undefined,
    concurrency: record.concurrency,
    createdAt: record.created_at,
    startedAt: record.started_at ?? undefined,
    finishedAt: record.finished_at ?? undefined,
    counts: countsOf(record),
    matchedByText: record.c_matched_by_text,
    confirmedRecipients: record.confirmed_recipients ?? undefined,
    openWave: record.ring_open,
    waveCount: record.waveCount,
    wavePhase: record.ring_phase ?? undefined,
  };
}

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

function listFilter({
  connection,
  states,
  search = "",
}: Pick<CampaignPageQuery, "connection" | "states" | "search">): SqlPart {
  const conditions: SqlPart[] = [{ sql: "kind = 'bulk' AND state <> 'draft'", values: [] }];
  if (connection !== undefined) conditions.push({ sql: "connection = ?", values: [connection] });
  if (states !== undefined)
    conditions.push({ sql: `${sortValues.state} IN (${placeholders(states)})`, values: states });
  const like = { sql: String.raw`name LIKE ? ESCAPE '\'`, values: [likeText(search.trim())] };
  return allOf(search.trim() === "" ? conditions : [...conditions, like]);
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

/** Campaign ids of single messages to an endpoint whose outcome is unknown, or was not recorded. */
export function unknownSingles(
  db: ReadDb,
  { connection, endpoint }: { readonly connection: number; readonly endpoint: string },
): number[] {
  return db
    .all<{ campaign: number }>(
      `SELECT r.campaign FROM recipient r INDEXED BY recipient_endpoint JOIN campaign c ON c.id = r.campaign
       WHERE r.endpoint = ? AND r.outcome IN (2, 5) AND c.connection = ? AND c.kind = 'single'`,
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
