/** The shape of a slice of the store: it sees itself alone, so that slices stay strangers. */
import type { TopicHandlers } from "./topics.ts";

export type SetSlice<S> = (partial: Partial<S> | ((slice: S) => Partial<S>)) => void;
export type SliceCreator<S> = (set: SetSlice<S>, get: () => S) => S;
/** What a slice does about topics; `slice` reads its present state. */
export type SliceTopics<S> = (slice: () => S) => TopicHandlers;
