/** The payloads of the treaty's topics, by name. */
import type { Treaty } from "#contract/index.ts";
import type { z } from "zod";

type TopicsOf<F> = F extends { readonly topics: infer T } ? T : never;
type Merge<U> = (U extends unknown ? (part: U) => void : never) extends (all: infer I) => void ? I : never;
type AllTopics = Merge<TopicsOf<Treaty[keyof Treaty]>>;

export type TopicPayloads = {
  readonly [K in keyof AllTopics]: AllTopics[K] extends z.ZodType ? z.output<AllTopics[K]> : never;
};
export type TopicName = keyof TopicPayloads & string;

/** What a slice does about the topics it cares for. */
export type TopicHandlers = { readonly [K in TopicName]?: (payload: TopicPayloads[K]) => void };
