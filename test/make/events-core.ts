/**
 * Events without the rest of the core: the service is a fake that has only events and can deviate, and there is no sign-in. Tests of what
 * the simulator supports use the whole core.
 */
import { events } from "#shared/contract/events/events.ts";
import type { Client } from "#shared/contract/kit.ts";
import { createEvents } from "../../main/features/events/events.ts";
import type { eventQueries } from "../../main/features/events/queries.ts";
import type { ScopeState } from "../../main/features/events/queries-scopes.ts";
import type { StoredScope } from "../../main/features/events/stored.ts";
import { createClient, createRouter } from "../../main/core/ipc/router.ts";
import { createFakeClock, type FakeClock } from "../fakes/fake-clock.ts";
import { createFakeLog } from "../fakes/fake-log.ts";
import { makeApiClient } from "./api-client.ts";
import { openScratchStore } from "./store.ts";

export interface EventsCore extends AsyncDisposable {
  readonly events: Client<typeof events>;
  /** Moves only when a test advances it; the service is assumed to have the same time. */
  readonly clock: FakeClock;
  /** What was read of a list, also of one whose id no handler accepts. */
  readonly scopeState: (scope: StoredScope) => Promise<ScopeState>;
}

export async function openEventsCore(baseUrl: string, startAt: number): Promise<EventsCore> {
  const clock = createFakeClock(startAt);
  const log = createFakeLog();
  const store = await openScratchStore(clock);
  const api = makeApiClient(baseUrl);
  const connection = { id: 1, name: "practice", api };
  const queries = store.use<typeof eventQueries>("events");
  const feature = createEvents({
    store: queries,
    connections: { open: () => Promise.resolve(connection), openById: () => Promise.resolve(connection) },
    history: {
      messages: () => Promise.resolve({ items: [], read: undefined }),
      changes: () => Promise.resolve({ items: [], span: undefined }),
    },
    clock,
    log,
    files: { saveAs: () => Promise.resolve(undefined), open: () => Promise.resolve(undefined) },
    onAdded: () => undefined,
    onFollowChanged: () => undefined,
  });
  const router = createRouter({ events }, { events: feature.handlers }, log);
  return {
    events: createClient<{ readonly events: typeof events }>(router).events,
    clock,
    scopeState: (scope) => queries.scopeState(connection.id, scope),
    [Symbol.asyncDispose]: async () => {
      await feature.stop();
      await api.close();
      await store[Symbol.asyncDispose]();
    },
  };
}
