/**
 * When the fleet was left out of a rebuilt database: changes from before are unknown, although the next sync is the first one of its
 * connection. Plain functions of the store's thread.
 */
import type { ReadDb, WriteDb } from "./db.ts";

const key = "own.fleet-left-out-at";

export function recordFleetLeftOut(db: WriteDb, nowMs: number): void {
  db.run("INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)", key, String(nowMs));
}

/** Epoch milliseconds; undefined where that never happened. */
export function fleetLeftOutAt(db: ReadDb): number | undefined {
  const value = db.get<{ value: string }>("SELECT value FROM setting WHERE key = ?", key)?.value;
  return value === undefined ? undefined : Number(value);
}
