/** Queries of links that are not in columns: IMSIs by SIM, records refreshed one by one, tariff plans of organisations. */
import { type CodedText, decodeText, encodeText } from "#shared/texts/coded-text.ts";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import type { ReadDb, WriteDb } from "../../core/store/db.ts";
import type { RecordRow } from "./queries-page.ts";

/** Must equal the expression of the index in the migration. */
const simOfImsi = "CAST(coalesce(r.raw ->> '$.sim.id', r.raw ->> '$.sim_id') AS TEXT)";

/** The IMSIs of a SIM, according to their own records or to the number in the SIM's record; in id order. */
export function imsisOfSim(
  db: ReadDb,
  connection: number,
  sim: string,
  digits: string | undefined,
  limit: number,
): RecordRow[] {
  const joined = "fleet_imsi m JOIN fleet_imsi_raw r ON r.rid = m.rid";
  return db
    .all<{ id: string | number; raw: string }>(
      `SELECT m.id AS id, r.raw AS raw FROM ${joined} WHERE ${simOfImsi} = ? AND m.connection = ?
        UNION SELECT m.id, r.raw FROM ${joined} WHERE m.connection = ? AND m.digits = ? ORDER BY id LIMIT ?`,
      sim,
      connection,
      connection,
      digits?.toLowerCase() ?? null,
      limit,
    )
    .map(({ id, raw }) => ({ id: String(id), raw }));
}

/** A record that was refreshed from the service on request. */
export interface Reading {
  readonly raw: string;
  readonly readAt: number;
}

export function saveReading(
  db: WriteDb,
  connection: number,
  collection: Collection,
  id: string,
  { raw, readAt }: Reading,
): void {
  db.run(
    "INSERT OR REPLACE INTO fleet_reading (connection, collection, id, read_at, raw) VALUES (?, ?, ?, ?, ?)",
    connection,
    collection,
    id,
    readAt,
    raw,
  );
}

export function findReading(db: ReadDb, connection: number, collection: Collection, id: string): Reading | undefined {
  return db.get<Reading>(
    "SELECT raw, read_at AS readAt FROM fleet_reading WHERE connection = ? AND collection = ? AND id = ?",
    connection,
    collection,
    id,
  );
}

export function dropReading(db: WriteDb, connection: number, collection: Collection, id: string): void {
  db.run("DELETE FROM fleet_reading WHERE connection = ? AND collection = ? AND id = ?", connection, collection, id);
}

/** The stored value of state "reported". */
const storedReported = "told";

/** The service's answer about the tariff plans of one organisation. */
export interface PlanReading {
  readonly organisation: string;
  readonly readAt: number;
  readonly state: "reported" | "not-offered" | "refused";
  readonly plans: readonly { readonly id: string; readonly name?: string }[];
  /** The message for state "refused" or "not-offered". */
  readonly reason?: CodedText;
}

export function savePlanReading(db: WriteDb, connection: number, reading: PlanReading): void {
  const { organisation, readAt, state, plans, reason } = reading;
  db.run(
    `INSERT OR REPLACE INTO fleet_plan_reading (connection, organisation, read_at, state, plans, reason)
      VALUES (?, ?, ?, ?, ?, ?)`,
    connection,
    organisation,
    readAt,
    state === "reported" ? storedReported : state,
    JSON.stringify(plans),
    reason === undefined ? null : encodeText(reason),
  );
}

/** Saved answers about tariff plans, by organisation; without an organisation all of them, which are few. */
export function planReadings(db: ReadDb, connection: number, organisation?: string): PlanReading[] {
  const one = organisation === undefined ? "" : " AND organisation = ?";
  return db
    .all<Omit<PlanReading, "plans" | "reason"> & { readonly plans: string; readonly reason: string | null }>(
      `SELECT organisation, read_at AS readAt, replace(state, '${storedReported}', 'reported') AS state, plans, reason
        FROM fleet_plan_reading
        WHERE connection = ?${one} ORDER BY CAST(organisation AS INTEGER), organisation`,
      connection,
      ...(organisation === undefined ? [] : [organisation]),
    )
    .map(({ plans, reason, ...rest }) => ({
      ...rest,
      plans: JSON.parse(plans) as PlanReading["plans"],
      reason: reason === null ? undefined : decodeText(reason),
    }));
}
