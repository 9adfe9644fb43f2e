/**
 * The event bus. Topics carry ids, not states; the exceptions are progress counters.
 * Invariant: each key of a progress topic is published at most once per interval, and the latest value always arrives.
 */
import type { Clock, Log } from "../hosts.ts";
import type { ContractMap } from "./router.ts";
import type { Publish, TopicPayloads } from "#shared/contract/kit.ts";

/** Subscribes to one topic; the returned function unsubscribes. */
export type On<P> = <N extends keyof P & string>(topic: N, listener: (payload: P[N]) => void) => () => void;

export interface Topics<P> {
  readonly publish: Publish<P>;
  readonly on: On<P>;
  /** Every topic, for a transport; the returned function unsubscribes. */
  readonly onAny: (listener: (topic: string, payload: unknown) => void) => () => void;
  /** Publishes the throttled values at once. */
  readonly flush: () => void;
}

export interface TopicsOptions<P> {
  readonly clock: Clock;
  readonly log: Log;
  /** Progress topics, and the key per which the latest value wins. */
  readonly progress: { readonly [N in keyof P]?: (payload: P[N]) => string };
  /** Default 100: ten a second. */
  readonly intervalMs?: number;
}

interface ThrottledTopic {
  latest: { readonly payload: unknown } | undefined;
  cancel: () => void;
}

type Listener = (topic: string, payload: unknown) => void;

/** Creates the bus of one process; payloads are validated against the contract, and undeclared fields are dropped. */
export function createTopics<T extends ContractMap>(
  contract: T,
  options: TopicsOptions<TopicPayloads<T>>,
): Topics<TopicPayloads<T>> {
  const schemas = new Map(Object.values(contract).flatMap(({ topics }) => Object.entries(topics)));
  const listeners = new Set<Listener>();
  const throttled = new Map<string, ThrottledTopic>();
  const intervalMs = options.intervalMs ?? 100;

  const deliver = (topic: string, payload: unknown): void => {
    for (const listener of listeners) {
      try {
        listener(topic, payload);
      } catch (error) {
        options.log.error("topics.listener-failed", { topic }, error);
      }
    }
  };

  const hold = (topic: string, key: string): ThrottledTopic => ({
    latest: undefined,
    cancel: options.clock.after(intervalMs, () => {
      const { latest } = throttled.get(key) ?? {};
      throttled.delete(key);
      if (latest === undefined) return;
      throttled.set(key, hold(topic, key));
      deliver(topic, latest.payload);
    }),
  });

  /** Throttled progress of a feature is published before its next event: an end must not be followed by its own progress. */
  const deliverThrottled = (topic: string): void => {
    const feature = topic.slice(0, topic.indexOf(".") + 1);
    for (const [key, one] of throttled) {
      const { latest } = one;
      if (latest === undefined || !key.startsWith(feature)) continue;
      one.latest = undefined;
      deliver(key.slice(0, key.indexOf(":")), latest.payload);
    }
  };

  const publish = (topic: string, payload: unknown): void => {
    const checked = schemas.get(topic)?.safeParse(payload);
    if (checked?.success !== true) {
      options.log.error("topics.payload-invalid", { topic });
      return;
    }
    const keyOf = progressKey(options.progress, topic);
    if (keyOf === undefined) {
      deliverThrottled(topic);
      return deliver(topic, checked.data);
    }
    const key = `${topic}:${keyOf(checked.data)}`;
    const waiting = throttled.get(key);
    if (waiting !== undefined) {
      waiting.latest = { payload: checked.data };
      return;
    }
    throttled.set(key, hold(topic, key));
    deliver(topic, checked.data);
  };

  const onAny = (listener: Listener): (() => void) => {
    const own: Listener = (topic, payload) => listener(topic, payload);
    listeners.add(own);
    return () => void listeners.delete(own);
  };

  return {
    publish,
    onAny,
    on: (requestedTopic, listener) => onAny((topic, payload) => topic === requestedTopic && listener(payload as never)),
    flush: () => {
      for (const [key, { latest, cancel }] of throttled) {
        cancel();
        if (latest !== undefined) deliver(key.slice(0, key.indexOf(":")), latest.payload);
      }
      throttled.clear();
    },
  };
}

function progressKey(progress: object, topic: string): ((payload: unknown) => string) | undefined {
  const toKey: unknown = Object.hasOwn(progress, topic) ? progress[topic as keyof typeof progress] : undefined;
  return typeof toKey === "function" ? (toKey as (payload: unknown) => string) : undefined;
}
