/**
 * What the store follows while the window is open: the topics of main, the network and the history, the connection, and the address, which
 * is restored on start.
 */
import { currentConnection } from "../../data/connection.ts";
import { cachedData, queryClient } from "../../data/fleet-query.ts";
import { clearConnectionData } from "../../data/invalidations.ts";
import { idle } from "../../lib/async-state.ts";
import { pruneTextDrafts } from "../../lib/draft-storage.ts";
import { useFleetdesk, topicsOfSlices } from "./store.ts";
import { changeSettings, currentSettings } from "../../data/settings.ts";
import { formatAddress, parseAddress } from "../../lib/address.ts";
import { bridge } from "../../lib/fleet.ts";
import type { TopicName } from "../../lib/topics.ts";

/** Subscribes, for the lifetime of the window; the returned function ends it. */
export function followConnection(): () => void {
  let former: string | undefined;
  return queryClient.getQueryCache().subscribe(({ type, query: { queryKey } }) => {
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
    recalls: {},
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

// The address is saved shortly after each navigation.

const saveDelayMs = 1000;

/** Navigates to the last address, unless the window was opened with one; then saves each change. */
export function rememberPlace(): void {
  const { address, navigate } = useFleetdesk.getState();
  const last = currentSettings()?.lastAddress ?? "";
  if (window.location.hash === "" && last !== "") navigate(parseAddress(last), { replace: true });
  let written = formatAddress(address);
  let timer: number | undefined;
  useFleetdesk.subscribe(({ address: now }) => {
    const text = formatAddress(now);
    if (text === written) return;
    written = text;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void changeSettings({ lastAddress: text.slice(0, 4000) }), saveDelayMs);
  });
}

// Topics reach the slices that handle them; queries follow them in `data/invalidations.ts`.

/** Subscribes for the lifetime of the window. */
export function subscribe(): void {
  const handlers = topicsOfSlices.map((topics) => topics(useFleetdesk.getState));
  bridge().on((topic, payload) => {
    // Main validated the payload against the contract before sending it.
    for (const slice of handlers) (slice[topic as TopicName] as ((payload: unknown) => void) | undefined)?.(payload);
  });
  const { addressMoved, setNetworkOnline } = useFleetdesk.getState();
  const network = (): void => setNetworkOnline(navigator.onLine);
  window.addEventListener("popstate", addressMoved);
  window.addEventListener("hashchange", addressMoved);
  window.addEventListener("online", network);
  window.addEventListener("offline", network);
}
