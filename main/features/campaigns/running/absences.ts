/**
 * How often an endpoint's list was read without a message whose answer was lost, and when that proves that it was not sent:
 * three whole readings, each requested after the grace has ended, spread over at least twice the grace.
 *
 * Times are milliseconds of the monotonic clock, so setting the wall clock neither shortens nor blocks a proof. Nothing is
 * stored: a new process counts the grace and the readings from its own start.
 */
export interface Absence {
  /** Which attempt is in question. */
  readonly attempt: number;
  /** When the grace ends: not before it has passed since the attempt ended, or since this process began. */
  readonly graceEnd: number;
  /** When the first of the readings that count was requested. */
  readonly firstAt: number | undefined;
  readonly readings: number;
  /** Ids seen on this list while the message was looked for: a list without them is not up to date. */
  readonly listed: ReadonlySet<string>;
}

const readingsForProof = 3;

export interface Absences {
  /** Of a row whose outcome is unknown; begins its grace when it is not known here. */
  of(row: AbsentRow): Absence;
  /** A list was read at `requestedAt`; `listed` are the ids that it has to go on holding. */
  saw(row: AbsentRow, listed: Iterable<string>): void;
  /**
   * Counts a whole list without the message. Answers "proven", or in how many milliseconds from `requestedAt` the next reading
   * is worth while.
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
  /** When the grace began; when the row was seen first, unless given. */
  readonly graceFrom?: number | undefined;
}

export function createAbsences(monotonic: () => number): Absences {
  const known = new Map<string, Absence>();
  const keyOf = ({ campaign, row }: AbsentRow): string => `${campaign}/${row}`;
  const of = (row: AbsentRow): Absence => {
    const before = known.get(keyOf(row));
    if (before?.attempt === row.attempt) return before;
    const begun: Absence = {
      attempt: row.attempt,
      graceEnd: (row.graceFrom ?? monotonic()) + row.graceMs,
      firstAt: undefined,
      readings: 0,
      listed: new Set(),
    };
    known.set(keyOf(row), begun);
    return begun;
  };
  return {
    of,
    saw(row, listed) {
      const before = of(row);
      known.set(keyOf(row), { ...before, listed: new Set([...before.listed, ...listed]) });
    },
    count(row, requestedAt) {
      const before = of(row);
      if (requestedAt < before.graceEnd) return { waitMs: before.graceEnd - requestedAt };
      const firstAt = before.firstAt ?? requestedAt;
      const readings = before.readings + 1;
      known.set(keyOf(row), { ...before, firstAt, readings });
      const spreadMs = (readingsForProof - 1) * row.graceMs;
      if (readings >= readingsForProof && requestedAt - firstAt >= spreadMs) return "proven";
      const due = firstAt + Math.min(readings, readingsForProof - 1) * row.graceMs;
      return { waitMs: Math.max(0, due - requestedAt) };
    },
    drop: (row) => void known.delete(keyOf(row)),
  };
}
