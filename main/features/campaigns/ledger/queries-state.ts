/** The campaign's own row: state transitions, speed, and history. */
import { codedText, decodeText, encodeText, type CodedText } from "#shared/texts/coded-text.ts";
import type { PauseReason } from "#shared/contract/campaigns/campaign-schemas.ts";
import { AppError } from "#shared/failure.ts";
import { isWaitReason, moveJob, type JobEvent } from "../../../core/jobs/transitions.ts";
import type { ReadDb, WriteDb } from "../../../core/store/db.ts";
import { cancelPending } from "./queries-cancel.ts";
import { recordPoint } from "./queries-points.ts";
import { endLastWave, openFirstWave } from "./queries-waves.ts";
import { campaignColumns, storedCampaign, type CampaignRecord, type StoredCampaign } from "./campaign-row.ts";

export function getCampaign(db: ReadDb, id: number): StoredCampaign {
  const record = db.get<CampaignRecord>(`SELECT ${campaignColumns} FROM campaign WHERE id = ?`, id);
  if (record === undefined) throw new AppError("campaign-unknown", codedText("campaign-unknown", { campaign: id }));
  return storedCampaign(record);
}

/** Bulk campaigns, newest first; of one connection, or of all. */
export function listCampaigns(db: ReadDb, connection: number | undefined): StoredCampaign[] {
  const where = connection === undefined ? "" : "AND connection = ?";
  const values = connection === undefined ? [] : [connection];
  return db
    .all<CampaignRecord>(
      `SELECT ${campaignColumns} FROM campaign WHERE kind = 'bulk' AND state <> 'draft' ${where} ORDER BY id DESC`,
      ...values,
    )
    .map(storedCampaign);
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
