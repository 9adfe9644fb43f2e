/** Events over real HTTP and a real database file, without the rest of the core. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { events } from "#contract/events.ts";
import type { Client } from "#contract/kit.ts";
import { createEvents, type EventsFeature } from "../../main/features/events/events.ts";
import type { EventParts } from "../../main/features/events/parts.ts";
import type { eventQueries } from "../../main/features/events/queries.ts";
import { createClient, createRouter } from "../../main/ipc/router.ts";
import { openStore } from "../../main/store/open.ts";
import { createFakeClock, type FakeClock } from "../fakes/fake-clock.ts";
import { createFakeLog } from "../fakes/fake-log.ts";
import { makeApiClient } from "./api-client.ts";
import { storeWorkerUrl } from "./thread-urls.ts";

export interface EventsCore extends AsyncDisposable {
  readonly feature: EventsFeature;
  readonly events: Client<typeof events>;
  readonly queries: EventParts["store"];
  /** Stands still unless it is moved. */
  readonly clock: FakeClock;
  /** Counts of topics "events.added". */
  readonly told: readonly number[];
}

/** For a service that tells no time: ours, which stands still at `startAt`, is taken for its. */
export async function openEventsCore(baseUrl: string, startAt: number): Promise<EventsCore> {
  const dataDir = mkdtempSync(join(tmpdir(), "fleetdesk-events-"));
  const clock = createFakeClock(startAt);
  const log = createFakeLog();
  const store = await openStore({ dataDir, workerUrl: storeWorkerUrl, log, clock });
  const api = makeApiClient(baseUrl);
  const connection = { id: 1, name: "practice", api };
  const queries = store.use<typeof eventQueries>("events");
  const told: number[] = [];
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
    onAdded: ({ count }) => told.push(count),
    onFollowChanged: () => undefined,
  });
  const router = createRouter({ events }, { events: feature.handlers }, log);
  return {
    feature,
    events: createClient({ events }, router).events,
    queries,
    clock,
    told,
    [Symbol.asyncDispose]: async () => {
      await feature.stop();
      await api.close();
      await store.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
