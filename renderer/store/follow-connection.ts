/**
 * Another connection is another fleet: ids, snapshots, views and audiences mean other things there. What was asked of the former one
 * and what stood open leaves the window in the very step in which the connection changes; each list brings its own question back.
 */
import { currentConnection } from "../features/connections/connections-slice.ts";
import { never } from "../lib/remote.ts";
import { nothingSelected } from "../lib/selection.ts";
import { useFleetdesk } from "./store.ts";

/** Listens for as long as the window is there. */
export function followConnection(): void {
  useFleetdesk.subscribe((now, before) => {
    const former = currentConnection(before)?.name;
    if (former === undefined || currentConnection(now)?.name === former) return;
    useFleetdesk.setState({
      campaigns: never,
      campaignDrafts: never,
      campaign: undefined,
      recall: undefined,
      threadOf: undefined,
      thread: never,
      threadAsked: never,
      recent: never,
      recentAsked: undefined,
      // What is being written stays with its own connection, and says so.
      wizardPreview: never,
      wizardPreviewOf: undefined,
      copy: never,
      eventsAsked: undefined,
      events: never,
      eventsPicture: never,
      eventsReading: never,
      eventsFresh: 0,
      eventsBegun: [],
      eventsFollow: never,
      historyOf: undefined,
      recordHistory: never,
      historyAsked: never,
      dnsList: never,
      profileList: never,
      streamList: never,
      callbackList: never,
      profileOf: undefined,
      profileDetail: never,
      profileUse: never,
      profileChanges: never,
      changesQuestion: undefined,
      changes: never,
      changesSnapshots: never,
      changeNames: {},
      changesPlace: undefined,
      detailOf: undefined,
      detail: never,
      detailHistory: never,
      quotasOf: undefined,
      endpointQuotas: never,
      endpointQuotasAsked: never,
      endpointChanges: never,
      quotaOverview: never,
      quotaSelection: nothingSelected,
      quotaActive: undefined,
      quotaRefresh: undefined,
      quotaSource: undefined,
      quotaChanges: never,
      quotaChangesOf: undefined,
      quotaChange: undefined,
    });
    // Its answer may have come before the change of the connection did, and was removed with the rest.
    void now.loadCopy();
    const { path } = now.address;
    // Settings name their connection themselves.
    if (path[0] !== "settings") now.go({ path, query: {} }, { replace: true });
  });
}
