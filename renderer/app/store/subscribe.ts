/** The only topic subscriber of the window: dispatches main's topics to the queries that they make outdated and the slices that handle them. */
import { invalidateByTopic } from "../../data/invalidations.ts";
import { bridge } from "../../lib/bridge.ts";
import type { TopicName } from "../../lib/topics.ts";
import { topicsOfSlices, useFleetdesk } from "./store.ts";

/** Subscribes; returns the unsubscribe function. */
export function subscribe(): () => void {
  const handlers = topicsOfSlices.map((topics) => topics(useFleetdesk.getState));
  const stopTopics = bridge().on((topic, payload) => {
    // Main validated the payload against the contract before sending it.
    invalidateByTopic(topic, payload);
    for (const slice of handlers) (slice[topic as TopicName] as ((payload: unknown) => void) | undefined)?.(payload);
  });
  const { addressMoved, setNetworkOnline } = useFleetdesk.getState();
  const network = (): void => setNetworkOnline(navigator.onLine);
  window.addEventListener("popstate", addressMoved);
  window.addEventListener("hashchange", addressMoved);
  window.addEventListener("online", network);
  window.addEventListener("offline", network);
  return () => {
    stopTopics();
    window.removeEventListener("popstate", addressMoved);
    window.removeEventListener("hashchange", addressMoved);
    window.removeEventListener("online", network);
    window.removeEventListener("offline", network);
  };
}
