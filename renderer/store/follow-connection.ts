/**
 * Another connection is another fleet: ids, snapshots, views and audiences mean other things there. What was asked of the former one
 * and what stood open leaves the window in the very step in which the connection changes; each list brings its own question back.
 */
import { currentConnection } from "../features/connections/connections-slice.ts";
import { idle } from "../lib/async-state.ts";
import { nothingSelected } from "../lib/selection.ts";
import { useFleetdesk } from "./store.ts";

/** Listens for as long as the window is there. */
export function followConnection(): void {
  useFleetdesk.subscribe((now, before) => {
    const former = currentConnection(before)?.name;
    if (former === undefined || currentConnection(now)?.name === former) return;
    useFleetdesk.setState({
      campaigns: idle,
      campaignDrafts: idle,
      campaign: undefined,
      recall: undefined,
      threadOf: undefined,
      thread: idle,
      threadRefresh: idle,
      recent: idle,
      recentRequest: undefined,
      // What is being written stays with its own connection, and says so.
      wizardPreview: idle,
      wizardPreviewOf: undefined,
      copy: idle,
      eventsRequest: undefined,
      events: idle,
      eventsChart: idle,
      eventsReading: idle,
      eventsFresh: 0,
      eventsAutoLoaded: [],
      eventsFollow: idle,
      historyOf: undefined,
      recordHistory: idle,
      historyRefresh: idle,
      dnsList: idle,
      profileList: idle,
      streamList: idle,
      callbackList: idle,
      profileOf: undefined,
      profileDetail: idle,
      profileUse: idle,
      profileChanges: idle,
      changesQuestion: undefined,
      changes: idle,
      changesSnapshots: idle,
      changeNames: {},
      changesPlace: undefined,
      detailOf: undefined,
      detail: idle,
      detailHistory: idle,
      quotasOf: undefined,
      endpointQuotas: idle,
      endpointQuotasRefresh: idle,
      endpointChanges: idle,
      quotaOverview: idle,
      quotaSelection: nothingSelected,
      quotaActive: undefined,
      quotaRefresh: undefined,
      quotaSource: undefined,
      quotaChanges: idle,
      quotaChangesOf: undefined,
      quotaChange: undefined,
    });
    // Its answer may have come before the change of the connection did, and was removed with the rest.
    void now.loadCopy();
    const { path } = now.address;
    // Settings name their connection themselves.
    if (path[0] !== "settings") now.navigate({ path, query: {} }, { replace: true });
  });
}
