/** Every command, in the order of the palette and the shortcut list. */
import { goToAudit } from "./go-to-audit.ts";
import { refreshQuotas } from "./refresh-quotas.ts";
import { cancelSync } from "./cancel-sync.ts";
import { changeQuotas } from "./change-quotas.ts";
import { checkAudit } from "./check-audit.ts";
import { closeDetail } from "./close-detail.ts";
import type { Command } from "./command.ts";
import { exportEventsCsv, exportEventsLines } from "./export-events.ts";
import { focusFilter } from "./focus-filter.ts";
import { followEvents } from "./follow-events.ts";
import { goBack } from "./go-back.ts";
import { goForward } from "./go-forward.ts";
import { goToCampaigns } from "./go-to-campaigns.ts";
import { goToChanges } from "./go-to-changes.ts";
import { goToDoctor } from "./go-to-doctor.ts";
import { goToEvents } from "./go-to-events.ts";
import { goToFleet } from "./go-to-fleet.ts";
import { goToMessages } from "./go-to-messages.ts";
import { goToNetwork } from "./go-to-network.ts";
import { goToQuotas } from "./go-to-quotas.ts";
import { goToSettings } from "./go-to-settings.ts";
import { goToStreams } from "./go-to-streams.ts";
import { newCallback } from "./new-callback.ts";
import { newCampaign } from "./new-campaign.ts";
import { newDns } from "./new-dns.ts";
import { newProfile } from "./new-profile.ts";
import { newStream } from "./new-stream.ts";
import { goToTemplates } from "./go-to-templates.ts";
import { nextPane, previousPane } from "./next-pane.ts";
import { openPalette } from "./open-palette.ts";
import { pauseCampaign } from "./pause-campaign.ts";
import { readNewestEvents } from "./read-newest-events.ts";
import { resumeCampaign } from "./resume-campaign.ts";
import { showHelp } from "./show-help.ts";
import { signOut } from "./sign-out.ts";
import { stopEverything } from "./stop-everything.ts";
import { stopFollowing } from "./stop-following.ts";
import { syncFleet } from "./sync-fleet.ts";
import { toggleDensity } from "./toggle-density.ts";
import { toggleRail } from "./toggle-rail.ts";
import { toggleTheme } from "./toggle-theme.ts";
import { writeSms } from "./write-sms.ts";

export const commands: readonly Command[] = [
  goToFleet,
  goToMessages,
  goToTemplates,
  goToChanges,
  goToDoctor,
  goToCampaigns,
  goToEvents,
  goToQuotas,
  goToNetwork,
  goToStreams,
  goToAudit,
  goToSettings,
  goBack,
  goForward,
  focusFilter,
  syncFleet,
  cancelSync,
  writeSms,
  changeQuotas,
  refreshQuotas,
  newDns,
  newProfile,
  newStream,
  newCallback,
  checkAudit,
  newCampaign,
  pauseCampaign,
  resumeCampaign,
  stopEverything,
  readNewestEvents,
  followEvents,
  stopFollowing,
  exportEventsCsv,
  exportEventsLines,
  signOut,
  toggleTheme,
  toggleDensity,
  toggleRail,
  closeDetail,
  nextPane,
  previousPane,
  openPalette,
  showHelp,
];
