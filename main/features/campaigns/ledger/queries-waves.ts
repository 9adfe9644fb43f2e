/** Waves of a campaign: phase transitions by the table, and progress of their recipients. Plain functions of the store thread. */
import { type CodedText, decodeText, encodeText } from "#shared/texts/coded-text.ts";
import type { RowCounts } from "../../../core/jobs/ledger.ts";
import { moveWave, type WaveEvent, type WavePhase } from "../../../core/jobs/waves.ts";
import type { ReadDb, WriteDb } from "../../../core/store/db.ts";
import { outcomeOf, readCounts } from "./queries-counters.ts";
import { isClaimable } from "./queries-ledger.ts";
import { type UnverifiedLeft, unverifiedLeft } from "./queries-reconcile.ts";

export interface StoredWave {
  readonly wave: number;
  readonly size: number;
  readonly phase: WavePhase;
  readonly openedAt: number | undefined;
  readonly drainedAt: number | undefined;
  readonly decidedAt: number | undefined;
  readonly message: CodedText | undefined;
}

type WaveRecord = { readonly [K in Exclude<keyof StoredWave, "message">]: Exclude<StoredWave[K], undefined> | null } & {
  readonly wave: number;
  readonly size: number;
  readonly phase: WavePhase;
  readonly message: string | null;
};

const waveColumns = `ring AS wave, size, phase, opened_at AS openedAt, drained_at AS drainedAt, decided_at AS decidedAt, message`;

/** In wave order; empty for a campaign with a single wave. */
export function listWaves(db: ReadDb, campaign: number): StoredWave[] {
  return db
    .all<WaveRecord>(`SELECT ${waveColumns} FROM campaign_ring WHERE campaign = ? ORDER BY ring`, campaign)
    .map(storedWave);
}

/** Number of pending recipients by wave; waves without any are missing. */
export function pendingByWave(db: ReadDb, campaign: number): ReadonlyMap<number, number> {
  const rows = db.all<{ wave: number; count: number }>(
    `SELECT ring AS wave, sum(count) AS count FROM (
       SELECT ring, count(*) AS count FROM recipient INDEXED BY recipient_pending
       WHERE campaign = ? AND outcome = 1 AND unverified = 0 GROUP BY ring
       UNION ALL
       SELECT ring, count(*) AS count FROM recipient INDEXED BY recipient_unverified
       WHERE campaign = ? AND outcome = 1 AND unverified > 0 GROUP BY ring
     ) GROUP BY ring`,
    campaign,
    campaign,
  );
  return new Map(rows.map(({ wave, count }) => [wave, count]));
}

/** The current wave, and whether it is the last one; undefined for a campaign with a single wave. */
export function currentWave(db: ReadDb, campaign: number): (StoredWave & { readonly last: boolean }) | undefined {
  const record = db.get<WaveRecord & { last: number }>(
    `SELECT ${waveColumns}, ring = (SELECT max(ring) FROM campaign_ring WHERE campaign = ?) AS last FROM campaign_ring
     WHERE campaign = ? AND ring = (SELECT ring_open FROM campaign WHERE id = ?)`,
    campaign,
    campaign,
    campaign,
  );
  return record === undefined ? undefined : { ...storedWave(record), last: record.last === 1 };
}

function storedWave({ wave, size, phase, openedAt, drainedAt, decidedAt, message }: WaveRecord): StoredWave {
  return {
    wave,
    size,
    phase,
    openedAt: openedAt ?? undefined,
    drainedAt: drainedAt ?? undefined,
    decidedAt: decidedAt ?? undefined,
    message: message === null ? undefined : decodeText(message),
  };
}

/** Progress of the recipients of one wave. */
export interface WaveProgress {
  /** Accepted, rejected and unknown recipients. */
  readonly sent: number;
  readonly unknown: number;
  readonly delivered: number;
  readonly asExpected: number;
  /** Accepted recipients whose delivery is not final (`mayDeliver`), or that may still send the expected reply (`mayAnswer`). */
  readonly mayDeliver: number;
  readonly mayAnswer: number;
}

interface ProgressRecord {
  readonly outcome: number;
  readonly delivery: string | null;
  readonly reply: string | null;
  readonly count: number;
}

const undelivered: ReadonlySet<string | null> = new Set(["failed", "expired", "cancelled"]);
/** Without "otherwise": after another reply, a device may still send the expected one. */
const unanswered: ReadonlySet<string | null> = new Set(["as-expected", "silent", "unknown"]);

export function waveProgress(
  db: ReadDb,
  { campaign, wave }: { readonly campaign: number; readonly wave: number },
): WaveProgress {
  const progress = { sent: 0, unknown: 0, delivered: 0, asExpected: 0, mayDeliver: 0, mayAnswer: 0 };
  const records = db.all<ProgressRecord>(
    `SELECT outcome, delivery, reply, count(*) AS count FROM recipient INDEXED BY recipient_ring
     WHERE campaign = ? AND ring = ? GROUP BY outcome, delivery, reply`,
    campaign,
    wave,
  );
  for (const { outcome: code, delivery, reply, count } of records) {
    const outcome = outcomeOf(code);
    if (outcome !== "accepted" && outcome !== "refused" && outcome !== "unknown") continue;
    progress.sent += count;
    if (outcome === "unknown") progress.unknown += count;
    if (outcome !== "accepted") continue;
    if (delivery === "delivered") progress.delivered += count;
    else if (!undelivered.has(delivery)) progress.mayDeliver += count;
    if (reply === "as-expected") progress.asExpected += count;
    else if (!unanswered.has(reply) && !undelivered.has(delivery)) progress.mayAnswer += count;
  }
  return progress;
}

const undecidedConditions = {
  delivered: "(delivery IS NULL OR delivery NOT IN ('delivered', 'failed', 'expired', 'cancelled'))",
  "expected-reply":
    "(reply IS NULL OR reply NOT IN ('as-expected', 'silent', 'unknown')) AND (delivery IS NULL OR delivery NOT IN ('failed', 'expired', 'cancelled'))",
} as const;

/** Accepted recipients of a wave that may still satisfy its gate, in row order. */
export function undecidedInWave(
  db: ReadDb,
  args: {
    readonly campaign: number;
    readonly wave: number;
    readonly on: keyof typeof undecidedConditions;
    readonly after: number;
    readonly limit: number;
  },
): readonly { readonly row: number; readonly endpoint: string }[] {
  return db.all<{ row: number; endpoint: string }>(
    `SELECT row, endpoint FROM recipient INDEXED BY recipient_ring
     WHERE campaign = ? AND ring = ? AND row > ? AND outcome = 3 AND ${undecidedConditions[args.on]} ORDER BY row LIMIT ?`,
    args.campaign,
    args.wave,
    args.after,
    args.limit,
  );
}

/** Accepted recipients of a wave whose lists were never read since they were sent to. */
export function countUnchecked(db: ReadDb, campaign: number, wave: number): number {
  const record = db.get<{ count: number }>(
    `SELECT count(*) AS count FROM recipient INDEXED BY recipient_ring
     WHERE campaign = ? AND ring = ? AND outcome = 3 AND watches = 0 AND delivery IS NULL AND reply IS NULL`,
    campaign,
    wave,
  );
  return record?.count ?? 0;
}

/** Applies an event to a wave by the table and records its times. */
export function stepWave(
  db: WriteDb,
  args: {
    readonly campaign: number;
    readonly wave: Pick<StoredWave, "wave" | "phase">;
    readonly event: WaveEvent;
    readonly now: number;
    readonly message?: CodedText;
  },
): WavePhase {
  const { campaign, wave, event, now } = args;
  const phase = moveWave(wave.phase, event);
  const isChanged = phase !== wave.phase;
  const at = (target: WavePhase): number | null => (isChanged && phase === target ? now : null);
  const sendsAgain = isChanged && phase === "sending" ? 1 : 0;
  db.run(
    `UPDATE campaign_ring SET phase = ?, opened_at = coalesce(opened_at, ?),
       drained_at = CASE WHEN ? THEN NULL ELSE coalesce(drained_at, ?) END,
       decided_at = CASE WHEN ? THEN NULL ELSE coalesce(decided_at, ?, ?) END,
       message = CASE WHEN ? THEN NULL ELSE coalesce(?, message) END WHERE campaign = ? AND ring = ?`,
    phase,
    at("sending"),
    sendsAgain,
    at("waiting"),
    sendsAgain,
    at("passed"),
    at("failed"),
    sendsAgain,
    args.message === undefined ? null : encodeText(args.message),
    campaign,
    wave.wave,
  );
  return phase;
}

/** Moves the time since when a wave waits to the wall clock that was set by `ms`. */
export function shiftDrained(db: WriteDb, campaign: number, ms: number): void {
  const shifted = "UPDATE campaign_ring SET drained_at = drained_at + ? WHERE campaign = ? AND phase = 'waiting'";
  db.run(shifted, ms, campaign);
}

/** Opens the first wave at the campaign's first start. */
export function openFirstWave(db: WriteDb, campaign: number, now: number): void {
  const wave = currentWave(db, campaign);
  if (wave?.phase === "closed") stepWave(db, { campaign, wave, event: "open", now });
}

/** Ends the last wave when the campaign has finished. */
export function endLastWave(db: WriteDb, campaign: number, now: number): void {
  const wave = currentWave(db, campaign);
  if (wave?.phase !== "sending") return;
  const phase = stepWave(db, { campaign, wave, event: "drain", now });
  stepWave(db, { campaign, wave: { wave: wave.wave, phase }, event: "meet", now });
}

/** Rows of these waves are to be sent again, so a gate that has not passed is evaluated from the start. */
export function reopenWaves(db: WriteDb, campaign: number, waves: ReadonlySet<number>, now: number): void {
  for (const wave of listWaves(db, campaign)) {
    if (waves.has(wave.wave)) stepWave(db, { campaign, wave, event: "reopen", now });
  }
}

export interface LeftToDo {
  readonly counts: RowCounts;
  /** A row of an open wave may be claimed. */
  readonly claimable: boolean;
  /** Pending rows of open waves that must be looked up before they may be claimed. */
  readonly unverified: UnverifiedLeft;
  /** Unknown recipients of the current wave; of all waves when it is the last. */
  readonly unknown: number;
  readonly last: boolean;
}

/** Work left in the current wave. One call, because look-ups commit between two calls of a run. */
export function leftToDo(db: ReadDb, campaign: number): LeftToDo {
  const counts = readCounts(db, campaign);
  const claimable = isClaimable(db, campaign);
  const unverified = unverifiedLeft(db, campaign);
  const wave = currentWave(db, campaign);
  if (wave === undefined || wave.last) return { counts, claimable, unverified, unknown: counts.unknown, last: true };
  const waveCounts = db.get<{ unknown: number }>(
    "SELECT count(*) AS unknown FROM recipient INDEXED BY recipient_unknown WHERE campaign = ? AND outcome = 5 AND ring = ?",
    campaign,
    wave.wave,
  );
  return { counts, claimable, unverified, unknown: waveCounts?.unknown ?? 0, last: false };
}

/** Stores the waves, once, while the campaign is a draft. */
export function createWaves(
  db: WriteDb,
  { campaign, sizes }: { readonly campaign: number; readonly sizes: readonly number[] },
): void {
  db.transaction(() => {
    sizes.forEach((size, wave) => {
      db.run(
        "INSERT INTO campaign_ring (campaign, ring, size, phase) VALUES (?, ?, ?, 'closed')",
        campaign,
        wave,
        size,
      );
    });
  });
}

/** Assigns a batch of rows to a wave; between batches the store thread can serve other calls. */
export function assignToWave(
  db: WriteDb,
  { campaign, wave, rows }: { readonly campaign: number; readonly wave: number; readonly rows: Float64Array },
): void {
  db.transaction(() => {
    for (const row of rows) db.run("UPDATE recipient SET ring = ? WHERE campaign = ? AND row = ?", wave, campaign, row);
  });
}
