/** Campaigns whose mark was never written get theirs: new ones, and those from before there were marks. */
import type { CampaignDeps } from "../campaign-deps.ts";

export async function adoptMarks({ store, marks, clock, log, holder }: CampaignDeps): Promise<void> {
  for (const { campaign, uuid, position } of await store.unmarkedCampaigns(holder)) {
    try {
      // A mark that is there already belongs to a newer state of this database: the start of sending compares the two.
      if ((await marks.read(uuid)) !== undefined) continue;
      await marks.write(uuid, { generation: 1, position, writtenAt: clock.now(), ended: true }, false);
      await store.setMarkGeneration({ campaign, generation: 1 });
    } catch (cause) {
      // Sending needs the mark and says what is wrong; planning and reading do not.
      log.warn("campaign.mark-not-adopted", { campaign, cause: String(cause) });
    }
  }
}
