/** Saved audiences, for features that send to their members. */
import { throwIfStopped } from "../../core/wait.ts";
import type { FleetDeps } from "./deps.ts";

export interface SavedAudience {
  readonly name: string;
  /** Ids in the order in which they were added. */
  members(signal: AbortSignal): AsyncIterable<readonly string[]>;
}

export interface SavedAudiences {
  /** Undefined where the connection has no audience with this number. */
  find(connectionId: number, audience: number): Promise<SavedAudience | undefined>;
}

const idsPerStep = 5_000;

export function createSavedAudiences({ store }: Pick<FleetDeps, "store">): SavedAudiences {
  async function* members(audience: number, signal: AbortSignal): AsyncGenerator<readonly string[]> {
    let next: number | undefined = -1;
    while (next !== undefined) {
      throwIfStopped(signal);
      const page: Awaited<ReturnType<typeof store.readMembers>> = await store.readMembers(audience, next, idsPerStep);
      if (page.ids.length > 0) yield page.ids;
      next = page.next;
    }
  }
  return {
    find: async (connectionId, audience) => {
      const row = await store.readAudienceRow(audience);
      if (row === undefined || row.connection !== connectionId) return undefined;
      return { name: row.name, members: (signal) => members(audience, signal) };
    },
  };
}
