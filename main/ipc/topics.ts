/**
 * What happened, told to whoever listens. Topics carry ids, not states; the exceptions are progress counters.
 * Invariant: of a progress topic, each key is told at most once per interval, and the latest value always arrives.
 */
import type { z } from "zod";
import type { Clock, Log } from "../hosts.ts";
import type { TreatyMap } from "./router.ts";

type TopicSchemas<T extends TreatyMap> = UnionToIntersection<T[keyof T]["topics"]>;
type UnionToIntersection<U> = (U extends unknown ? (of: U) => void : never) extends (of: infer I) => void ? I : never;

/** Payload by topic name, over all features of a treaty. */
export type TopicPayloads<T extends TreatyMap> = {
  readonly [N in keyof TopicSchemas<T> & string]: TopicSchemas<T>[N] extends z.ZodType
    ? z.output<TopicSchemas<T>[N]>
    : never;
};

export type Publish<P> = <N extends keyof P & string>(topic: N, payload: P[N]) => void;
/** Listens to one topic; the returned function ends it. */
export type On<P> = <N extends keyof P & string>(topic: N, listener: (payload: P[N]) => void) => () => void;

export interface Topics<P> {
  readonly publish: Publish<P>;
  readonly on: On<P>;
  /** Every topic, for a transport; the returned function ends it. */
  readonly onAny: (listener: (topic: string, payload: unknown) => void) => () => void;
  /** Tells what is held back at once. */
  readonly flush: () => void;
}

export interface TopicsOptions<P> {
  readonly clock: Clock;
  readonly log: Log;
  /** Topics that count, and the key under which the latest value wins. */
  readonly progress: { readonly [N in keyof P]?: (payload: P[N]) => string };
  /** Default 100: ten a second. */
  readonly intervalMs?: number;
}

interface Held {
  latest: { readonly payload: unknown } | undefined;
  cancel: () => void;
}

type Listener = (topic: string, payload: unknown) => void;

/** Creates the bus of one process; payloads are checked against the treaty, and fields it does not name are dropped. */
export function createTopics<T extends TreatyMap>(
  treaty: T,
  options: TopicsOptions<TopicPayloads<T>>,
): Topics<TopicPayloads<T>> {
  const schemas = new Map(Object.values(treaty).flatMap(({ topics }) => Object.entries(topics)));
  const listeners = new Set<Listener>();
  const held = new Map<string, Held>();
  const intervalMs = options.intervalMs ?? 100;

  const tell = (topic: string, payload: unknown): void => {
    for (const listener of listeners) {
      try {
        listener(topic, payload);
      } catch (error) {
        options.log.error("topics.listener-failed", { topic }, error);
      }
    }
  };

  const hold = (topic: string, key: string): Held => ({
    latest: undefined,
    cancel: options.clock.after(intervalMs, () => {
      const { latest } = held.get(key) ?? {};
      held.delete(key);
      if (latest === undefined) return;
      held.set(key, hold(topic, key));
      tell(topic, latest.payload);
    }),
  });

  /** What a feature has counted is told before what it says next: an end must not be followed by its own progress. */
  const tellHeld = (topic: string): void => {
    const feature = topic.slice(0, topic.indexOf(".") + 1);
    for (const [key, one] of held) {
      const { latest } = one;
      if (latest === undefined || !key.startsWith(feature)) continue;
      one.latest = undefined;
      tell(key.slice(0, key.indexOf(":")), latest.payload);
    }
  };

  const publish = (topic: string, payload: unknown): void => {
    const checked = schemas.get(topic)?.safeParse(payload);
    if (checked?.success !== true) {
      options.log.error("topics.payload-breaks-treaty", { topic });
      return;
    }
    const keyOf = progressKey(options.progress, topic);
    if (keyOf === undefined) {
      tellHeld(topic);
      return tell(topic, checked.data);
    }
    const key = `${topic}:${keyOf(checked.data)}`;
    const waiting = held.get(key);
    if (waiting !== undefined) {
      waiting.latest = { payload: checked.data };
      return;
    }
    held.set(key, hold(topic, key));
    tell(topic, checked.data);
  };

  const onAny = (listener: Listener): (() => void) => {
    const own: Listener = (topic, payload) => listener(topic, payload);
    listeners.add(own);
    return () => void listeners.delete(own);
  };

  return {
    publish,
    onAny,
    on: (wanted, listener) => onAny((topic, payload) => topic === wanted && listener(payload as never)),
    flush: () => {
      for (const [key, { latest, cancel }] of held) {
        cancel();
        if (latest !== undefined) tell(key.slice(0, key.indexOf(":")), latest.payload);
      }
      held.clear();
    },
  };
}

function progressKey(progress: object, topic: string): ((payload: unknown) => string) | undefined {
  const found: unknown = Object.hasOwn(progress, topic) ? progress[topic as keyof typeof progress] : undefined;
  return typeof found === "function" ? (found as (payload: unknown) => string) : undefined;
}
