/** Cached data streams and API callbacks. */
import type { CallbackList, StreamList } from "#shared/contract/network/streams.ts";
import { fleet } from "../../../lib/fleet.ts";
import { createListing } from "../../../lib/listing.ts";
import { idle, type AsyncState } from "../../../lib/async-state.ts";
import type { SliceCreator, SliceTopics } from "../../../lib/slice.ts";

export interface StreamsSlice {
  readonly streamList: AsyncState<StreamList>;
  readonly callbackList: AsyncState<CallbackList>;
  /** Loads the cached lists; requests them from the service if they were never loaded. */
  readonly loadStreams: () => Promise<void>;
  /** Refreshes both lists from the service. */
  readonly refreshStreams: () => Promise<void>;
  /** Reloads the lists after a cache change, unless no page shows them. */
  readonly renewStreams: () => Promise<void>;
}

export const createStreamsSlice: SliceCreator<StreamsSlice> = (set, get) => {
  const streams = createListing<StreamList>(
    () => get().streamList,
    (streamList) => set({ streamList }),
    { cached: () => fleet.streams.list({}), service: () => fleet.streams.refresh({}) },
  );
  const callbacks = createListing<CallbackList>(
    () => get().callbackList,
    (callbackList) => set({ callbackList }),
    { cached: () => fleet.streams.callbacks({}), service: () => fleet.streams.refreshCallbacks({}) },
  );
  return {
    streamList: idle,
    callbackList: idle,
    loadStreams: async () => {
      await Promise.all([streams.load("cached"), callbacks.load("cached")]);
      const { streamList, callbackList } = get();
      await Promise.all([
        streamList.state === "ready" && streamList.value.state === "never" ? streams.load("service") : undefined,
        callbackList.state === "ready" && callbackList.value.state === "never" ? callbacks.load("service") : undefined,
      ]);
    },
    refreshStreams: async () => {
      await Promise.all([streams.load("service"), callbacks.load("service")]);
    },
    renewStreams: async () => {
      await Promise.all([
        get().streamList.state === "never" ? undefined : streams.load("cached"),
        get().callbackList.state === "never" ? undefined : callbacks.load("cached"),
      ]);
    },
  };
};

export const streamsTopics: SliceTopics<StreamsSlice> = (slice) => ({
  "streams.changed": () => void slice().renewStreams(),
  "shell.visibility": ({ missed }) => {
    if (missed) void slice().renewStreams();
  },
});
