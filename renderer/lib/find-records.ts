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

/** What people copy together with a number. */
const numberLabel = /^(?:iccid|imsi|imei|msisdn|(?:endpoint|sim)?\s*id)\b(?:\s*(?:no\.?|number))?\s*[:=#]?\s*/i;
const shortestLong = 6;

/** The digits of an identifier as people write and copy it: "ICCID: 8988 3030 0000 1234 567", "+49 157 000-1122". Undefined for other text. */
export function identifierIn(input: string): string | undefined {
  const text = input.trim();
  const bare = text.replace(numberLabel, "").replaceAll(/^["'\u2018\u2019]+|["'\u2019]+$/g, "");
  if (!/^\+?[\d\s()/-]+$/.test(bare)) return undefined;
  const digits = bare.replaceAll(/\D/g, "");
  // Short numbers with separators are names, dates or ranges.
  return digits.length >= shortestLong || (digits !== "" && digits === bare.replace("+", "")) ? digits : undefined;
}

/** Interpretations of the text: digits as an id or a long number, dots as an IP address, anything as a name. */
export function searchesFor(collection: Collection, input: string): readonly RecordSearch[] {
  const text = input.trim();
  if (text === "") return [{ collection, filter: "" }];
  const digits = identifierIn(text) ?? "";
  const isNumber = digits !== "";
  const of = (target: Collection, ...filters: readonly string[]): RecordSearch[] =>
    filters.map((filter) => ({ collection: target, filter }));
  const ids = isNumber ? of(collection, `id:${digits}`) : [];
  const simNumbers =
    isNumber && digits.length >= shortestLong ? [`iccid:${digits}`, `imsi:${digits}`, `msisdn:${digits}`] : [];
  // The grammar cannot escape these characters.
  const part = /[,:]/.test(text) ? undefined : `${text.replaceAll("*", "")}*`;
  /** Names that begin with the text are first. */
  const named = (...fields: readonly string[]): RecordSearch[] =>
    part === undefined
      ? []
      : of(collection, ...fields.map((field) => `${field}:${part}`), ...fields.map((field) => `${field}:*${part}`));
  switch (collection) {
    case "endpoint": {
      const own = simNumbers.length === 0 ? [] : of("endpoint", `iccid:${digits}`, `imei:${digits}`);
      const address = !isNumber && /^[\d.]+$/.test(text) ? of("endpoint", `ip_address:${text}`) : [];
      return [...ids, ...own, ...of("sim", ...simNumbers), ...address, ...named("name")];
    }
    case "sim":
      return [...ids, ...of("sim", ...simNumbers)];
    case "imsi":
      return [...ids, ...(simNumbers.length === 0 ? [] : of("imsi", `digits:${digits}`))];
    case "user":
      return [...ids, ...named("name", "username")];
    case "organisation":
    case "tariff_plan":
      return [...ids, ...named("name")];
  }
}

/** Without duplicates, in the order of the searches. Rejects only when aborted: a query that the cache rejects yields nothing. */
export async function findRecords(
  collection: Collection,
  input: string,
  limit: number,
  signal: AbortSignal,
): Promise<readonly RecordMatch[]> {
  const find = async (search: RecordSearch): Promise<readonly RecordMatch[]> => {
    try {
      const { items } = await fleet.fleet.list({ ...search, limit }, signal);
      return items.flatMap(({ id, record }) =>
        search.collection === collection ? [{ id, name: nameOf(collection, record), record }] : holderOf(record),
      );
    } catch {
      return []; // aborted, or no cache
    }
  };
  const answers = await Promise.all([
    numbered(collection, input, signal),
    ...searchesFor(collection, input).map((search) => find(search)),
  ]);
  signal.throwIfAborted();
  // Names are compared as the service does; a text without accents, and one inside a tag, is found by the cache alone.
  const matches = answers.flat();
  const others =
    matches.length === 0 && /^[^,:|]{3,}$/.test(input.trim()) ? await find(anywhere(collection, input)) : [];
  signal.throwIfAborted();
  const byId = new Map<string, RecordMatch>();
  for (const one of [...matches, ...others]) if (!byId.has(one.id)) byId.set(one.id, one);
  return [...byId.values()].slice(0, limit);
}

/** The text anywhere in a name, tag or identifier, in any case and with or without accents. */
function anywhere(collection: Collection, input: string): RecordSearch {
  return { collection, filter: `any:${input.trim()}` };
}

/** Search by a long number of any kind: endpoints include their SIM's numbers, even if no SIM was ever synced. */
async function numbered(collection: Collection, input: string, signal: AbortSignal): Promise<readonly RecordMatch[]> {
  const digits = identifierIn(input) ?? "";
  if ((collection !== "endpoint" && collection !== "sim") || digits.length < shortestLong) return [];
  try {
    const { rows } = await fleet.doctor.examine({ text: `${input.includes("+") ? "+" : ""}${digits}` }, signal);
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
  const spellings = [input.trim(), identifierIn(input) ?? ""].filter((spelling) => spelling !== "");
  return (
    called.some((one) => one?.toLowerCase() === text) ||
    numbers.some((path) => spellings.includes(textAt(record, path) ?? ""))
  );
}
