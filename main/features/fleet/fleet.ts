/** The fleet feature: the handlers of its contract, and the directory that campaigns and the doctor use. */
import type { fleet, Collection, Completeness } from "#shared/contract/fleet/fleet.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import type { records } from "#shared/contract/fleet/records.ts";
import type { ContactState } from "#shared/records/contact.ts";
import { createAudiences, createSavedAudiences, type SavedAudiences } from "./audiences.ts";
import { createBrowse, createExport, createSelfCheck } from "./browse.ts";
import { type EndpointDirectory, createDirectory } from "./directory.ts";
import { type EndpointChanges, createEndpointChanges, createHistory } from "./history.ts";
import { createLinks } from "./links.ts";
import type { FleetDeps, FleetTools } from "./deps.ts";
import { createFleetQueryHandlers } from "./query-handlers.ts";
import { createRefreshRecord } from "./refresh-record.ts";
import { createSyncService } from "./sync.ts";
import { collectionTexts, recordOf, fieldChanges } from "./record-rows.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { findField } from "../../core/api/query-fields.ts";
import { AppError } from "#shared/failure.ts";
import { throwIfStopped } from "../../core/wait.ts";
import { toCachedQuestion, completenessOfCache, countUndecided, countValues } from "./cached-rows.ts";
import { countByContact } from "./contacts.ts";
import type { CachedEndpoint } from "#shared/rules/endpoint-fields.ts";
import { z } from "zod";
import { readCursor, writeCursor } from "../../core/store/cursor.ts";
import type { DiffRow } from "./queries-history.ts";
import { type FilterTerm, formatFilter } from "../../core/api/query.ts";
import type { FacetAnswer } from "./candidates.ts";

export interface Fleet {
  readonly handlers: Handlers<typeof fleet>;
  /** Handlers of single records: their links, and refreshing them from the service. */
  readonly records: Handlers<typeof records>;
  readonly directory: EndpointDirectory;
  readonly names: EndpointNames;
  readonly savedAudiences: SavedAudiences;
  readonly past: EndpointPast;
  readonly changes: EndpointChanges;
  readonly profileUse: ProfileUse;
  /** All cached endpoints of a connection by their last contact. */
  readonly contactCounts: (connectionId: number) => Promise<Readonly<Record<ContactState, number>>>;
  /** Removes the cached data of a removed connection; stops early when aborted. */
  deleteConnectionData(connectionId: number, signal?: AbortSignal): Promise<void>;
  /** Deletes some changes past their retention; true while there may be more. */
  prune(): Promise<boolean>;
  /** Indexes rows for searching, in the background: those of a first sync or a migration. */
  start(): void;
  /** Ends the running syncs; what they have read is saved. No new ones start. */
  stop(): Promise<void>;
}

/** Rows that are deleted per step. */
const deleteAtOnce = 2000;

export function createFleet(deps: FleetDeps): Fleet {
  const syncService = createSyncService({
    ...deps,
    onSyncEnded: (event) => {
      startIndexing();
      deps.onSyncEnded(event);
    },
  });
  let hasBuiltIndexes = false;
  /** A running sync builds the deferred indexes itself, at its end. */
  const buildIndexes = async (): Promise<void> => {
    if (hasBuiltIndexes || syncService.isBusy()) return;
    while (await deps.store.buildIndex()) continue;
    hasBuiltIndexes = true;
  };
  const stopping = new AbortController();
  let indexing = Promise.resolve();
  const indexRows = async (): Promise<void> => {
    try {
      while (!stopping.signal.aborted && (await deps.store.extendSearchIndex())) continue;
    } catch (error) {
      // Searches read the rows that are not indexed; the next start continues.
      deps.log.warn("fleet.index-failed", {}, error);
    }
  };
  const startIndexing = (): void => {
    indexing = indexing.then(indexRows);
  };
  const tools: FleetTools = { ...deps, buildIndexes };
  return {
    handlers: {
      ...createBrowse(tools),
      ...createFleetQueryHandlers(),
      ...createHistory(deps),
      ...createAudiences(deps),
      ...syncService.handlers,
      diff: createDiff(deps),
      exportCsv: createExport(tools),
      facet: createFacet(tools),
      selfCheck: createSelfCheck(tools),
    },
    records: { ...createLinks(tools), ...createRefreshRecord(tools) },
    directory: createDirectory(tools),
    names: createNames(tools),
    savedAudiences: createSavedAudiences(deps),
    past: createPast(tools),
    changes: createEndpointChanges(deps),
    profileUse: createProfileUse(tools),
    contactCounts: (connectionId) => countByContact(tools, connectionId),
    deleteConnectionData: async (connectionId, signal) => {
      await syncService.endOf(connectionId);
      while (await deps.store.deleteRows(connectionId, deleteAtOnce)) if (signal?.aborted === true) return;
    },
    prune: () => deps.store.pruneHistory(deleteAtOnce),
    start: startIndexing,
    stop: async () => {
      stopping.abort();
      await Promise.all([syncService.stop(), indexing]);
    },
  };
}

export interface EndpointNames {
  /** Names by id, from the cache; an id without a name, or that is not cached, has no entry. */
  of(connectionId: number, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The items, each with the name of its endpoint. */
  attach<T extends { readonly endpoint?: string }>(
    connectionId: number,
    items: readonly T[],
  ): Promise<(T & { readonly name: string | undefined })[]>;
  /** Ids of endpoints whose name contains `text`, in any case; at most 5,000. */
  holding(connectionId: number, text: string): Promise<readonly string[]>;
}

const mostMatches = 5_000;

/** Names of endpoints, for features that only have their ids. */
function createNames({ store }: Pick<FleetTools, "store">): EndpointNames {
  const of: EndpointNames["of"] = async (connectionId, ids) =>
    new Map(await store.namesOfEndpoints(connectionId, [...new Set(ids)]));
  return {
    of,
    attach: async (connectionId, items) => {
      const names = await of(
        connectionId,
        items.flatMap(({ endpoint: id }) => id ?? []),
      );
      return items.map((item) => ({ ...item, name: names.get(item.endpoint ?? "") }));
    },
    holding: (connectionId, text) => store.endpointsNamed(connectionId, text, mostMatches),
  };
}

/** Counts the rows per value of a field. */
function createFacet(tools: FleetTools): Handlers<typeof fleet>["facet"] {
  return async ({ field: name, limit, ...query }, { signal }) => {
    const { name: field, match } = findField(query.collection, name) ?? {};
    // Times of contacts hardly ever repeat.
    if (field === undefined || match?.kind === "age") {
      throw new AppError(
        "field-unknown",
        codedText("field-not-found", { field: name, collection: collectionTexts[query.collection] }),
      );
    }
    const question = await toCachedQuestion(tools, query);
    const { values, other } = await countValues(tools.store, { ...question, field, limit }, signal);
    return { values: [...values], other, unknown: await countUndecided(tools, question, signal) };
  };
}

interface EndpointChange {
  readonly id: string;
  /** Undefined: it was not cached then. Records as the service sent them, without the SIM's own. */
  readonly before: CachedEndpoint | undefined;
  /** Undefined: it is no longer cached. */
  readonly now: CachedEndpoint | undefined;
}

export interface EndpointPast {
  /** Whether `changedSince` has all changes since a time: changes older than 35 days are deleted. */
  covers(connectionId: number, at: number): Promise<boolean>;
  /** Endpoints whose state differs from that at a time, in id order. */
  changedSince(connectionId: number, at: number, signal: AbortSignal): AsyncIterable<readonly EndpointChange[]>;
}

const rowsPerPage = 500;

/** Former states of endpoints, for features that recorded something at that time. */
function createPast({ store }: Pick<FleetTools, "store">): EndpointPast {
  return {
    covers: (connection, at) => store.historyCovers(connection, at),
    changedSince: async function* (connection, at, signal) {
      let afterId: string | undefined;
      do {
        throwIfStopped(signal);
        const page = await store.endpointsChangedSince({ connection, at, afterId, limit: rowsPerPage });
        if (page.rows.length > 0) {
          yield page.rows.map(({ id, before, now }) => ({ id, before: endpoint(id, before), now: endpoint(id, now) }));
        }
        afterId = page.next;
      } while (afterId !== undefined);
    },
  };
}

function endpoint(id: string, raw: string | undefined): CachedEndpoint | undefined {
  return raw === undefined ? undefined : { id, record: recordOf(raw) };
}

type Diff = Handlers<typeof fleet>["diff"];
type DiffEntry = Awaited<ReturnType<Diff>>["entries"][number];

/** The id of the last entry of a page. */
const placeSchema = z.tuple([z.string()]);

/** Net changes since a snapshot or a time, with former and new values per field. */
function createDiff({ store, connections }: FleetDeps): Diff {
  return async ({ connection: name, collection, since, limit, cursor }) => {
    const { id: connection } = await connections.open(name);
    const pair = await store.snapshotsSince(connection, collection, since);
    if (pair === undefined) throw noSnapshot(collection, since);
    const { from, until } = pair;
    const question = { connection, collection, from: from.snapshot, until: until.snapshot };
    const text = `${collection} ${from.snapshot} ${until.snapshot}`;
    const afterId = cursor === undefined ? undefined : readCursor(text, cursor, placeSchema)[0];
    const page = await store.readDiff(question, afterId, limit);
    return {
      entries: page.rows.map(entryOf),
      counts: await store.countDiff(question),
      from: { snapshot: from.snapshot, at: from.endedAt },
      until: { snapshot: until.snapshot, at: until.endedAt },
      nextCursor: page.nextId === undefined ? undefined : writeCursor(text, [page.nextId]),
    };
  };
}

function entryOf({ id, kind, snapshot, at, before, now }: DiffRow): DiffEntry {
  const changes = kind === "changed" ? fieldChanges(recordOf(before), recordOf(now)) : [];
  return { id, kind, snapshot, at, changes };
}

function noSnapshot(collection: Collection, since: object | undefined): AppError {
  return since !== undefined && "snapshot" in since
    ? new AppError("snapshot-unknown", codedText("snapshot-not-found", { collection: collectionTexts[collection] }), {
        details: { since },
      })
    : new AppError(
        "never-synchronised",
        codedText("collection-never-synced", { collection: collectionTexts[collection] }),
      );
}

interface ProfileCounts {
  readonly profiles: readonly { readonly id: string; readonly name: string | undefined; readonly count: number }[];
  /** Endpoints without a profile. */
  readonly without: number;
  readonly cache: Completeness;
}

export interface ProfileUse {
  counts(connection: string, signal: AbortSignal): Promise<ProfileCounts>;
  /** The endpoints of one profile by status, most frequent first. */
  byStatus(connection: string, profile: string, signal: AbortSignal): Promise<FacetAnswer["values"]>;
  /** A filter for the list of endpoints that selects those of one profile. */
  filterOf(profile: string): string;
}

/** Above the number of profiles that any organisation has. */
const mostProfiles = 100_000;

/** Which service profiles the cached endpoints use, and how many endpoints use each; for the features of profiles. */
function createProfileUse(tools: FleetTools): ProfileUse {
  const count = async (
    connection: string,
    field: string,
    filter: readonly FilterTerm[],
    signal: AbortSignal,
  ): Promise<{ readonly id: number; readonly values: FacetAnswer["values"] }> => {
    const baseQuestion = await toCachedQuestion(tools, { connection, collection: "endpoint", filter: "" });
    const question = { ...baseQuestion, filter, field, limit: mostProfiles };
    return { id: baseQuestion.connection, values: (await countValues(tools.store, question, signal)).values };
  };
  const termsOf = (profile: string): readonly FilterTerm[] => [{ field: "service_profile", value: profile }];
  return {
    counts: async (connection, signal) => {
      const { id, values } = await count(connection, "service_profile", [], signal);
      const profiles = values
        .filter(({ value }) => value !== "null")
        .map(({ value, label, count: many }) => ({
          id: value,
          // If no record has a name, the label is the id.
          name: label === value ? undefined : label,
          count: many,
        }));
      const without = values.find(({ value }) => value === "null")?.count ?? 0;
      return { profiles, without, cache: await completenessOfCache(tools.store, id, "endpoint") };
    },
    byStatus: async (connection, profile, signal) =>
      (await count(connection, "status", termsOf(profile), signal)).values,
    filterOf: (profile) => formatFilter("endpoint", termsOf(profile), "spec"),
  };
}
