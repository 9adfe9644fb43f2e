/** Reads the links of a record from the cache, one at a time: a filtered list, the IMSIs of a SIM, the tariff plans of an organisation. */
import type { CodedText } from "#shared/texts/coded-text.ts";
import type { Collection, Completeness } from "#shared/contract/fleet/fleet.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import type { LinkState, RecordLink } from "#shared/contract/fleet/records.ts";
import { formatFilter } from "../../core/api/query.ts";
import { type CachedQuestion, countCachedRows, readCachedPage, completenessOfCache } from "./cached-rows.ts";
import { isAppError } from "#shared/failure.ts";
import type { FleetTools } from "./deps.ts";
import type { PlanReading } from "./queries-links.ts";
import { readLatestRecord } from "./refresh-record.ts";
import { type Named, nameOfRecord } from "./record-fields.ts";

/** The relation, title and target collection of a link. */
export interface LinkDescription {
  readonly relation: string;
  readonly title: CodedText;
  readonly collection: Collection;
  readonly note?: CodedText;
}

/** An equality condition that selects the linked records of a list. */
export interface LinkFilter {
  readonly field: string;
  readonly value: string;
}

export interface LinkedRow {
  readonly id: string;
  readonly record: JsonRecord;
}

/** Number of linked records that are named. */
export const linkSample = 5;
/** Above the number of IMSIs that a SIM has. */
const mostImsis = 50;

export interface LinkReader {
  readonly connection: number;
  /** A cached record; undefined where the cache has none. */
  record(collection: Collection, id: string): Promise<JsonRecord | undefined>;
  /** Records of a list, selected by a filter of the service. */
  linkToList(description: LinkDescription, filter: LinkFilter): Promise<RecordLink>;
  /** Number of records that satisfy all conditions. */
  count(collection: Collection, filter: readonly LinkFilter[]): Promise<number>;
  /** A sample of a list; records with a value in the field `last` come first if it is given. */
  rows(collection: Collection, filter: readonly LinkFilter[], last?: string): Promise<readonly LinkedRow[]>;
  /** Records by id; `none` is the state of a link without any. */
  linkTo(description: LinkDescription, targets: readonly Named[], none: LinkState): Promise<RecordLink>;
  /** A link without records; without a state, the state follows from the cached collection. */
  emptyLink(description: LinkDescription, state?: LinkState): Promise<RecordLink>;
  imsisOf(sim: string, digits: string | undefined): Promise<readonly Named[]>;
  plans(organisation?: string): Promise<readonly PlanReading[]>;
}

export function createLinkReader(tools: FleetTools, connection: number, signal: AbortSignal): LinkReader {
  const { store } = tools;
  const question = (collection: Collection, filter: readonly LinkFilter[], last?: string): CachedQuestion => ({
    connection,
    collection,
    filter,
    sort: last === undefined ? [] : [{ field: last, descending: true }],
    within: [],
  });
  const completenessOf = (collection: Collection): Promise<Completeness> =>
    completenessOfCache(store, connection, collection);
  const rows: LinkReader["rows"] = async (collection, filter, last) => {
    const pageOptions = { cursor: undefined, skip: 0, fromEnd: false, limit: linkSample, signal };
    const page = await readCachedPage(tools, question(collection, filter, last), pageOptions);
    return page.rows.map(({ id, raw }) => ({ id, record: JSON.parse(raw) as JsonRecord }));
  };
  const count: LinkReader["count"] = (collection, filter) =>
    countCachedRows(tools, question(collection, filter), signal);
  const record: LinkReader["record"] = async (collection, id) => {
    try {
      return (await readLatestRecord(tools, connection, collection, id)).record;
    } catch (error) {
      if (isAppError(error, "not-in-cache")) return undefined;
      throw error;
    }
  };
  const withName = async (collection: Collection, { id, name }: Named): Promise<Named> => {
    const displayName = name ?? nameOf(collection, await record(collection, id));
    return { id, name: displayName };
  };
  return {
    connection,
    record,
    rows,
    count,
    linkToList: async (description, filter) => {
      const cache = await completenessOf(description.collection);
      const total = await count(description.collection, [filter]);
      const linkedRows = total === 0 ? [] : await rows(description.collection, [filter]);
      const items = linkedRows.map((row) => named(description.collection, row));
      const state = total > 0 ? "reported" : stateOfCache(cache);
      const list = {
        collection: description.collection,
        filter: formatFilter(description.collection, [filter], "spec"),
      };
      return { ...description, state, items, total: state === "reported" ? total : undefined, list, cache };
    },
    linkTo: async (description, targets, none) => {
      const unique = [...new Map(targets.map((one) => [one.id, one])).values()];
      const items = await Promise.all(unique.slice(0, linkSample).map((one) => withName(description.collection, one)));
      const state = unique.length > 0 ? "reported" : none;
      const cache = await completenessOf(description.collection);
      return { ...description, state, items, total: state === "reported" ? unique.length : undefined, cache };
    },
    emptyLink: async (description, state) => {
      const cache = await completenessOf(description.collection);
      return { ...description, state: state ?? stateOfCache(cache), items: [], cache };
    },
    imsisOf: async (sim, digits) =>
      (await store.imsisOfSim(connection, sim, digits, mostImsis)).map(({ id, raw }) =>
        named("imsi", { id, record: JSON.parse(raw) as JsonRecord }),
      ),
    plans: (organisation) => store.planReadings(connection, organisation),
  };
}

/** The state of a link without records: a cached list proves that there are none, a list that was never read proves nothing. */
export function stateOfCache({ state }: Completeness): LinkState {
  if (state === "never") return "never-read";
  return state === "not-offered" ? "not-offered" : "reported";
}

function named(collection: Collection, { id, record }: { readonly id: string; readonly record: JsonRecord }): Named {
  const name = nameOf(collection, record);
  return { id, name };
}

function nameOf(collection: Collection, record: JsonRecord | undefined): string | undefined {
  return record === undefined ? undefined : nameOfRecord(collection, record);
}
