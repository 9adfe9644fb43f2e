/** Rings of a campaign: their phases by the table, and how the recipients of one stand. Plain functions of the store's thread. */
import { decodeText, encodeText, type CodedText } from "#shared/texts/coded-text.ts";
import type { RowCounts } from "../../../jobs/ledger.ts";
import { moveRing, type RingEvent, type RingPhase } from "../../../jobs/rings.ts";
import type { ReadDb, WriteDb } from "../../../store/db.ts";
import { outcomeOf } from "./outcome-codes.ts";
import { readCounts } from "./queries-counters.ts";
import { isClaimable } from "./queries-ledger.ts";
import { unverifiedLeft, type UnverifiedLeft } from "./queries-unverified.ts";

export interface StoredRing {
  readonly ring: number;
  readonly size: number;
  readonly phase: RingPhase;
  readonly openedAt: number | undefined;
  readonly drainedAt: number | undefined;
  readonly decidedAt: number | undefined;
  readonly message: CodedText | undefined;
}

type RingRecord = { readonly [K in Exclude<keyof StoredRing, "message">]: Exclude<StoredRing[K], undefined> | null } & {
  readonly ring: number;
  readonly size: number;
  readonly phase: RingPhase;
  readonly message: string | null;
};

const ringColumns = `ring, size, phase, opened_at AS openedAt, drained_at AS drainedAt, decided_at AS decidedAt, message`;

/** In their order; empty for a campaign with only one. */
export function listRings(db: ReadDb, campaign: number): StoredRing[] {
  return db
    .all<RingRecord>(`SELECT ${ringColumns} FROM campaign_ring WHERE campaign = ? ORDER BY ring`, campaign)
    .map(storedRing);
}

/** How many recipients of each ring are pending, by its number; rings without any are missing. */
export function pendingByRing(db: ReadDb, campaign: number): ReadonlyMap<number, number> {
  const counted = db.all<{ ring: number; count: number }>(
    `SELECT ring, sum(count) AS count FROM (
       SELECT ring, count(*) AS count FROM recipient INDEXED BY recipient_pending
       WHERE campaign = ? AND outcome = 1 AND unverified = 0 GROUP BY ring
       UNION ALL
       SELECT ring, count(*) AS count FROM recipient INDEXED BY recipient_unverified
       WHERE campaign = ? AND outcome = 1 AND unverified > 0 GROUP BY ring
     ) GROUP BY ring`,
    campaign,
    campaign,
  );
  return new Map(counted.map(({ ring, count }) => [ring, count]));
}

/** The ring being worked, and whether it is the last one; undefined for a campaign with only one. */
export function currentRing(db: ReadDb, campaign: number): (StoredRing & { readonly last: boolean }) | undefined {
  const record = db.get<RingRecord & { last: number }>(
    `SELECT ${ringColumns}, ring = (SELECT max(ring) FROM campaign_ring WHERE campaign = ?) AS last FROM campaign_ring
     WHERE campaign = ? AND ring = (SELECT ring_open FROM campaign WHERE id = ?)`,
    campaign,
    campaign,
    campaign,
  );
  return record === undefined ? undefined : { ...storedRing(record), last: record.last === 1 };
}

function storedRing({ ring, size, phase, openedAt, drainedAt, decidedAt, message }: RingRecord): StoredRing {
  return {
    ring,
    size,
    phase,
    openedAt: openedAt ?? undefined,
    drainedAt: drainedAt ?? undefined,
    decidedAt: decidedAt ?? undefined,
    message: message === null ? undefined : decodeText(message),
  };
}

/** How the recipients of one ring stand. */
export interface RingStanding {
  /** Accepted, refused and unknown ones. */
  readonly sent: number;
  readonly unknown: number;
  readonly delivered: number;
  readonly asExpected: number;
  /** Accepted ones whose delivery is not final, or of whom no answer is known yet. */
  readonly mayDeliver: number;
  readonly mayAnswer: number;
}

interface StandingRecord {
  readonly outcome: number;
  readonly delivery: string | null;
  readonly reply: string | null;
  readonly count: number;
}

const undelivered: ReadonlySet<string | null> = new Set(["failed", "expired", "cancelled"]);
/** Not "otherwise": a device that said something else may still say what is expected. */
const unanswered: ReadonlySet<string | null> = new Set(["as-expected", "silent", "unknown"]);

export function ringStanding(
  db: ReadDb,
  { campaign, ring }: { readonly campaign: number; readonly ring: number },
): RingStanding {
  const standing = { sent: 0, unknown: 0, delivered: 0, asExpected: 0, mayDeliver: 0, mayAnswer: 0 };
  const records = db.all<StandingRecord>(
    `SELECT outcome, delivery, reply, count(*) AS count FROM recipient INDEXED BY recipient_ring
     WHERE campaign = ? AND ring = ? GROUP BY outcome, delivery, reply`,
    campaign,
    ring,
  );
  for (const { outcome: code, delivery, reply, count } of records) {
    const outcome = outcomeOf(code);
    if (outcome !== "accepted" && outcome !== "refused" && outcome !== "unknown") continue;
    standing.sent += count;
    if (outcome === "unknown") standing.unknown += count;
    if (outcome !== "accepted") continue;
    if (delivery === "delivered") standing.delivered += count;
    else if (!undelivered.has(delivery)) standing.mayDeliver += count;
    if (reply === "as-expected") standing.asExpected += count;
    else if (!unanswered.has(reply) && !undelivered.has(delivery)) standing.mayAnswer += count;
  }
  return standing;
}

const mayComeTrue = {
  delivered: "(delivery IS NULL OR delivery NOT IN ('delivered', 'failed', 'expired', 'cancelled'))",
  "expected-reply":
    "(reply IS NULL OR reply NOT IN ('as-expected', 'silent', 'unknown')) AND (delivery IS NULL OR delivery NOT IN ('failed', 'expired', 'cancelled'))",
} as const;

/** Accepted recipients of a ring for whom what its gate asks for may still come true, in their order. */
export function openOfRing(
  db: ReadDb,
  args: {
    readonly campaign: number;
    readonly ring: number;
    readonly on: keyof typeof mayComeTrue;
    readonly after: number;
    readonly limit: number;
  },
): readonly { readonly row: number; readonly endpoint: string }[] {
  return db.all<{ row: number; endpoint: string }>(
    `SELECT row, endpoint FROM recipient INDEXED BY recipient_ring
     WHERE campaign = ? AND ring = ? AND row > ? AND outcome = 3 AND ${mayComeTrue[args.on]} ORDER BY row LIMIT ?`,
    args.campaign,
    args.ring,
    args.after,
    args.limit,
  );
}

/** Accepted recipients of a ring whose lists have never been read since. */
export function neverAsked(db: ReadDb, campaign: number, ring: number): number {
  const found = db.get<{ count: number }>(
    `SELECT count(*) AS count FROM recipient INDEXED BY recipient_ring
     WHERE campaign = ? AND ring = ? AND outcome = 3 AND watches = 0 AND delivery IS NULL AND reply IS NULL`,
    campaign,
    ring,
  );
  return found?.count ?? 0;
}

/** Moves a ring by the table and writes down when. */
export function stepRing(
  db: WriteDb,
  args: {
    readonly campaign: number;
    readonly ring: Pick<StoredRing, "ring" | "phase">;
    readonly event: RingEvent;
    readonly now: number;
    readonly message?: CodedText | undefined;
  },
): RingPhase {
  const { campaign, ring, event, now } = args;
  const phase = moveRing(ring.phase, event);
  const moved = phase !== ring.phase;
  const at = (wanted: RingPhase): number | null => (moved && phase === wanted ? now : null);
  const sendsAgain = moved && phase === "sending" ? 1 : 0;
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
    ring.ring,
  );
  return phase;
}

/** The first ring is opened by the campaign's first start. */
export function openFirstRing(db: WriteDb, campaign: number, now: number): void {
  const ring = currentRing(db, campaign);
  if (ring?.phase === "closed") stepRing(db, { campaign, ring, event: "open", now });
}

/** The campaign has finished: its last ring has, too. */
export function endLastRing(db: WriteDb, campaign: number, now: number): void {
  const ring = currentRing(db, campaign);
  if (ring?.phase !== "sending") return;
  const phase = stepRing(db, { campaign, ring, event: "drain", now });
  stepRing(db, { campaign, ring: { ring: ring.ring, phase }, event: "meet", now });
}

/** Recipients of these rings are to be sent to again: a gate that is not passed begins anew. */
export function reopenRings(db: WriteDb, campaign: number, rings: ReadonlySet<number>, now: number): void {
  for (const ring of listRings(db, campaign)) {
    if (rings.has(ring.ring)) stepRing(db, { campaign, ring, event: "reopen", now });
  }
}

export interface LeftToDo {
  readonly counts: RowCounts;
  /** A row of an open ring may be claimed. */
  readonly claimable: boolean;
  /** Pending rows of open rings that are to be looked up before they may be claimed. */
  readonly unverified: UnverifiedLeft;
  /** Unknown recipients of the ring being worked; of all rings when it is the last. */
  readonly unknown: number;
  readonly last: boolean;
}

/** What is left of the ring being worked. One call, because look-ups commit between two calls of a run. */
export function leftToDo(db: ReadDb, campaign: number): LeftToDo {
  const counts = readCounts(db, campaign);
  const claimable = isClaimable(db, campaign);
  const unverified = unverifiedLeft(db, campaign);
  const ring = currentRing(db, campaign);
  if (ring === undefined || ring.last) return { counts, claimable, unverified, unknown: counts.unknown, last: true };
  const ofRing = db.get<{ unknown: number }>(
    "SELECT count(*) AS unknown FROM recipient INDEXED BY recipient_unknown WHERE campaign = ? AND outcome = 5 AND ring = ?",
    campaign,
    ring.ring,
  );
  return { counts, claimable, unverified, unknown: ofRing?.unknown ?? 0, last: false };
}

/** Rings are written down once, while the campaign is a draft. */
export function createRings(
  db: WriteDb,
  { campaign, sizes }: { readonly campaign: number; readonly sizes: readonly number[] },
): void {
  db.transaction(() => {
    sizes.forEach((size, ring) => {
      db.run(
        "INSERT INTO campaign_ring (campaign, ring, size, phase) VALUES (?, ?, ?, 'closed')",
        campaign,
        ring,
        size,
      );
    });
  });
}

/** Puts rows into a ring; a group at a time, so that the store's thread does other things in between. */
export function putInRing(
  db: WriteDb,
  { campaign, ring, rows }: { readonly campaign: number; readonly ring: number; readonly rows: Float64Array },
): void {
  db.transaction(() => {
    for (const row of rows) db.run("UPDATE recipient SET ring = ? WHERE campaign = ? AND row = ?", ring, campaign, row);
  });
}
