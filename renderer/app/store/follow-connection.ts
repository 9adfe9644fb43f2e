/**
 * Resets the store when the connection changes: ids, snapshots, views and audiences refer to other objects on another connection.
 * Queries, open records and confirmations are closed in the same update as the connection changes; each list restores its own query.
 */
import { currentConnection } from "../../features/connections/connections-slice.ts";
import { clearConnectionData } from "../../data/invalidations.ts";
import { dataOf, idle } from "../../lib/async-state.ts";
import { useFleetdesk } from "./store.ts";

/** Subscribes for the lifetime of the window. */
export function followConnection(): void {
  useFleetdesk.subscribe((now, before) => {
    const connections = dataOf(now.connections);
    if (connections !== undefined && now.connections !== before.connections)
      now.openNotifications(
        connections.map(({ name }) => name),
        currentConnection(now)?.name,
      );
    const former = currentConnection(before)?.name;
    if (former === undefined || currentConnection(now)?.name === former) return;
    useFleetdesk.setState({
      recall: undefined,
      pendingAction: undefined,
      // Drafts belong to their own connection and show its name.
      wizardPreview: idle,
      wizardPreviewOf: undefined,
      cache: idle,
      eventsRequest: undefined,
      events: idle,
      eventsChart: idle,
      eventsReading: idle,
      eventsFresh: 0,
      eventsAutoLoaded: [],
      eventsFollow: idle,
      quotaSource: undefined,
    });
    clearConnectionData();
    // Its result may have arrived before the connection changed, and was cleared with the rest.
    void now.loadCache();
    const { path } = now.address;
    // Settings addresses name their connection themselves.
    if (path[0] !== "settings") now.navigate({ path: listPath(path), query: {} }, { replace: true });
  });
}

/** The list instead of one of its campaigns or quota changes: their numbers refer to other objects. A draft shows its connection. */
function listPath(path: readonly string[]): readonly string[] {
  const [page, part] = path;
  if (page === "campaigns" && part !== "new" && part !== "verify") return [page];
  return page === "quotas" ? path.slice(0, 2) : path;
}
