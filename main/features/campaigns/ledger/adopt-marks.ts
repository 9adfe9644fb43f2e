/** Writes the first send mark of campaigns that have none: new ones, and those from versions without marks. */
import type { CampaignDeps } from "../campaign-deps.ts";

export async function adoptMarks({ store, marks, clock, log, holder }: CampaignDeps): Promise<void> {
  for (const { campaign, uuid, position } of await store.unmarkedCampaigns(holder)) {
    try {
      // An existing mark belongs to a newer state of this database; the two are compared when sending starts.
      if ((await marks.read(uuid)) !== undefined) continue;
      await marks.write(uuid, { generation: 1, position, writtenAt: clock.now(), ended: true }, false);
      await store.setMarkGeneration({ campaign, generation: 1 });
    } catch (cause) {
      // Sending requires the mark and reports the failure; planning and reading do not need it.
      log.warn("campaign.mark-not-adopted", { campaign }, cause);
    }
  }
}
