/** Rows that a run has not seen: their number, and an evenly distributed sample of them. */
import type { ReadDb } from "../../core/store/db.ts";
import { tableOf } from "./columns.ts";
import type { WriterRun } from "./row-writer.ts";

/** Rows per call, so that other work runs in between. */
const rowsPerLook = 50_000;

export interface Unseen {
  readonly count: number;
  /** Ids as text. */
  readonly sample: readonly string[];
  /** The `afterRid` to continue with; undefined at the end. */
  readonly next: number | undefined;
}

/** Reads the rows after `afterRid`; the sample has at most `sampleSize` ids. */
export function unseenRows(db: ReadDb, target: WriterRun, afterRid: number, sampleSize: number): Unseen {
  const table = tableOf(target.collection);
  const last = db.get<{ rid: number | null }>(
    `SELECT max(rid) AS rid FROM (SELECT rid FROM ${table}_seen WHERE rid > ? ORDER BY rid LIMIT ${rowsPerLook})`,
    afterRid,
  )?.rid;
  if (last === null || last === undefined) return { count: 0, sample: [], next: undefined };
  const ids = db.all<{ id: string | number }>(
    `SELECT m.id FROM ${table}_seen s CROSS JOIN ${table} m ON m.rid = s.rid
      WHERE s.rid > ? AND s.rid <= ? AND s.run <> ? AND m.connection = ? ORDER BY s.rid`,
    afterRid,
    last,
    target.run,
    target.connection,
  );
  return { count: ids.length, sample: spread(ids, sampleSize).map(({ id }) => String(id)), next: last };
}

/** At most `size` elements of a list, evenly distributed; all of them when there are fewer. */
export function spread<T>(list: readonly T[], size: number): readonly T[] {
  if (list.length <= size) return list;
  return list.filter(
    (_, index) => Math.floor((index * size) / list.length) !== Math.floor(((index - 1) * size) / list.length),
  );
}
