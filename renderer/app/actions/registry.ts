/** The actions on what is open, in the order of the palette, the application menu and the list of shortcuts. */
import { verifyAudit } from "../../features/audit/audit-actions.ts";
import { campaignAppActions } from "../../features/campaigns/campaign-actions.ts";
import { draftAppActions } from "../../features/campaigns/draft-actions.ts";
import { recallCampaign } from "../../features/campaigns/recall-actions.ts";
import { signOutHere } from "../../features/connections/connection-actions.ts";
import {
  exportEventsCsv,
  exportEventsLines,
  followEvents,
  refreshEvents,
  stopFollowing,
} from "../../features/events/event-actions.ts";
import { cancelNewestSync, syncFleet } from "../../features/fleet/sync-actions.ts";
import { newSms, writeSms } from "../../features/messages/sms-actions.ts";
import { networkAppActions } from "../../features/network/network-actions.ts";
import { profileAppActions } from "../../features/network/profile-actions.ts";
import { streamAppActions } from "../../features/network/streams/stream-actions.ts";
import { quotaAppActions } from "../../features/quotas/quota-actions.ts";
import { reportProblem } from "../../features/settings/report-actions.ts";
import type { AppAction } from "./action.ts";
import { navigationActions, newCallback, newCampaign, newDns, newProfile, newStream } from "./navigation.ts";
import { stopEverything } from "./stop-everything.ts";
import { focusFilter, windowActions } from "./window-actions.ts";

export const appActions: readonly AppAction[] = [
  ...navigationActions,
  focusFilter,
  syncFleet,
  cancelNewestSync,
  newSms,
  writeSms,
  ...quotaAppActions,
  newDns,
  newProfile,
  newStream,
  newCallback,
  ...networkAppActions,
  ...profileAppActions,
  ...streamAppActions,
  verifyAudit,
  newCampaign,
  ...campaignAppActions,
  recallCampaign,
  ...draftAppActions,
  stopEverything,
  refreshEvents,
  followEvents,
  stopFollowing,
  exportEventsCsv,
  exportEventsLines,
  signOutHere,
  ...windowActions,
  reportProblem,
];
