/**
 * Counts readings of an endpoint's list without a message whose answer was lost, and decides when they prove that it was not sent:
 * three complete readings, each requested after the grace period has ended, spread over at least twice the grace period.
 * A request may wait for the rate limit before it is written, so the spread is measured from the answer of the first reading, which
 * was written before, to the moment when the last one was queued, which was written after. Times are milliseconds of the monotonic
 * clock, so setting the wall clock neither shortens nor blocks a proof. Nothing is stored: a new process counts the grace period and
 * the readings from its own start.
 */
export interface Absence {
  /** The attempt in question. */
  readonly attempt: number;
  /** When the grace period ends; it starts when the attempt ends, or when this process starts. */
  readonly graceEnd: number;
  /** When the first of the readings that count was answered. */
  readonly firstAt: number | undefined;
  readonly readings: number;
  /** Ids seen on this list while the message was looked for; a list without them is out of date. */
  readonly listed: ReadonlySet<string>;
  /** When the grace period began (`startedAt`), and when the entry is discarded unless it is looked up. */
  readonly startedAt: number;
  readonly expiresAt: number;
}

const readingsForProof = 3;
/** A row that was not looked up for this long after its next reading was decided elsewhere or waits for an operator. */
const retentionMs = 2 * 3_600_000;

export interface Absences {
  /** State of a row whose outcome is unknown; the first call starts its grace period. */
  of(row: AbsentRow): Absence;
  /** Records the ids of a list that later lists have to contain. */
  recordListed(row: AbsentRow, listed: Iterable<string>): void;
  /**
   * Counts a complete list without the message, just answered. Returns "proven", or how many milliseconds after `requestedAt` the
   * next reading is useful: one grace period after this answer.
   */
  count(row: AbsentRow, requestedAt: number): "proven" | { readonly waitMs: number };
  /** Discards a row: its outcome is no longer unknown. */
  remove(row: AbsentRow): void;
}

export interface AbsentRow {
  readonly campaign: number;
  readonly row: number;
  readonly attempt: number;
  readonly graceMs: number;
  /** When the grace period began: earlier readings do not count. Undefined: when the row was first seen. */
  readonly graceFrom?: number;
}

export function createAbsences(monotonic: () => number): Absences {
  const tracked = new Map<string, Absence>();
  const keyOf = ({ campaign, row }: AbsentRow): string => `${campaign}/${row}`;
  let sweepAt = 0;
  const sweep = (now: number): void => {
    if (now < sweepAt) return;
    sweepAt = now + retentionMs;
    for (const [key, { expiresAt }] of tracked) if (expiresAt < now) tracked.delete(key);
  };
  const save = (row: AbsentRow, absence: Omit<Absence, "expiresAt">): Absence => {
    const entry = { ...absence, expiresAt: monotonic() + readingsForProof * row.graceMs + retentionMs };
    tracked.set(keyOf(row), entry);
    return entry;
  };
  const of = (row: AbsentRow): Absence => {
    const now = monotonic();
    const before = tracked.get(keyOf(row));
    if (before?.attempt === row.attempt && before.startedAt >= (row.graceFrom ?? 0)) return before;
    sweep(now);
    const startedAt = row.graceFrom ?? now;
    const graceEnd = startedAt + row.graceMs;
    return save(row, { attempt: row.attempt, startedAt, graceEnd, firstAt: undefined, readings: 0, listed: new Set() });
  };
  return {
    of,
    recordListed(row, listed) {
      const before = of(row);
      save(row, { ...before, listed: new Set([...before.listed, ...listed]) });
    },
    count(row, requestedAt) {
      const before = of(row);
      if (requestedAt < before.graceEnd) return { waitMs: before.graceEnd - requestedAt };
      const answeredAt = Math.max(requestedAt, monotonic());
      const firstAt = before.firstAt ?? answeredAt;
      const readings = before.readings + 1;
      save(row, { ...before, firstAt, readings });
      const isSpread = requestedAt - firstAt >= (readingsForProof - 1) * row.graceMs;
      return readings >= readingsForProof && isSpread ? "proven" : { waitMs: answeredAt + row.graceMs - requestedAt };
    },
    remove: (row) => void tracked.delete(keyOf(row)),
  };
}
