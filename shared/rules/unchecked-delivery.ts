/** Whether messages of a campaign without a delivery status were only not checked so far. Pure. */
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";

/** While true, "unknown" in `delivery` counts messages whose status may still be read. */
export function isDeliveryUnchecked({ delivery, notChecked, watching, state }: CampaignStatus): boolean {
  const isOver = !watching && (state === "finished" || state === "cancelled");
  return !isOver || notChecked === delivery["unknown"];
}
