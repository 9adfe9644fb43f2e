/** The type of a store slice: it can only access itself, so that slices stay independent. */
import type { TopicHandlers } from "./topics.ts";

export type SetSlice<S> = (partial: Partial<S> | ((slice: S) => Partial<S>)) => void;
export type SliceCreator<S> = (set: SetSlice<S>, get: () => S) => S;
/** Topic handlers of a slice; `slice` reads its current state. */
export type SliceTopics<S> = (slice: () => S) => TopicHandlers;
