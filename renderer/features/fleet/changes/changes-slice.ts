/** Changes in the cache between two snapshots, page by page, and the scroll position in the list. */
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import type { FieldChange } from "../../../lib/changes.ts";
import { failureOf, fleet } from "../../../lib/fleet.ts";
import { formatOpen, nameOf, parseOpen } from "../../../lib/records.ts";
import { failed, loading, idle, ready, type AsyncState, dataOf } from "../../../lib/async-state.ts";
import type { SliceCreator, SliceTopics } from "../../../lib/slice.ts";

export type ChangeKind = "added" | "removed" | "changed";

export interface ChangedRecord {
  readonly id: string;
  readonly kind: ChangeKind;
  readonly snapshot: number;
  readonly at: number;
  readonly changes: readonly FieldChange[];
}

export interface Snapshot {
  readonly snapshot: number;
  readonly at: number;
}

export interface ChangesQuery {
  readonly collection: Collection;
  /** If undefined: since the sync before the last. */
  readonly since: { readonly snapshot: number } | { readonly at: number } | undefined;
}

export interface ChangeSet {
  readonly entries: readonly ChangedRecord[];
  readonly counts: Readonly<Record<ChangeKind, number>>;
  readonly from: Snapshot;
  readonly until: Snapshot;
  readonly nextCursor: string | undefined;
}

/** The scroll position, restored on return to the list. */
export interface ChangesPlace {
  readonly of: string;
  readonly offset: number;
  readonly active: number;
}

export interface ChangesSlice {
  readonly changesQuery: ChangesQuery | undefined;
  readonly changes: AsyncState<ChangeSet>;
  readonly changesMore: boolean;
  readonly changesSnapshots: AsyncState<readonly Snapshot[]>;
  /** Names of records by "collection:id"; empty if the cache has none. */
  readonly changeNames: Readonly<Record<string, string>>;
  readonly changesPlace: ChangesPlace | undefined;
  readonly loadChanges: (question: ChangesQuery) => Promise<void>;
  /** Loads the next page; does nothing if there is none or one is loading. */
  readonly loadMoreChanges: () => Promise<void>;
  readonly loadChangeNames: (keys: readonly string[]) => Promise<void>;
  readonly saveChangesPlace: (place: ChangesPlace) => void;
}

const pageSize = 1000;

function sameQuestion(a: ChangesQuery | undefined, b: ChangesQuery): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

export const createChangesSlice: SliceCreator<ChangesSlice> = (set, get) => {
  const fetchChanges = async ({ collection, since }: ChangesQuery, cursor?: string): Promise<ChangeSet> => {
    const { entries, counts, from, until, nextCursor } = await fleet.fleet.diff({
      collection,
      limit: pageSize,
      since,
      cursor,
    });
    return { entries, counts, from, until, nextCursor };
  };
  const loadSnapshots = async (collection: Collection, isCurrent: () => boolean): Promise<void> => {
    try {
      const { snapshots } = await fleet.fleet.snapshots({ collection, limit: 200 });
      if (isCurrent()) set({ changesSnapshots: ready(snapshots) });
    } catch (error) {
      if (isCurrent()) set({ changesSnapshots: failed(get().changesSnapshots, error) });
    }
  };
  return {
    changesQuery: undefined,
    changes: idle,
    changesMore: false,
    changesSnapshots: idle,
    changeNames: {},
    changesPlace: undefined,
    loadChanges: async (question) => {
      const before = get();
      const same = sameQuestion(before.changesQuery, question);
      set({
        changesQuery: question,
        changes: loading(same ? before.changes : idle),
        changesMore: false,
        changesSnapshots: loading(
          before.changesQuery?.collection === question.collection ? before.changesSnapshots : idle,
        ),
        changeNames: same ? before.changeNames : {},
      });
      const isCurrent = (): boolean => get().changesQuery === question;
      const loadFirst = async (): Promise<void> => {
        try {
          const changeSet = await fetchChanges(question);
          if (isCurrent()) set({ changes: ready(changeSet) });
        } catch (error) {
          if (isCurrent()) set({ changes: failed(get().changes, error) });
        }
      };
      await Promise.all([loadFirst(), loadSnapshots(question.collection, isCurrent)]);
    },
    loadMoreChanges: async () => {
      const { changesQuery: question, changes, changesMore, loadChanges } = get();
      const before = dataOf(changes);
      if (question === undefined || changesMore || before?.nextCursor === undefined) return;
      set({ changesMore: true });
      const isCurrent = (): boolean => get().changesQuery === question && dataOf(get().changes) === before;
      try {
        const next = await fetchChanges(question, before.nextCursor);
        if (isCurrent()) set({ changes: ready({ ...next, entries: [...before.entries, ...next.entries] }) });
      } catch (error) {
        // A sync added a snapshot while this list was read, so its cursor is invalid: reload from the start.
        if (isCurrent() && failureOf(error).code === "cursor-invalid") void loadChanges({ ...question });
        else if (isCurrent()) set({ changes: failed(changes, error) });
      } finally {
        set({ changesMore: false });
      }
    },
    loadChangeNames: async (keys) => {
      const missingKeys = keys.filter((key) => get().changeNames[key] === undefined);
      if (missingKeys.length === 0) return;
      const names = await Promise.all(missingKeys.map(async (key) => [key, await nameIn(key)] as const));
      set(({ changeNames }) => ({ changeNames: { ...changeNames, ...Object.fromEntries(names) } }));
    },
    saveChangesPlace: (changesPlace) => set({ changesPlace }),
  };
};

/** Empty if the cache does not have the record; the id is shown instead. */
async function nameIn(open: string): Promise<string> {
  const key = parseOpen(open);
  if (key === undefined) return "";
  try {
    return nameOf(key.collection, (await fleet.fleet.get(key)).record) ?? "";
  } catch {
    return "";
  }
}

/** Key of an entry in `changeNames`. */
export function nameKey(collection: Collection, { id }: ChangedRecord): string {
  return formatOpen({ collection, id });
}

export const changesTopics: SliceTopics<ChangesSlice> = (slice) => {
  const again = (): void => {
    const { changesQuery, loadChanges } = slice();
    if (changesQuery !== undefined) void loadChanges({ ...changesQuery });
  };
  return {
    "fleet.syncEnded": ({ collection, outcome }) => {
      const hasChanged = outcome === "complete" || outcome === "partial";
      if (hasChanged && slice().changesQuery?.collection === collection) again();
    },
    "shell.visibility": ({ missed }) => {
      if (missed) again();
    },
  };
};
