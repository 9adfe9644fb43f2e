/** Endpoints by identifier and by filter; with the SIM's numbers where only the SIM collection has them. */
import { bound } from "./columns.ts";
import type { IdentifierKind } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { FilterTerm } from "../../core/api/query.ts";
import type { ReadDb, SqlValue, WriteDb } from "../../core/store/db.ts";
import { boundId, canonical } from "../../core/store/record-id.ts";
import { identityKey } from "#shared/rules/identifier.ts";
import { readPage, type RecordPage, type RecordRow } from "./queries-page.ts";
import { type CodedText, decodeText, encodeText } from "#shared/texts/coded-text.ts";
import type { Collection } from "#shared/contract/fleet/fleet.ts";

export interface EndpointRow {
  readonly id: string;
  readonly raw: string;
  /** The SIM's own record, where the endpoint's record lacks its numbers. */
  readonly sim: string | undefined;
}

/** "best": endpoints with exactly this value take precedence over equivalent ones. "any": all endpoints that may be meant. */
export type Match = "best" | "any";

// No index is named here: a query that names one fails while that index is not built.
const endpoints = "SELECT m.rid FROM fleet_endpoint m";

/** The matching endpoints per value, in the order of the values. */
export function findEndpoints(
  db: ReadDb,
  connection: number,
  by: IdentifierKind,
  values: readonly string[],
  match: Match = "best",
): readonly (readonly EndpointRow[])[] {
  return values.map((value) =>
    ridsOf(db, connection, { by, value, match }).flatMap((rid) => endpointAt(db, connection, rid)),
  );
}

interface LookupQuery {
  readonly by: IdentifierKind;
  readonly value: string;
  readonly match: Match;
}

function ridsOf(db: ReadDb, connection: number, { by, value, match }: LookupQuery): readonly number[] {
  const direct = (sql: string, ...bindings: readonly SqlValue[]): number[] =>
    db.all<{ rid: number }>(sql, connection, ...bindings).map(({ rid }) => rid);
  const orBySim = (kind: "iccid" | "imsi" | "msisdn", matches: readonly number[]): readonly number[] => {
    if (match === "best" && matches.length > 0) return matches;
    return [...new Set([...matches, ...bySim(db, connection, kind, value)])];
  };
  const startingWith = (field: string): number[] => {
    const key = identityKey(by, value);
    return direct(`${endpoints} WHERE m.connection = ? AND m.${field} >= ? AND m.${field} < ?`, key, `${key}:`);
  };
  switch (by) {
    case "id":
      return direct(`${endpoints} WHERE m.connection = ? AND m.id = ?`, boundId(value));
    case "name":
      return direct(
        `${endpoints} JOIN fleet_endpoint_raw r ON r.rid = m.rid
          WHERE m.connection = ? AND m.name = ? AND (? OR r.raw ->> '$.name' = ?)`,
        value.toLowerCase(),
        match === "any" ? 1 : 0,
        value,
      );
    case "imei":
      return same(db, { by, value, match }, startingWith("imei"));
    case "iccid":
      return orBySim(by, same(db, { by, value, match }, startingWith("iccid")));
    case "imsi":
    case "msisdn":
      return orBySim(by, direct(`${endpoints} WHERE m.connection = ? AND m.${by} = ?`, value));
  }
}

/** Of rows with the same prefix, those with an equal identity key; for "best", the one with exactly this value if there is one. */
function same(
  db: ReadDb,
  { by, value, match }: LookupQuery & { readonly by: "imei" | "iccid" },
  rids: readonly number[],
): readonly number[] {
  const key = identityKey(by, value);
  const candidates = rids.flatMap((rid) => {
    const text = db.get<{ v: string | null }>(`SELECT ${by} AS v FROM fleet_endpoint WHERE rid = ?`, rid)?.v ?? "";
    return identityKey(by, text) === key ? [{ rid, exact: text === value }] : [];
  });
  const exact = candidates.filter((row) => row.exact);
  return (match === "best" && exact.length > 0 ? exact : candidates).map(({ rid }) => rid);
}

function bySim(db: ReadDb, connection: number, by: "iccid" | "imsi" | "msisdn", value: string): readonly number[] {
  const key = identityKey(by, value);
  const range = by === "iccid" ? "s.iccid >= ? AND s.iccid < ?" : `s.${by} = ?`;
  const bindings = by === "iccid" ? [key, `${key}:`] : [value];
  return db
    .all<{ rid: number; v: string }>(
      `SELECT m.rid, s.${by} AS v FROM fleet_sim s
        JOIN fleet_endpoint m ON m.connection = s.connection AND m.id = s.endpoint
        WHERE s.connection = ? AND ${range}`,
      connection,
      ...bindings,
    )
    .filter(({ v }) => identityKey(by, v) === key)
    .map(({ rid }) => rid);
}

function endpointAt(db: ReadDb, connection: number, rid: number): EndpointRow[] {
  const row = db.get<{ id: string | number; raw: string; isIncomplete: number }>(
    `SELECT m.id, r.raw, (m.iccid IS NULL OR m.imsi IS NULL OR m.msisdn IS NULL) AS isIncomplete
      FROM fleet_endpoint m JOIN fleet_endpoint_raw r ON r.rid = m.rid WHERE m.rid = ?`,
    rid,
  );
  if (row === undefined) return [];
  const sim = row.isIncomplete === 0 ? undefined : simOf(db, connection, row.id);
  return [{ id: String(row.id), raw: row.raw, sim }];
}

function simOf(db: ReadDb, connection: number, endpoint: string | number): string | undefined {
  return db.get<{ raw: string }>(
    `SELECT r.raw FROM fleet_sim s JOIN fleet_sim_raw r ON r.rid = s.rid
      WHERE s.connection = ? AND s.endpoint = ? LIMIT 1`,
    connection,
    bound(endpoint),
  )?.raw;
}

type AudiencePage = Pick<RecordPage, "next" | "isPartial" | "stamp"> & { readonly endpoints: readonly EndpointRow[] };

/** At most `limit` endpoints that match a filter, in id order; pass the previous page. */
export function readAudience(
  db: WriteDb,
  connection: number,
  filter: readonly FilterTerm[],
  limit: number,
  before?: Omit<AudiencePage, "endpoints">,
): AudiencePage {
  const stamp = before?.isPartial === true ? before.stamp : undefined;
  const question = { connection, collection: "endpoint", filter, sort: [], after: before?.next, limit, stamp } as const;
  const { rows, ...page } = readPage(db, question);
  const endpoints = rows.map(({ id, raw }) => {
    const sim = /"msisdn":"?\d/.test(raw) && /"imsi":"?\d/.test(raw) ? undefined : simOf(db, connection, canonical(id));
    return { id, raw, sim };
  });
  return { endpoints, next: page.next, isPartial: page.isPartial, stamp: page.stamp };
}

// Queries of links that are not in columns: IMSIs by SIM, records refreshed one by one, tariff plans of organisations.

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
interface Reading {
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
