/** The database's data on a campaign's send mark, and the next rows in claim order. Plain functions of the store thread. */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";
import type { ClaimPosition } from "../../../core/hosts.ts";
import type { ReadDb, WriteDb } from "../../../core/store/db.ts";

/** The database's data on its own mark, and why it may be behind. */
export interface SendState {
  readonly uuid: string;
  /** 0: no mark was ever written. */
  readonly generation: number;
  /** Rows that were ever claimed. */
  readonly claims: number;
  readonly suspect: SuspectReason | undefined;
  /** Service time after which no other copy sent the unverified rows; undefined where there are none. */
  readonly suspectAt: number | undefined;
  /** Service time before which no other copy sent them; undefined: at any time since the campaign was planned. */
  readonly suspectFrom: number | undefined;
}

export type SuspectReason =
  | "database-behind"
  | "unclean-end"
  | "log-missing"
  | "backup-restored"
  | "cache-rebuilt"
  | "mark-missing"
  | "taken-over"
  | "listed"
  | "list-not-read";

export function sendState(db: ReadDb, campaign: number): SendState {
  const record = db.get<{
    uuid: string | null;
    generation: number;
    claims: number;
    suspect: SuspectReason | null;
    suspectAt: number | null;
    suspectFrom: number | null;
  }>(
    `SELECT uuid, mark_generation AS generation, claims, suspect, suspect_at AS suspectAt, suspect_from AS suspectFrom
     FROM campaign WHERE id = ?`,
    campaign,
  );
  if (record === undefined || record.uuid === null) {
    throw new AppError("campaign-unknown", codedText("campaign-unknown", { campaign }));
  }
  const { uuid, generation, claims, suspect, suspectAt, suspectFrom } = record;
  return {
    uuid,
    generation,
    claims,
    suspect: suspect ?? undefined,
    suspectAt: suspectAt ?? undefined,
    suspectFrom: suspectFrom ?? undefined,
  };
}

/** The last row in claim order that is unverified or, where `claimed` is set, was ever claimed. */
export function sentUpTo(
  db: ReadDb,
  { campaign, claimed }: { readonly campaign: number; readonly claimed: boolean },
): ClaimPosition | undefined {
  const last = db.get<{ wave: number; row: number }>(
    `SELECT ring AS wave, row FROM recipient INDEXED BY recipient_unverified WHERE campaign = ? AND outcome = 1 AND unverified > 0
     ORDER BY ring DESC, row DESC LIMIT 1`,
    campaign,
  );
  const before = claimed ? lastClaimed(db, campaign) : undefined;
  if (last === undefined || before === undefined) return last ?? before;
  return isBehind(last, before) ? before : last;
}

/** Position of the last row that was ever claimed. */
export function lastClaimed(db: ReadDb, campaign: number): ClaimPosition | undefined {
  return db.get<{ wave: number; row: number }>(
    "SELECT ring AS wave, row FROM recipient WHERE campaign = ? AND attempts > 0 ORDER BY ring DESC, row DESC LIMIT 1",
    campaign,
  );
}

/** Call it before the mark with this generation is written, so the database is never behind a mark that its own process writes. */
export function setMarkGeneration(
  db: WriteDb,
  { campaign, generation }: { readonly campaign: number; readonly generation: number },
): void {
  db.run("UPDATE campaign SET mark_generation = ? WHERE id = ?", generation, campaign);
}

/** Another copy sent unverified rows by this time at the latest; from then on, only this database sends them. */
export function limitSuspectAt(
  db: WriteDb,
  { campaign, at }: { readonly campaign: number; readonly at: number },
): void {
  db.run("UPDATE campaign SET suspect_at = min(suspect_at, ?) WHERE id = ?", at, campaign);
}

const claimable = "FROM recipient INDEXED BY recipient_pending WHERE campaign = ? AND outcome = 1 AND unverified = 0";

export interface StretchArgs {
  readonly campaign: number;
  readonly rows: number;
  /** Current position of the mark. */
  readonly position: ClaimPosition | undefined;
  /** Generation of the mark that is written next. */
  readonly generation: number;
}

export interface StretchEnd {
  readonly position: ClaimPosition;
  /** Rows of the stretch that may be claimed now. */
  readonly rows: number;
  /** The stretch ends after the mark's position: the generation is stored, and the mark has to be advanced. */
  readonly further: boolean;
}

/** End of a stretch of claimable rows that starts with the next one; undefined where no row is claimable. */
export function nextStretch(db: WriteDb, args: StretchArgs): StretchEnd | undefined {
  const { campaign, position, generation } = args;
  return db.transaction(() => {
    const end = stretchEnd(db, args);
    if (end === undefined) return undefined;
    const further = position === undefined || isBehind(position, end.position);
    if (further) setMarkGeneration(db, { campaign, generation });
    return { ...end, further };
  });
}

/** Whether `position` comes before `other` in claim order. */
export function isBehind(position: ClaimPosition, other: ClaimPosition): boolean {
  return position.wave < other.wave || (position.wave === other.wave && position.row < other.row);
}

function stretchEnd(db: ReadDb, { campaign, rows }: StretchArgs): Omit<StretchEnd, "further"> | undefined {
  const open = `${claimable} AND ring <= (SELECT ring_open FROM campaign WHERE id = recipient.campaign)`;
  const full = db.get<{ wave: number; row: number }>(
    `SELECT ring AS wave, row ${open} ORDER BY ring, row LIMIT 1 OFFSET ?`,
    campaign,
    rows - 1,
  );
  if (full !== undefined) return { position: full, rows };
  const last = db.get<{ wave: number; row: number }>(
    `SELECT ring AS wave, row ${open} ORDER BY ring DESC, row DESC LIMIT 1`,
    campaign,
  );
  const count = db.get<{ count: number }>(`SELECT count(*) AS count ${open}`, campaign);
  return last === undefined ? undefined : { position: last, rows: count?.count ?? 0 };
}

export interface PendingRow {
  readonly row: number;
  readonly target: string;
  readonly text: string;
}

/**
 * The next rows to be claimed, one for each number of `random` (from 0 up to 1) among all claimable rows, and the first rejected rows, which
 * a newer state of the database may have retried. Rows that were requeued with an unconfirmed attempt are excluded: their messages on the
 * list say nothing about the other rows.
 */
export function sampleClaimable(
  db: ReadDb,
  { campaign, next, random }: { readonly campaign: number; readonly next: number; readonly random: readonly number[] },
): PendingRow[] {
  const columns = "SELECT row, endpoint AS target, text";
  const first = db.all<PendingRow>(
    `${columns} ${claimable} AND doubt_at IS NULL ORDER BY ring, row LIMIT ?`,
    campaign,
    next,
  );
  const count = db.get<{ count: number }>(`SELECT count(*) AS count ${claimable}`, campaign)?.count ?? 0;
  const some = random.flatMap((share) =>
    db.all<PendingRow>(
      `SELECT row, target, text FROM (${columns}, doubt_at ${claimable} ORDER BY ring, row LIMIT 1 OFFSET ?) WHERE doubt_at IS NULL`,
      campaign,
      Math.floor(share * count),
    ),
  );
  const hasRejected = db.get("SELECT 1 FROM campaign WHERE id = ? AND c_refused > 0", campaign) !== undefined;
  const rejected = hasRejected
    ? db.all<PendingRow>(
        `${columns} FROM recipient WHERE campaign = ? AND outcome = 4 AND doubt_at IS NULL ORDER BY row LIMIT ?`,
        campaign,
        next,
      )
    : [];
  return [...new Map([...first, ...some, ...rejected].map((row) => [row.row, row])).values()];
}
