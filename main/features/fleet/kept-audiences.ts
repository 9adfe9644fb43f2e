/** Kept audiences, for features that send to their members. */
import { throwIfStopped } from "../../wait.ts";
import type { FleetParts } from "./parts.ts";

export interface KeptAudience {
  readonly name: string;
  /** Ids in the order in which they were given. */
  members(signal: AbortSignal): AsyncIterable<readonly string[]>;
}

export interface KeptAudiences {
  /** Undefined where the connection has no audience of this number. */
  find(connectionId: number, audience: number): Promise<KeptAudience | undefined>;
}

const idsPerStep = 5_000;

export function createKeptAudiences({ store }: Pick<FleetParts, "store">): KeptAudiences {
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
