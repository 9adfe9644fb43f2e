/** What topics report of running and ended syncs. */
import type { OutputOf } from "../data/fleet-query.ts";
import { fleet } from "../lib/fleet.ts";
import type { SliceCreator, SliceTopics } from "../lib/slice.ts";
import type { TopicPayload } from "../lib/topics.ts";

type RunningSync = OutputOf<"fleet.syncs">["syncs"][number];

/** Result of a sync, until the next one of its collection starts. */
export type EndedSync = TopicPayload<"fleet.syncEnded">;

export interface WorkSlice {
  readonly syncs: readonly RunningSync[];
  readonly endedSyncs: readonly EndedSync[];
  readonly loadSyncs: () => Promise<void>;
  readonly putSync: (sync: TopicPayload<"fleet.syncProgress">) => void;
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
