/**
 * Which topics of main make which data outdated: the only place where topics reload queries. Data that no component shows is only
 * marked, and reloaded when it is shown again.
 *
 * Invariants: a query has one request at a time and is never cancelled by a topic, so that a burst does not starve it; any number of topics
 * during a request or its pause cause one more request after it.
 */
import type { Query } from "@tanstack/react-query";
import { bridge } from "../lib/fleet.ts";
import { throttle, type ThrottleOptions } from "../lib/throttle.ts";
import type { TopicName, TopicPayload } from "../lib/topics.ts";
import { type InputOf, type OperationName, forgetPrevious, queryClient } from "./fleet-query.ts";

type Pace = Pick<ThrottleOptions, "everyMs" | "share" | "restAtMostMs">;

interface Invalidation {
  readonly topic: TopicName;
  readonly operations: ReadonlySet<OperationName>;
  readonly pace: Pace;
  readonly concerns: (payload: unknown, input: unknown) => boolean;
}

interface InvalidationOptions<K extends TopicName, N extends OperationName> extends Partial<Pace> {
  /** Whether the topic is about a query with this input; by default, it is. */
  readonly concerns?: (payload: TopicPayload<K>, input: InputOf<N>) => boolean;
}

function on<K extends TopicName, N extends OperationName>(
  topic: K,
  operations: readonly N[],
  {
    concerns = () => true,
    everyMs = 0,
    share = everyMs === 0 ? 1 : 0.05,
    restAtMostMs,
  }: InvalidationOptions<K, N> = {},
): Invalidation {
  return {
    topic,
    operations: new Set<OperationName>(operations),
    pace: { everyMs, share, restAtMostMs },
    concerns: concerns as Invalidation["concerns"],
  };
}

/**
 * Data of a campaign, at most so old while it runs, plus the time of a read: without the limit, a read that took long under load would
 * delay the next one by 20 times its duration.
 */
const ofCampaign = {
  concerns: (topic: { readonly campaignId: string }, input: { readonly campaignId: string }): boolean =>
    topic.campaignId === input.campaignId,
  restAtMostMs: 3000,
};
const ofConnection = {
  concerns: (topic: { readonly connection: string }, input: { readonly connection?: string }): boolean =>
    topic.connection === input.connection,
};
/** Of saved views, which are counted slowly (`view-counts.ts`). */
const isOfView = (input: object): boolean => "of" in input;
const isOfEventsPage = (key: object): boolean => "of" in key && key.of === "page";
const campaignTopics = ["campaigns.changed", "campaigns.progress", "campaigns.watched"] as const;

const invalidations: readonly Invalidation[] = [
  // However fast outcomes arrive, the window reads a few times a second; data that is expensive for the core less often.
  ...campaignTopics.flatMap((topic) => [
    on(topic, ["campaigns.status"], { ...ofCampaign, everyMs: 500 }),
    on(topic, ["campaigns.waves"], { ...ofCampaign, everyMs: 1000 }),
    on(topic, ["campaigns.timeline", "campaigns.steps"], { ...ofCampaign, everyMs: 2000 }),
    // Reads all rows of the campaign.
    on(topic, ["campaigns.breakdown"], { ...ofCampaign, everyMs: 5000, restAtMostMs: 30_000 }),
  ]),
  on("campaigns.changed", ["campaigns.list"], { everyMs: 1000, restAtMostMs: 3000 }),
  on("campaigns.watched", ["campaigns.list"], { everyMs: 1000, restAtMostMs: 3000 }),
  // The limit: one slow read while a program starts would leave figures from before the events for a minute.
  ...(
    [
      "campaigns.changed",
      "fleet.syncEnded",
      "fleet.changed",
      "events.added",
      "quotas.changed",
      "quotas.changeMoved",
      "sms.changed",
    ] as const
  ).map((topic) => on(topic, ["overview.get"], { everyMs: 2000, restAtMostMs: 5000 })),
  ...(["fleet.syncEnded", "events.added", "sms.changed"] as const).flatMap((topic) => [
    on(topic, ["fleet.count"], {
      concerns: (_payload, input) => !isOfView(input),
      everyMs: 2000,
      restAtMostMs: 5000,
    }),
    on(topic, ["fleet.count"], { concerns: (_payload, input) => isOfView(input), everyMs: 30_000 }),
  ]),
  on("fleet.changed", ["fleet.count"], {
    concerns: ({ collection }, input) => isOfView(input) && input.collection === collection,
    everyMs: 30_000,
  }),
  on("drafts.changed", ["drafts.list"]),
  // The list does not move while it is read: only its newest entry, which has its own query, is loaded.
  on("audit.added", ["audit.list"], { concerns: (_payload, { limit }) => limit === 1, everyMs: 1000 }),
  on("audit.added", ["audit.get"], { everyMs: 1000 }),
  on("fleet.changed", ["fleet.get", "fleet.history", "records.links", "fleet.completeness"], {
    concerns: ({ collection }, record) => record.collection === collection,
    everyMs: 250,
    share: 0.5,
  }),
  on("fleet.syncEnded", ["fleet.completeness"], {
    concerns: ({ collection }, list) => list.collection === collection,
  }),
  on("fleet.syncEnded", ["fleet.diff", "fleet.snapshots"], {
    concerns: ({ collection, outcome }, query) =>
      query.collection === collection && (outcome === "complete" || outcome === "partial"),
  }),
  on("connections.changed", ["connections.list", "views.list", "fleet.audiences"]),
  on("connections.changed", ["session.get", "connections.governor", "connections.reachability"], ofConnection),
  on("connections.governorChanged", ["connections.governor"], ofConnection),
  on("connections.reachabilityChanged", ["connections.reachability"], ofConnection),
  on("session.changed", ["session.get"], ofConnection),
  on("keychain.changed", ["keychain.get", "session.get"]),
  on("practice.changed", ["practice.get"]),
  on("updates.changed", ["updates.get"]),
  on("settings.changed", ["updates.get"]),
  on("proxy.changed", ["proxy.list"]),
  on("connections.changed", ["proxy.list"]),
  on("views.changed", ["views.list"]),
  on("fleet.audiencesChanged", ["fleet.audiences"]),
  on("dns.changed", ["dns.list", "dns.changes", "profiles.get", "profiles.users"]),
  on("profiles.changed", ["profiles.list", "dns.changes", "profiles.get", "profiles.users"]),
  on("sms.changed", ["sms.thread"], { concerns: ({ endpoint }, thread) => thread.endpoint === endpoint }),
  // Delivery checks of a campaign read many threads a second.
  on("sms.changed", ["sms.recent"], { everyMs: 1000 }),
  on("settings.changed", ["settings.get"]),
  on("templates.changed", ["templates.list"]),
  on("events.added", ["events.history"], { everyMs: 1000 }),
  // The rows of the page of events do not move while they are read: arrivals are counted, and inserted at the top only.
  on("events.added", ["events.list"], { concerns: (_payload, key) => !isOfEventsPage(key), everyMs: 1000 }),
  // The followed list: on a busy computer its reloads may take a quarter of the time.
  on("events.added", ["events.arrivals", "events.timeline", "events.facets"], {
    concerns: (_payload, key) => !isOfEventsPage(key),
    everyMs: 1000,
    share: 0.25,
  }),
  on("sms.changed", ["events.history"], { concerns: ({ endpoint }, of) => endpoint === of.endpoint, everyMs: 1000 }),
  on("fleet.changed", ["events.history"], { concerns: ({ collection }) => collection === "endpoint", everyMs: 1000 }),
  on("quotas.changed", ["quotas.get", "quotas.history"], {
    concerns: ({ endpoint }, of) => endpoint === undefined || endpoint === of.endpoint,
  }),
  on("quotas.changed", ["quotas.refreshState"], { concerns: ({ connection }, of) => connection === of.connection }),
  on("quotas.changed", ["quotas.usage"], {
    concerns: ({ connection }, of) => connection === of.connection,
    everyMs: 1000,
  }),
  on("quotas.changed", ["quotas.overview"], {
    concerns: ({ connection, endpoint }, of) => connection === of.connection && endpoint === undefined,
    everyMs: 1000,
  }),
  // A change of one endpoint in its detail is visible in the overview immediately.
  on("quotas.changed", ["quotas.overview"], {
    concerns: ({ connection, endpoint }, of) => connection === of.connection && endpoint !== undefined,
    everyMs: 250,
    share: 0.5,
  }),
  on("quotas.progress", ["quotas.refreshState"], {
    concerns: ({ connection, work }, of) => connection === of.connection && work === "refresh",
  }),
  on("quotas.progress", ["quotas.overview"], {
    concerns: ({ connection, work }, of) => connection === of.connection && work === "refresh",
    everyMs: 1000,
  }),
  on("quotas.progress", ["quotas.state", "quotas.rows"], {
    concerns: ({ work, id }, { change }) => work !== "refresh" && id === change,
    everyMs: 500,
  }),
  on("quotas.changeMoved", ["quotas.state", "quotas.rows"], {
    concerns: ({ change }, of) => change === of.change,
    everyMs: 500,
  }),
  on("quotas.changeMoved", ["quotas.changes"], { concerns: (_payload, { endpoint }) => endpoint !== undefined }),
  on("quotas.changeMoved", ["quotas.changes"], {
    concerns: (_payload, { endpoint }) => endpoint === undefined,
    everyMs: 1000,
  }),
  on("fleet.changed", ["quotas.overview"], { concerns: ({ collection }) => collection === "endpoint", everyMs: 1000 }),
  on("streams.changed", ["streams.list", "streams.callbacks", "streams.show"]),
];

/** Reloads of each query by their pace. */
const reloads = new WeakMap<Query, Map<string, () => void>>();

function requestReload(query: Query, pace: Pace): void {
  if (!isVisible(query)) {
    query.invalidate();
    // The answer to a request in flight would clear the mark.
    void reload(query);
    return;
  }
  const ofQuery = reloads.get(query) ?? new Map<string, () => void>();
  reloads.set(query, ofQuery);
  const key = JSON.stringify(pace);
  const request = ofQuery.get(key) ?? throttle(() => reload(query), pace);
  ofQuery.set(key, request);
  request();
}

function isVisible(query: Query): boolean {
  return query.isActive() && !document.hidden;
}

/** Never rejects: a failure is the query's state. */
async function reload(query: Query): Promise<void> {
  // The answer to a request that is in flight may precede the change.
  if (query.state.fetchStatus !== "idle") await query.promise?.catch(ignore);
  query.invalidate();
  if (!isVisible(query)) return;
  await queryClient.refetchQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false });
}

function ignore(): void {}

function queriesOf(operations: ReadonlySet<OperationName>): readonly Query[] {
  return queryClient.getQueryCache().findAll({
    // Without input, a query requests nothing.
    predicate: ({ queryKey: [operation, input] }) => input !== undefined && operations.has(operation as OperationName),
  });
}

/** Reloads the visible data of some operations and marks the rest, for example after an action. Resolves when it is loaded. */
export async function reloadQueries(...operations: readonly OperationName[]): Promise<void> {
  await Promise.all(queriesOf(new Set(operations)).map(reload));
}

/** Reloads one query, if a component shows it. */
export async function reloadQuery<N extends OperationName>(operation: N, input: InputOf<N>): Promise<void> {
  const query = queryClient.getQueryCache().find({ queryKey: [operation, input] });
  if (query !== undefined) await reload(query);
}

/** Subscribes for the lifetime of the window, before the slices do. */
export function invalidateOnTopics(): void {
  bridge().on(invalidateByTopic);
}

/** Handles a topic of main, which validated its payload. */
export function invalidateByTopic(topic: string, payload: unknown): void {
  if (topic === "shell.visibility") return handleVisibility(payload as TopicPayload<"shell.visibility">);
  for (const { operations, pace, concerns } of invalidations.filter((entry) => entry.topic === topic)) {
    for (const query of queriesOf(operations)) {
      const [, input] = query.queryKey;
      if (concerns(payload, input)) requestReload(query, pace);
    }
  }
}

/** Data that was marked while the window was hidden is reloaded; if topics were lost, all of it. */
function handleVisibility({ visible, missed }: TopicPayload<"shell.visibility">): void {
  if (!visible) return;
  for (const { operations, pace } of invalidations) {
    for (const query of queriesOf(operations)) {
      if (missed || query.state.isInvalidated) requestReload(query, pace);
    }
  }
}

/** Independent of the current connection, or always requested with its name. */
const ofProgram: ReadonlySet<unknown> = new Set<OperationName>([
  "audit.verify",
  "campaigns.list",
  "connections.governor",
  "connections.list",
  "connections.reachability",
  "data.backups",
  "data.usage",
  "doctor.examine",
  "diagnostics.about",
  "diagnostics.log",
  "fleet.fields",
  "keychain.get",
  "practice.get",
  "proxy.list",
  "session.get",
  "settings.get",
  "settings.set",
  "updates.get",
]);

/** Clears all data of a connection when another one becomes the current one; answers in flight are discarded. */
export function clearConnectionData(): void {
  forgetPrevious();
  void queryClient.resetQueries({ predicate: ({ queryKey: [operation] }) => !ofProgram.has(operation) });
}
