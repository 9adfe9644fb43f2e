/** Cached records that match a few typed characters: by id, by name, and by the numbers of their SIM. */
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { fleet } from "./fleet.ts";
import { nameOf, textAt } from "./records.ts";

export interface RecordMatch {
  readonly id: string;
  readonly name: string | undefined;
  readonly record: JsonRecord;
}

/** One query to the cache; a SIM match for an endpoint search yields the endpoint that contains the SIM. */
export interface RecordSearch {
  readonly collection: Collection;
  readonly filter: string;
}

/** Interpretations of the text: digits as an id or a long number, dots as an IP address, anything as a name. */
export function searchesFor(collection: Collection, input: string): readonly RecordSearch[] {
  const text = input.trim();
  // The grammar cannot escape these characters.
  if (/[,:]/.test(text)) return [];
  if (text === "") return [{ collection, filter: "" }];
  const digits = text.replace(/^\+/, "");
  const isNumber = /^\d+$/.test(digits);
  const of = (target: Collection, ...filters: readonly string[]): RecordSearch[] =>
    filters.map((filter) => ({ collection: target, filter }));
  const ids = isNumber ? of(collection, `id:${digits}`) : [];
  const simNumbers = isNumber && digits.length >= 6 ? [`iccid:${digits}`, `imsi:${digits}`, `msisdn:${digits}`] : [];
  const named = `*${text.replaceAll("*", "")}*`;
  switch (collection) {
    case "endpoint": {
      const own = simNumbers.length === 0 ? [] : of("endpoint", `iccid:${digits}`, `imei:${digits}`);
      const address = !isNumber && /^[\d.]+$/.test(text) ? of("endpoint", `ip_address:${text}`) : [];
      return [...ids, ...own, ...of("sim", ...simNumbers), ...address, ...of("endpoint", `name:${named}`)];
    }
    case "sim":
      return [...ids, ...of("sim", ...simNumbers)];
    case "imsi":
      return [...ids, ...(simNumbers.length === 0 ? [] : of("imsi", `digits:${digits}`))];
    case "user":
      return [...ids, ...of("user", `name:${named}`, `username:${named}`)];
    case "organisation":
    case "tariff_plan":
      return [...ids, ...of(collection, `name:${named}`)];
  }
}

/** Without duplicates, in the order of the searches. Rejects only when aborted: a query that the cache rejects yields nothing. */
export async function findRecords(
  collection: Collection,
  input: string,
  limit: number,
  signal: AbortSignal,
): Promise<readonly RecordMatch[]> {
  const answers = await Promise.all([
    numbered(collection, input, signal),
    ...searchesFor(collection, input).map(async (search): Promise<readonly RecordMatch[]> => {
      try {
        const { items } = await fleet.fleet.list({ ...search, limit }, signal);
        return items.flatMap(({ id, record }) =>
          search.collection === collection ? [{ id, name: nameOf(collection, record), record }] : holderOf(record),
        );
      } catch {
        return []; // aborted, or no cache
      }
    }),
  ]);
  signal.throwIfAborted();
  const byId = new Map<string, RecordMatch>();
  for (const one of answers.flat()) if (!byId.has(one.id)) byId.set(one.id, one);
  return [...byId.values()].slice(0, limit);
}

/** Search by a long number of any kind: endpoints include their SIM's numbers, even if no SIM was ever synced. */
async function numbered(collection: Collection, input: string, signal: AbortSignal): Promise<readonly RecordMatch[]> {
  const text = input.trim();
  if ((collection !== "endpoint" && collection !== "sim") || !/^\+?\d{6,}$/.test(text)) return [];
  try {
    const { rows } = await fleet.doctor.examine({ text }, signal);
    const id = rows[0]?.endpoint?.id;
    if (id === undefined) return [];
    const { record } = await fleet.fleet.get({ collection: "endpoint", id }, signal);
    if (collection === "endpoint") return [{ id, name: nameOf("endpoint", record), record }];
    const sim = textAt(record, "sim.id");
    return sim === undefined ? [] : [{ id: sim, name: textAt(record, "sim.iccid"), record }];
  } catch {
    return []; // aborted, or no cache
  }
}

/** The endpoint that contains a SIM. */
function holderOf(sim: JsonRecord): RecordMatch[] {
  const id = textAt(sim, "endpoint.id");
  return id === undefined ? [] : [{ id, name: textAt(sim, "endpoint.name"), record: sim }];
}

const ofSim = ["iccid", "iccid_with_luhn", "imsi", "msisdn"];
const numbers = [...ofSim, ...ofSim.map((name) => `sim.${name}`), "imei", "ip_address"];

/** Whether the text equals the record's name or one of its numbers, rather than a part of it. */
export function isExactMatch({ name, record }: RecordMatch, input: string): boolean {
  const text = input.trim().toLowerCase();
  const called = [name, textAt(record, "name"), textAt(record, "username")];
  return (
    called.some((one) => one?.toLowerCase() === text) ||
    numbers.some((path) => textAt(record, path) === text.replace(/^\+/, ""))
  );
}
