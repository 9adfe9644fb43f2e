/** Asks the service for the quotas of many, behind everything else; one refresh per connection at a time. */
import { codedText, encodeText, type CodedText } from "#shared/texts/coded-text.ts";
import type { quotas } from "#contract/quotas.ts";
import type { Handlers } from "#contract/kit.ts";
import type { QuotaRefresh } from "#contract/quota-overview.ts";
import { AppError, textOf, toFailure } from "../../../failure.ts";
import { together } from "../../../jobs/together.ts";
import { throwIfStopped } from "../../../wait.ts";
import { createPatience, type Patience } from "../changes/patience.ts";
import { inParallel } from "../in-parallel.ts";
import type { QuotaConnection, QuotaParts } from "../parts.ts";
import { learnProfiles } from "../profile-rules.ts";
import type { AskedReading } from "../queries-readings.ts";
import { askReading } from "../readings.ts";
import { asItIsNow } from "../reopened.ts";
import { openSource, type OpenedSource } from "../sources.ts";

type All = Handlers<typeof quotas>;
type Asked = Parameters<All["refresh"]>[0];

interface Entry {
  state: QuotaRefresh;
  readonly stopping: AbortController;
  /** Never rejects. */
  ended: Promise<void>;
}

export interface RefreshDesk {
  readonly handlers: Pick<All, "refresh" | "refreshState" | "cancelRefresh">;
  endOver(connection: number): Promise<void>;
  stop(): Promise<void>;
}

const atOnce = 6;
const mostTogether = 50;
/** Who looks at the overview sees it grow. */
const toldEvery = 200;

export function createRefreshDesk(parts: QuotaParts): RefreshDesk {
  const { clock, connections, publish } = parts;
  const entries = new Map<number, Entry>();
  let count = 0;

  const begin = (connection: QuotaConnection, asked: Asked, source: OpenedSource): QuotaRefresh => {
    if (entries.get(connection.id)?.state.state === "running") {
      throw new AppError("refresh-running", codedText("quota-refresh-running"));
    }
    count += 1;
    const state: QuotaRefresh = {
      refresh: count,
      connection: connection.name,
      kinds: [...new Set(asked.kinds)],
      whom: source.whom,
      state: "running",
      done: 0,
      failed: 0,
      failures: [],
      startedAt: clock.now(),
    };
    const entry: Entry = { state, stopping: new AbortController(), ended: Promise.resolve() };
    entries.set(connection.id, entry);
    entry.ended = untilEnded(parts, connection, entry, { source, olderThanMinutes: asked.olderThanMinutes });
    return state;
  };

  return {
    handlers: {
      refresh: async (asked) => {
        const connection = await connections.open(asked.connection);
        const source = await openSource(parts, connection.id, asked.source ?? { filter: "" });
        // What the grammar refuses is said at once, not by a refresh that fails.
        for await (const _ of source.ids(new AbortController().signal)) break;
        return begin(connection, asked, source);
      },
      refreshState: async ({ connection: name }) => {
        const { id } = await connections.open(name);
        const state = entries.get(id)?.state;
        return state === undefined ? {} : { refresh: state };
      },
      cancelRefresh: async ({ connection: name }) => {
        const { id, name: connection } = await connections.open(name);
        const entry = entries.get(id);
        entry?.stopping.abort();
        await entry?.ended;
        publish("quotas.changed", { connection });
        return {};
      },
    },
    endOver: async (connection) => {
      const entry = entries.get(connection);
      entry?.stopping.abort();
      await entry?.ended;
      entries.delete(connection);
    },
    stop: async () => {
      for (const { stopping } of entries.values()) stopping.abort();
      await Promise.all([...entries.values()].map(({ ended }) => ended));
    },
  };
}

interface Wanted {
  readonly source: OpenedSource;
  readonly olderThanMinutes: number | undefined;
}

async function untilEnded(parts: QuotaParts, connection: QuotaConnection, entry: Entry, wanted: Wanted): Promise<void> {
  const { clock, log, publish } = parts;
  const end = (state: "done" | "cancelled" | "failed", reason: { code?: string; message?: CodedText } = {}): void => {
    entry.state = { ...entry.state, state, endedAt: clock.now(), ...reason };
  };
  try {
    await readAll(parts, connection, entry, wanted);
    end("done");
  } catch (error) {
    if (entry.stopping.signal.aborted) end("cancelled");
    else {
      if (!(error instanceof AppError)) log.error("quotas.refresh-failed", { connection: connection.name }, error);
      const { code, text: message } = toFailure(error);
      end("failed", { code, message });
    }
  }
  tellProgress(parts, entry.state);
  publish("quotas.changed", { connection: connection.name });
}

async function readAll(
  parts: QuotaParts,
  connection: QuotaConnection,
  entry: Entry,
  { source, olderThanMinutes }: Wanted,
): Promise<void> {
  const { clock, store } = parts;
  const { signal } = entry.stopping;
  const patience = createPatience(clock);
  const keep = together(async (readings: readonly AskedReading[]) => {
    await store.keepReadings(connection.id, readings);
    return readings.map(() => undefined);
  }, mostTogether);
  const since = olderThanMinutes === undefined ? undefined : clock.now() - olderThanMinutes * 60_000;
  await learnProfiles(parts, connection, { priority: "sync", signal });
  const ids: string[] = [];
  for await (const page of source.ids(signal)) {
    const fresh = since === undefined ? [] : await store.askedSince(connection.id, entry.state.kinds, page, since);
    const asked = new Set(fresh);
    ids.push(...page.filter((id) => !asked.has(id)));
  }
  entry.state = { ...entry.state, total: ids.length };
  const failures = new Map<string, Failures[number]>();
  await inParallel(ids, atOnce, async (endpoint) => {
    let failed = false;
    for (const kind of entry.state.kinds) {
      const { error, ...reading } = await askPatiently(parts, connection, patience, { kind, endpoint, signal });
      await keep(reading);
      if (error === undefined) continue;
      failed = true;
      count(failures, error);
      patience.failed(error);
    }
    const { done, failed: before } = entry.state;
    entry.state = { ...entry.state, done: done + 1, failed: before + Number(failed), failures: mostFrequent(failures) };
    tellProgress(parts, entry.state);
    if (entry.state.done % toldEvery === 0) parts.publish("quotas.changed", { connection: connection.name });
  });
}

type Failures = QuotaRefresh["failures"];

function count(failures: Map<string, Failures[number]>, error: AppError): void {
  const { code } = error;
  const message = textOf(error);
  const reason = `${code} ${encodeText(message)}`;
  failures.set(reason, { code, message, count: (failures.get(reason)?.count ?? 0) + 1 });
}

const mostReasons = 5;

function mostFrequent(failures: ReadonlyMap<string, Failures[number]>): Failures {
  return [...failures.values()].toSorted((a, b) => b.count - a.count).slice(0, mostReasons);
}

/** Whoever changes options of the connection makes a new client of it: what was cut by that is asked over the new one. */
async function askPatiently(
  parts: QuotaParts,
  begun: QuotaConnection,
  patience: Patience,
  {
    kind,
    endpoint,
    signal,
  }: { readonly kind: AskedReading["kind"]; readonly endpoint: string; readonly signal: AbortSignal },
): Promise<AskedReading & { readonly error?: AppError }> {
  let connection = await asItIsNow(parts, begun);
  for (;;) {
    throwIfStopped(signal);
    await patience.rest(signal);
    const answersBefore = patience.answers();
    const asked = await askReading(parts, connection, kind, endpoint, { priority: "sync", signal });
    if (asked.error === undefined) patience.answered();
    if (asked.error === undefined) return asked;
    const now = await asItIsNow(parts, begun);
    if (now === connection && !patience.isTrouble(asked.error, answersBefore)) return asked;
    connection = now;
  }
}

function tellProgress({ publish }: QuotaParts, { connection, refresh, done, total }: QuotaRefresh): void {
  publish("quotas.progress", {
    connection,
    work: "refresh",
    id: refresh,
    done,
    ...(total === undefined ? {} : { total }),
  });
}
