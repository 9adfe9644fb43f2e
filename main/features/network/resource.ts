/**
 * A kind of record of the service, as data: its list, what proves that there is none, and which texts show it. Reading, listing, creation
 * and deletion are the same for all of them; `dns/`, `profiles/` and `streams/` add what is special.
 */
import { AppError, isAppError } from "#shared/failure.ts";
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { listApiCallbacks, listDataStreams } from "../../core/api/data-streams.ts";
import type { ChangeNote, ChangeRef } from "../../core/api/caller.ts";
import type { ApiClient, CallOptions } from "../../core/api/client.ts";
import { listDns } from "../../core/api/dns.ts";
import { pathId } from "../../core/api/inputs.ts";
import type { JsonRecord } from "../../core/api/json.ts";
import { isAbsent, isMissing } from "../../core/api/offered.ts";
import type { RecordList } from "../../core/api/record-list.ts";
import { listServiceProfiles } from "../../core/api/service-profiles.ts";
import { describeMissingId } from "../../core/api/bodies.ts";
import {
  type Change,
  type ChangeSpec,
  isUnresolved,
  type NewChange,
  type Snapshot,
} from "../../core/journal/change.ts";
import type { ChangeJournal, JournalConnection } from "../../core/journal/journal.ts";
import type { StoreClient } from "../../core/store/db.ts";
import type { ProfileUse } from "../fleet/index.ts";
import { readProfile } from "./profiles/profile-changes.ts";
import type { ListKind, networkQueries } from "./queries.ts";
import { withoutSecrets } from "./streams/read-records.ts";

export type NetworkPart = "profiles" | "streams";

interface Resource {
  /** What shows it changes with it. */
  readonly part: NetworkPart;
  readonly list: (api: ApiClient, options: CallOptions) => Promise<RecordList>;
  /** Whether the failure of `list` means that the service has no such list. */
  readonly isNotOffered: (error: unknown) => boolean;
  /** Of a record, before it is stored or shown. */
  readonly clean?: (record: JsonRecord) => JsonRecord;
}

const isNotOffered = (error: unknown): boolean => isAppError(error, "not-offered");

const resources: Readonly<Record<ListKind, Resource>> = {
  dns: { part: "profiles", list: listDns, isNotOffered: isAbsent },
  profile: { part: "profiles", list: listServiceProfiles, isNotOffered },
  stream: { part: "streams", list: listDataStreams, isNotOffered, clean: withoutSecrets },
  callback: { part: "streams", list: listApiCallbacks, isNotOffered, clean: withoutSecrets },
};

interface NetworkConnection extends JournalConnection {
  readonly name: string;
  readonly api: ApiClient;
}

export interface NetworkDeps {
  readonly store: StoreClient<typeof networkQueries>;
  readonly connections: {
    /** Opens the current connection when no name is given. Touches no network. */
    open(name?: string): Promise<NetworkConnection>;
  };
  readonly use: ProfileUse;
  /** Id of the organisation that is signed in, where its token contains the id. */
  readonly organisationOf: (connection: string) => Promise<string | undefined>;
  readonly journal: ChangeJournal;
  /**
   * Called when objects of a connection, or stored data about them, have changed. "profiles": profiles or DNS configurations, which show
   * each other's use. "streams": streams or callbacks.
   */
  readonly onChanged: (connection: string, part: NetworkPart) => void;
}

/** An open connection and the signal of a request, with the dependencies. */
export interface NetworkContext extends NetworkDeps {
  readonly connection: NetworkConnection;
  readonly signal: AbortSignal;
}

export interface NetworkRequest {
  /** Name of the connection; without one, the current connection. */
  readonly connection?: string;
  readonly signal: AbortSignal;
}

export async function openContext(
  deps: NetworkDeps,
  { connection: named, signal }: NetworkRequest,
): Promise<NetworkContext> {
  return { ...deps, connection: await deps.connections.open(named), signal };
}

/** Runs an operation that changes stored data, alone among those with the same key; without a key, at once. */
export async function runChange<T>(
  deps: NetworkDeps,
  { part, key, ...request }: NetworkRequest & { readonly part: NetworkPart; readonly key?: string },
  operation: (context: NetworkContext) => Promise<T>,
): Promise<T> {
  const context = await openContext(deps, request);
  const run = async (): Promise<T> => {
    try {
      return await operation(context);
    } finally {
      deps.onChanged(context.connection.name, part);
    }
  };
  return await (key === undefined ? run() : deps.journal.exclusive(context.connection, key, run));
}

/** Runs a change of one profile, alone among the changes of this profile. Throws `invalid-input` for an invalid id. */
export async function runProfileChange<T>(
  deps: NetworkDeps,
  { profile, ...request }: NetworkRequest & { readonly profile: string },
  operation: (context: NetworkContext) => Promise<T>,
): Promise<T> {
  pathId("profile", profile);
  return await runChange(deps, { ...request, part: "profiles", key: `profile ${profile}` }, operation);
}

/** For what must not be cancelled half-way: a write, and the reading that shows its outcome. */
export function uncancelled(context: NetworkContext): NetworkContext {
  return { ...context, signal: new AbortController().signal };
}

// Reading.

/** Undefined where the service has no such list. */
export async function readList(context: NetworkContext, kind: ListKind): Promise<RecordList | undefined> {
  const { store, journal, connection, signal } = context;
  const start = journal.startReading();
  const list = await fetchList(resources[kind], connection.api, { signal, priority: "click" });
  await store.saveList(connection.id, kind, start.asOf, list?.items, list?.gap);
  if (list !== undefined) {
    const isComplete = list.gap === undefined;
    await observe(context, { ...start, reading: kind, isComplete, records: list.items });
  }
  return list;
}

/** Ids of a list that is known to be complete; a new object can be identified later only by comparison with them. */
export function completeIds(list: RecordList | undefined): readonly string[] | undefined {
  return list === undefined || list.gap !== undefined ? undefined : list.items.map(({ id }) => id);
}

/** Profile records may contain the DNS configuration, which proves changes of it. */
export async function observe({ journal, connection }: NetworkContext, snapshot: Snapshot): Promise<void> {
  await journal.observe(connection, snapshot);
  if (snapshot.reading !== "profile" && snapshot.reading !== "profile-detail") return;
  const records = snapshot.records.flatMap(({ id, record }) => {
    const { dns } = readProfile(record);
    return dns === undefined ? [] : [{ id, record: { ...dns } }];
  });
  await journal.observe(connection, { ...snapshot, reading: "profile-dns", isComplete: false, records });
}

async function fetchList(
  { list, clean, isNotOffered: isMissingList }: Resource,
  api: ApiClient,
  options: CallOptions,
): Promise<RecordList | undefined> {
  try {
    const { items, gap } = await list(api, options);
    return { items: clean === undefined ? items : items.map(({ id, record }) => ({ id, record: clean(record) })), gap };
  } catch (error) {
    if (isMissingList(error)) return undefined;
    throw error;
  }
}

type ListCall<T> = (input: { readonly connection?: string }, call: { readonly signal: AbortSignal }) => Promise<T>;

/** The handlers of a list: the cached one, and its refresh from the service, which `refresh` may extend. */
export function listing<T>(
  deps: NetworkDeps,
  kind: ListKind,
  describe: (context: NetworkContext) => Promise<T>,
  refresh: (context: NetworkContext) => Promise<unknown> = (context) => readList(context, kind),
): { readonly list: ListCall<T>; readonly refresh: ListCall<T> } {
  return {
    list: async ({ connection }, { signal }) => await describe(await openContext(deps, { connection, signal })),
    refresh: async ({ connection }, { signal }) =>
      await describe(
        await runChange(deps, { connection, signal, part: resources[kind].part }, async (context) => {
          await refresh(context);
          return context;
        }),
      ),
  };
}

// Creation.

export interface Creation extends Pick<NewChange, "name" | "request" | "previousIds"> {
  readonly spec: ChangeSpec;
  readonly kind: ListKind;
  /** Sends the request; returns the id in the answer. */
  readonly send: (change: ChangeRef) => Promise<{ readonly id: string | undefined }>;
  readonly texts: CreationTexts;
}

export interface CreationTexts {
  readonly created: (id: string) => CodedText;
  /** The answer was lost, but the list shows the object. */
  readonly recovered: (id: string) => CodedText;
  readonly withoutId: (reason: CodedText) => CodedText;
  readonly unknown: (reason: CodedText, change: number) => CodedText;
}

export interface Created {
  readonly outcome: "created" | "unknown";
  readonly change: number;
  readonly id?: string;
  readonly message: CodedText;
  /** The list was read since, and shows it. */
  readonly isListed: boolean;
}

/** Throws the rejection of the service. */
export async function create(
  context: NetworkContext,
  { spec, kind, texts, ...submission }: Creation,
): Promise<Created> {
  const read = (): Promise<unknown> => readList(uncancelled(context), kind);
  const result = await context.journal.submit(spec, context.connection, {
    ...submission,
    createdId: ({ id }) => id,
    read: submission.previousIds === undefined ? undefined : read,
  });
  const { change, subject: id } = result.change;
  if (result.outcome === "unknown")
    return { outcome: "unknown", change, message: texts.unknown(result.reason, change), isListed: false };
  if (id === undefined) {
    const reason = describeMissingId(result.outcome === "applied" ? result.list : "none");
    return { outcome: "created", change, message: texts.withoutId(reason), isListed: false };
  }
  const isListed = result.outcome === "recovered" || result.response.id === undefined;
  const message = result.outcome === "recovered" ? texts.recovered(id) : texts.created(id);
  return { outcome: "created", change, id, message, isListed };
}

// Deletion.

export interface Deletion {
  readonly spec: ChangeSpec;
  readonly kind: ListKind;
  readonly id: string;
  /** What the journal and the audit show of the deleted object. */
  readonly contentOf: (record: JsonRecord) => JsonRecord;
  readonly send: (note: Pick<ChangeNote, "before" | "change">) => Promise<void>;
  readonly texts: {
    readonly deleted: CodedText;
    /** By a request whose answer was lost. */
    readonly deletedEarlier: CodedText;
    /** The answer was lost, but the list no longer shows the object. */
    readonly recovered: CodedText;
    readonly unknown: (list: "listed" | "unread", reason: CodedText, change: number) => CodedText;
    readonly missing: (cause: AppError) => AppError;
  };
}

export type Deleted =
  | { readonly outcome: "deleted" | "unknown"; readonly message: CodedText }
  | { readonly outcome: "in-use"; readonly rejection: AppError };

/** Throws other rejections of the service, and that there is no such object. */
export async function deleteRecord(context: NetworkContext, deletion: Deletion): Promise<Deleted> {
  const { spec, kind, id, contentOf, send, texts } = deletion;
  const { store, journal, connection } = context;
  const cached = (await store.load(connection.id, kind)).listed.find((one) => one.id === id);
  const before = cached === undefined ? undefined : contentOf(JSON.parse(cached.record) as JsonRecord);
  let list: RecordList | undefined;
  const result = await journal
    .submit(spec, connection, {
      subject: id,
      before,
      request: {},
      send: async (change): Promise<AppError | undefined> => {
        try {
          await send({ before, change });
          return undefined;
        } catch (error) {
          // There is no such object: an earlier deletion was applied, or there never was one.
          if (isMissing(error) && error.code !== "not-offered") return error;
          throw error;
        }
      },
      read: async () => {
        list = await readList(uncancelled(context), kind);
      },
    })
    .catch((error: unknown) => {
      if (isInUse(error)) return error;
      throw error;
    });
  if (result instanceof AppError) {
    await resolveDeletions(context, kind, id, notDeleted);
    return { outcome: "in-use", rejection: result };
  }
  if (result.outcome === "unknown") {
    const isListed = list?.items.some((one) => one.id === id) === true;
    const message = texts.unknown(isListed ? "listed" : "unread", result.reason, result.change.change);
    return { outcome: "unknown", message };
  }
  if (result.outcome === "recovered") return { outcome: "deleted", message: texts.recovered };
  await store.dropRecord(connection.id, kind, id);
  const missing = result.response;
  const resolved = await resolveDeletions(context, kind, id, missing === undefined ? notDeleted : deletedBefore);
  if (missing === undefined) return { outcome: "deleted", message: texts.deleted };
  if (resolved === 0) throw texts.missing(missing);
  return { outcome: "deleted", message: texts.deletedEarlier };
}

const notDeleted = { state: "not-applied", proof: codedText("proved-not-deleted-again") } as const;
const deletedBefore = { state: "applied", proof: codedText("proved-deleted-again") } as const;

/** Resolves earlier deletions of the same object whose answers were lost, by the answer to this one. */
async function resolveDeletions(
  { journal, connection }: NetworkContext,
  kind: ListKind,
  id: string,
  outcome: typeof notDeleted | typeof deletedBefore,
): Promise<number> {
  const lost = (await journal.unresolved(connection.id, [kind])).filter(
    ({ action, state, subject }) => action === "delete" && state === "unknown" && subject === id,
  );
  for (const change of lost) await journal.resolve(change.change, connection.id, outcome);
  return lost.length;
}

/** Expected are status 409 and code 1407; neither is documented (docs/service-facts.md#dns and #api-callback). */
function isInUse(error: unknown): error is AppError {
  return error instanceof AppError && (error.code === "service-1407" || error.details?.["status"] === 409);
}

/**
 * The objects deleted here, with the number of the deletion: nothing known from before it proves that one exists, and an id that the
 * service assigns again belongs to another object.
 */
export function deletionsOf(changes: readonly Change[]): ReadonlyMap<string, number> {
  return new Map(
    changes.flatMap(({ change, action, state, subject }) =>
      action === "delete" && state === "applied" && subject !== undefined ? [[subject, change] as const] : [],
    ),
  );
}

const maxResolved = 10;

interface ResolvedNote {
  readonly state: "done" | "not-applied";
  readonly resolvedAt: number;
  readonly message: CodedText;
}

/** `sentOf` describes what was sent; the newest resolved change is first. */
export function changeNotes<T extends object>(
  changes: readonly Change[],
  sentOf: (change: Change) => T,
  unconfirmedText: (change: Change) => CodedText,
): { readonly unresolved: (T & { readonly message: CodedText })[]; readonly resolved: (T & ResolvedNote)[] } {
  const resolved = changes.flatMap((change) => {
    const { state, resolvedAt } = change;
    if (resolvedAt === undefined || (state !== "applied" && state !== "not-applied")) return [];
    const outcome = state === "applied" ? ("done" as const) : state;
    return [{ ...sentOf(change), state: outcome, resolvedAt, message: outcomeText(change) }];
  });
  return {
    unresolved: changes.filter(isUnresolved).map((change) => ({ ...sentOf(change), message: unconfirmedText(change) })),
    resolved: resolved.toReversed().slice(0, maxResolved),
  };
}

function outcomeText({ action, state, subject: id }: Change): CodedText {
  if (action === "delete") return codedText(state === "applied" ? "delete-resolved" : "delete-not-applied");
  if (state !== "applied") return codedText("create-not-applied");
  return id === undefined ? codedText("create-resolved-without-id") : codedText("create-resolved", { id });
}
