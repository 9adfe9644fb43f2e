/**
 * How often an endpoint's list was read without a message whose answer was lost, and when that proves that it was not sent:
 * three whole readings, each requested after the grace has ended, spread over at least twice the grace.
 *
 * A request may wait for the rate limit before it is written, so the spread is measured from the answer of the first reading, which
 * was written before, to the moment when the last one was queued, which was written after.
 *
 * Times are milliseconds of the monotonic clock, so setting the wall clock neither shortens nor blocks a proof. Nothing is
 * stored: a new process counts the grace and the readings from its own start.
 */
export interface Absence {
  /** Which attempt is in question. */
  readonly attempt: number;
  /** When the grace ends: not before it has passed since the attempt ended, or since this process began. */
  readonly graceEnd: number;
  /** When the first of the readings that count had its answer. */
  readonly firstAt: number | undefined;
  readonly readings: number;
  /** Ids seen on this list while the message was looked for: a list without them is not up to date. */
  readonly listed: ReadonlySet<string>;
  /** When its grace began, and how long it is remembered without being looked up. */
  readonly startedAt: number;
  readonly expiresAt: number;
}

const readingsForProof = 3;
/** A row that was not looked up for so long, beyond its next reading, was decided elsewhere or waits for a person. */
const retentionMs = 2 * 3_600_000;

export interface Absences {
  /** Of a row whose outcome is unknown; begins its grace when it is not known here. */
  of(row: AbsentRow): Absence;
  /** A list was read at `requestedAt`; `listed` are the ids that it has to go on holding. */
  saw(row: AbsentRow, listed: Iterable<string>): void;
  /**
   * Counts a whole list without the message, just answered. Answers "proven", or in how many milliseconds from `requestedAt` the
   * next reading is worth while: a grace after this answer.
   */
  count(row: AbsentRow, requestedAt: number): "proven" | { readonly waitMs: number };
  /** Its outcome is no longer unknown. */
  drop(row: AbsentRow): void;
}

export interface AbsentRow {
  readonly campaign: number;
  readonly row: number;
  readonly attempt: number;
  readonly graceMs: number;
  /** When the grace began: readings from before count no more. Missing: when the row was seen first. */
  readonly graceFrom?: number | undefined;
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
  const put = (row: AbsentRow, absence: Omit<Absence, "expiresAt">): Absence => {
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
    return put(row, { attempt: row.attempt, startedAt, graceEnd, firstAt: undefined, readings: 0, listed: new Set() });
  };
  return {
    of,
    saw(row, listed) {
      const before = of(row);
      put(row, { ...before, listed: new Set([...before.listed, ...listed]) });
    },
    count(row, requestedAt) {
      const before = of(row);
      if (requestedAt < before.graceEnd) return { waitMs: before.graceEnd - requestedAt };
      const answeredAt = Math.max(requestedAt, monotonic());
      const firstAt = before.firstAt ?? answeredAt;
      const readings = before.readings + 1;
      put(row, { ...before, firstAt, readings });
      const isSpread = requestedAt - firstAt >= (readingsForProof - 1) * row.graceMs;
      return readings >= readingsForProof && isSpread ? "proven" : { waitMs: answeredAt + row.graceMs - requestedAt };
    },
    drop: (row) => void tracked.delete(keyOf(row)),
  };
}
