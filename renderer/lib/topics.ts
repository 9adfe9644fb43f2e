/** Payload types of the contract's topics, by name. */
import type { Contract } from "#shared/contract/index.ts";
import type { z } from "zod";

type TopicsOf<F> = F extends { readonly topics: infer T } ? (keyof T extends never ? never : T) : never;
type Topics = TopicsOf<Contract[keyof Contract]>;
type NamesOf<T> = T extends unknown ? Extract<keyof T, string> : never;
type SchemaOf<T, K extends string> = T extends Readonly<Record<K, infer S extends z.ZodType>> ? S : never;

export type TopicName = NamesOf<Topics>;
export type TopicPayload<K extends TopicName> = z.output<SchemaOf<Topics, K>>;

/** Topic handlers of a slice. */
export type TopicHandlers = { readonly [K in TopicName]?: (payload: TopicPayload<K>) => void };
