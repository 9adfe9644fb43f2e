/** Handlers of audiences: saved, listed, read, removed. Audiences of any size are processed in steps. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { Audience, fleet } from "#shared/contract/fleet/fleet.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { AppError } from "#shared/failure.ts";
import { throwIfStopped } from "../../core/wait.ts";
import { unknownAudience } from "./cached-rows.ts";
import type { FleetDeps } from "./deps.ts";
import type { AudienceRow } from "./queries-audiences.ts";

type Audiences = Pick<Handlers<typeof fleet>, "audiences" | "saveAudience" | "audienceMembers" | "removeAudience">;

const idsPerStep = 10_000;

export function createAudiences({ store, connections, clock, onAudiencesChanged }: FleetDeps): Audiences {
  const find = async (audience: number): Promise<AudienceRow> => {
    const row = await store.readAudienceRow(audience);
    if (row === undefined) throw unknownAudience(audience);
    return row;
  };
  const drop = async (audience: number): Promise<void> => {
    await store.hideAudience(audience);
    while (await store.dropMembers(audience, idsPerStep)) continue;
    await store.removeAudienceRow(audience);
  };
  return {
    audiences: async ({ connection: name }) => {
      const connection = await connections.open(name);
      const rows = await store.listAudiences(connection.id);
      return { audiences: rows.map((row) => toAudience(row, connection.name)) };
    },
    saveAudience: async ({ connection: connectionName, name, ids }, { signal }) => {
      const connection = await connections.open(connectionName);
      const audience = await store.beginAudience(connection.id, name, clock.now());
      if (audience === undefined) {
        throw new AppError("name-taken", codedText("audience-name-taken", { name }));
      }
      try {
        for (let from = 0; from < ids.length; from += idsPerStep) {
          throwIfStopped(signal);
          await store.addMembers(audience, ids.slice(from, from + idsPerStep));
        }
      } catch (error) {
        await drop(audience);
        throw error;
      }
      const row = await store.endAudience(audience);
      if (row === undefined) throw unknownAudience(audience);
      onAudiencesChanged({ connection: connection.name });
      return toAudience(row, connection.name);
    },
    audienceMembers: async ({ audience }, { signal }) => {
      await find(audience);
      const ids: string[] = [];
      for await (const page of membersOf(store, audience, signal)) for (const id of page) ids.push(id);
      return { ids };
    },
    removeAudience: async ({ audience }) => {
      const row = await find(audience);
      await drop(audience);
      const { name } = await connections.openById(row.connection);
      onAudiencesChanged({ connection: name });
      return {};
    },
  };
}

function toAudience({ id, name, size, createdAt }: AudienceRow, connection: string): Audience {
  return { id, connection, name, size, createdAt };
}

interface SavedAudience {
  readonly name: string;
  /** Ids in the order in which they were added. Throws `audience-unknown` when the audience is deleted meanwhile. */
  members(signal: AbortSignal): AsyncIterable<readonly string[]>;
}

export interface SavedAudiences {
  /** Undefined where the connection has no audience with this number. */
  find(connectionId: number, audience: number): Promise<SavedAudience | undefined>;
}

/** Saved audiences, for features that send to their members. */
export function createSavedAudiences({ store }: Pick<FleetDeps, "store">): SavedAudiences {
  return {
    find: async (connectionId, audience) => {
      const row = await store.readAudienceRow(audience);
      if (row === undefined || row.connection !== connectionId) return undefined;
      return { name: row.name, members: (signal) => membersOf(store, audience, signal) };
    },
  };
}

const membersPerStep = 5_000;

async function* membersOf(
  store: FleetDeps["store"],
  audience: number,
  signal: AbortSignal,
): AsyncGenerator<readonly string[]> {
  let next: number | undefined = -1;
  while (next !== undefined) {
    throwIfStopped(signal);
    const page: Awaited<ReturnType<typeof store.readMembers>> = await store.readMembers(audience, next, membersPerStep);
    // A deletion hides the audience before it deletes members, so a page of a visible one is complete.
    if ((await store.readAudienceRow(audience)) === undefined) throw unknownAudience(audience);
    if (page.ids.length > 0) yield page.ids;
    next = page.next;
  }
}
