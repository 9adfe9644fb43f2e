/**
 * Refreshes single records from the service. The refreshed record is saved separately from the cached row, and takes precedence until a
 * later sync has read the record.
 */
import { collectionTexts } from "./record-rows.ts";
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import type { Handlers, JsonRecord } from "#shared/contract/kit.ts";
import type { records } from "#shared/contract/fleet/records.ts";
import { readId, readText } from "../../core/api/json.ts";
import { listTariffPlansOf, readOne } from "../../core/api/records.ts";
import { AppError, isAppError, textOf } from "#shared/failure.ts";
import { throwIfStopped } from "../../core/wait.ts";
import { allCachedRows, toCachedQuestion, completenessOfCache } from "./cached-rows.ts";
import type { FleetConnection, FleetTools } from "./deps.ts";
import type { PlanReading } from "./queries-lookup.ts";

/** The newest version of one record: the cached row, or a refreshed record that is newer. */
export interface LatestRecord {
  readonly id: string;
  readonly record: JsonRecord;
  /** Of the cached row; missing where only a refreshed record exists. */
  readonly firstSeen?: number;
  readonly lastSeen?: number;
  readonly changedAt?: number;
  /** When the record was refreshed, if `record` is that version. */
  readonly readAt?: number;
}

/** Returns the newest version of a record. Throws `not-in-cache`. */
export async function readLatestRecord(
  { store }: Pick<FleetTools, "store">,
  connection: number,
  collection: Collection,
  id: string,
): Promise<LatestRecord> {
  const row = await store.readRow(connection, collection, id);
  const reading = await store.findReading(connection, collection, id);
  if (row !== undefined) {
    const { raw, ...rest } = row;
    // During the sync, only a changed row shows that it was read later.
    const isRowNewer = reading === undefined || reading.readAt <= row.lastSeen || reading.readAt < row.changedAt;
    if (isRowNewer) return { ...rest, record: recordIn(raw) };
    return { ...rest, record: recordIn(reading.raw), readAt: reading.readAt };
  }
  // A record that was missing in a later sync is deleted, whatever was read before.
  const { asOf } = await completenessOfCache(store, connection, collection);
  if (reading !== undefined && reading.readAt > (asOf ?? 0)) {
    return { id, record: recordIn(reading.raw), readAt: reading.readAt };
  }
  throw new AppError("not-in-cache", codedText("record-not-cached", { id, collection: collectionTexts[collection] }));
}

function recordIn(raw: string): JsonRecord {
  return JSON.parse(raw) as JsonRecord;
}

type ReadAgainHandlers = Pick<Handlers<typeof records>, "readAgain" | "readTariffPlans">;

/** Organisations read from the cache per step. */
const rowsPerPage = 500;

export function createRefreshRecord(tools: FleetTools): ReadAgainHandlers {
  const { store, connections, clock } = tools;
  return {
    readAgain: async ({ connection: name, collection, id }, { signal }) => {
      const { id: connection, api } = await connections.open(name);
      const record = await readOne(api, collection, id, { priority: "click", signal });
      const asOf = clock.now();
      if (record === undefined) {
        await store.dropReading(connection, collection, id);
        return { id, asOf };
      }
      await store.saveReading(connection, collection, id, { raw: JSON.stringify(record), readAt: asOf });
      return { id, record, asOf };
    },
    readTariffPlans: async ({ connection: name, organisation }, { signal }) => {
      const connection = await connections.open(name);
      if (organisation !== undefined) {
        const { state, reason, plans } = await readPlans(tools, connection, organisation, "click", signal);
        if (state === "reported") return { requested: 1, left: 0, plans: [...plans] };
        throw new AppError(
          state === "not-offered" ? "not-offered" : "service-refused",
          reason ?? codedText("tariff-plans-rejected"),
        );
      }
      return await readAllPlans(tools, connection, signal);
    },
  };
}

/** Requests one organisation after another, until the service answers that it does not offer plans at all. */
async function readAllPlans(
  tools: FleetTools,
  connection: FleetConnection,
  signal: AbortSignal,
): Promise<{ requested: number; left: number; reason?: CodedText }> {
  const question = await toCachedQuestion(tools, {
    connection: connection.name,
    collection: "organisation",
    filter: "",
  });
  const ids: string[] = [];
  for await (const rows of allCachedRows(tools, question, rowsPerPage, signal)) ids.push(...rows.map(({ id }) => id));
  for (const [index, id] of ids.entries()) {
    throwIfStopped(signal);
    const { state, reason } = await readPlans(tools, connection, id, "sync", signal);
    // A 403 may concern one organisation only; a missing path concerns all of them.
    if (state === "not-offered") {
      return { requested: index + 1, left: ids.length - index - 1, reason };
    }
  }
  return { requested: ids.length, left: 0 };
}

/** Requests the plans of one organisation and saves the answer, also a rejection. Other failures are thrown. */
async function readPlans(
  { store, clock }: FleetTools,
  { id: connection, api }: FleetConnection,
  organisation: string,
  priority: "click" | "sync",
  signal: AbortSignal,
): Promise<PlanReading> {
  const save = async (response: Omit<PlanReading, "organisation" | "readAt">): Promise<PlanReading> => {
    const reading = { organisation, readAt: clock.now(), ...response };
    await store.savePlanReading(connection, reading);
    return reading;
  };
  try {
    const plans = await listTariffPlansOf(api, organisation, { priority, signal });
    return await save({ state: "reported", plans: plans.flatMap(planOf) });
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (error.code === "not-offered") return await save({ state: "not-offered", plans: [], reason: textOf(error) });
    if (error.details?.["kind"] === "refused") {
      return await save({ state: "refused", plans: [], reason: textOf(error) });
    }
    throw error;
  }
}

function planOf(record: JsonRecord): PlanReading["plans"] {
  const [id, name] = [readId(record["id"]), readText(record["name"])];
  return id === undefined ? [] : [{ id, name }];
}
