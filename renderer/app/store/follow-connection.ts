/**
 * Resets the store when the connection changes: ids, snapshots, views and audiences refer to other objects on another connection.
 * Queries, open records and confirmations are closed before a component shows the new connection; each list restores its own query.
 */
import { currentConnection } from "../../data/connection.ts";
import { cachedData, queryClient } from "../../data/fleet-query.ts";
import { clearConnectionData } from "../../data/invalidations.ts";
import { idle } from "../../lib/async-state.ts";
import { pruneTextDrafts } from "../../lib/draft-storage.ts";
import { useFleetdesk } from "./store.ts";

/** Subscribes for the lifetime of the window. */
export function followConnection(): void {
  let former: string | undefined;
  queryClient.getQueryCache().subscribe(({ type, query: { queryKey } }) => {
    const connections = cachedData("connections.list", {})?.connections;
    if (type !== "updated" || queryKey[0] !== "connections.list" || connections === undefined) return;
    const names = connections.map(({ name }) => name);
    pruneTextDrafts(names);
    const before = former;
    former = currentConnection()?.name;
    useFleetdesk.getState().openNotifications(names, former);
    if (before !== undefined && before !== former) clearConnection();
  });
}

function clearConnection(): void {
  useFleetdesk.setState({
    recall: undefined,
    pendingAction: undefined,
    // Drafts belong to their own connection and show its name.
    wizardPreview: idle,
    wizardPreviewOf: undefined,
    eventsFollow: idle,
    quotaSource: undefined,
  });
  clearConnectionData();
  const { address, navigate } = useFleetdesk.getState();
  // Settings addresses name their connection themselves.
  if (address.path[0] !== "settings") navigate({ path: listPath(address.path), query: {} }, { replace: true });
}

/** The list instead of one of its campaigns or quota changes: their numbers refer to other objects. A draft shows its connection. */
function listPath(path: readonly string[]): readonly string[] {
  const [page, part] = path;
  if (page === "campaigns" && part !== "new" && part !== "verify") return [page];
  return page === "quotas" ? path.slice(0, 2) : path;
}
