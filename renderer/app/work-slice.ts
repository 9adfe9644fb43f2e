/** What topics report of running and ended syncs. */
import type { CodedText } from "#shared/texts/coded-text.ts";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import { fleet } from "../lib/fleet.ts";
import type { SliceCreator, SliceTopics } from "../lib/slice.ts";

interface RunningSync {
  readonly connection: string;
  readonly collection: Collection;
  readonly done: number;
  readonly total?: number;
  readonly startedAt: number;
}

/** Result of a sync, until the next one of its collection starts. */
export interface EndedSync {
  readonly connection: string;
  readonly collection: Collection;
  readonly outcome: "complete" | "partial" | "not-offered" | "cancelled" | "failed";
  readonly message?: CodedText;
}

export interface WorkSlice {
  readonly syncs: readonly RunningSync[];
  readonly endedSyncs: readonly EndedSync[];
  readonly loadSyncs: () => Promise<void>;
  readonly putSync: (sync: Omit<RunningSync, "startedAt">) => void;
  readonly endSync: (ended: EndedSync) => void;
}

export const createWorkSlice: SliceCreator<WorkSlice> = (set) => ({
  syncs: [],
  endedSyncs: [],
  loadSyncs: async () => set({ syncs: (await fleet.fleet.syncs({})).syncs }),
  putSync: (sync) =>
    set(({ syncs, endedSyncs }) => ({
      syncs: [
        ...syncs.filter((other) => !sameSync(other, sync)),
        { ...sync, startedAt: syncs.find((other) => sameSync(other, sync))?.startedAt ?? Date.now() },
      ],
      endedSyncs: endedSyncs.filter((other) => !sameSync(other, sync)),
    })),
  endSync: (ended) =>
    set(({ syncs, endedSyncs }) => ({
      syncs: syncs.filter((other) => !sameSync(other, ended)),
      endedSyncs: [...endedSyncs.filter((other) => !sameSync(other, ended)), ended],
    })),
});

type SyncKey = Pick<RunningSync, "connection" | "collection">;

function sameSync(a: SyncKey, b: SyncKey): boolean {
  return a.connection === b.connection && a.collection === b.collection;
}

export const workTopics: SliceTopics<WorkSlice> = (slice) => ({
  "fleet.syncProgress": (progress) => slice().putSync(progress),
  "fleet.syncEnded": (ended) => slice().endSync(ended),
  "shell.visibility": ({ missed }) => {
    // It only fails while the program closes.
    if (missed)
      slice()
        .loadSyncs()
        .catch(() => undefined);
  },
});
