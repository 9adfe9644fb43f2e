/** Maps the stored campaign row to the engine's types. */
import { type CodedText, decodeText } from "#shared/texts/coded-text.ts";
import type { Expect, PauseReason, Schedule, StopRule, WavePlan } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { RowCounts } from "../../../core/jobs/ledger.ts";
import type { WavePhase } from "../../../core/jobs/waves.ts";
import { type JobState, type RowState, rowStates } from "../../../core/jobs/transitions.ts";

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

export interface CampaignRecord extends CounterRow {
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

export const counterColumns = "c_excluded, c_pending, c_sending, c_accepted, c_refused, c_unknown, c_cancelled";

export const campaignColumns = `id, kind, connection, name, state, reason, message, waiting_since, source_address, template, options,
  set_rate, concurrency, created_at, started_at, finished_at, c_matched_by_text, confirmed_recipients, ring_open,
  (SELECT count(*) FROM campaign_ring WHERE campaign = campaign.id) AS waveCount,
  (SELECT phase FROM campaign_ring WHERE campaign = campaign.id AND ring = ring_open) AS ring_phase, ${counterColumns}`;

export function storedCampaign(record: CampaignRecord): StoredCampaign {
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

// Maps stored outcome numbers to the engine's row states.

/** The stored number of an outcome is its index in `rowStates`. */
export const outcomeCode: Readonly<Record<RowState, number>> = {
  excluded: 0,
  pending: 1,
  sending: 2,
  accepted: 3,
  refused: 4,
  unknown: 5,
  cancelled: 6,
};

/** The row state of a stored number. */
export function outcomeOf(code: number): RowState {
  const state = rowStates[code];
  if (state === undefined) throw new Error(`outcome ${code} is not one of ours`);
  return state;
}

export interface CounterRow {
  readonly c_excluded: number;
  readonly c_pending: number;
  readonly c_sending: number;
  readonly c_accepted: number;
  readonly c_refused: number;
  readonly c_unknown: number;
  readonly c_cancelled: number;
}

export function countsOf(row: CounterRow): RowCounts {
  const counts = {
    excluded: row.c_excluded,
    pending: row.c_pending,
    sending: row.c_sending,
    accepted: row.c_accepted,
    refused: row.c_refused,
    unknown: row.c_unknown,
    cancelled: row.c_cancelled,
  };
  return { planned: Object.values(counts).reduce((sum, count) => sum + count, 0), ...counts };
}
