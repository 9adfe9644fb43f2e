/** Rules on the state of a campaign and the delivery status of its messages. Pure. */
import type { CampaignStatus, Delivery } from "#shared/contract/campaigns/campaign-schemas.ts";

/** Sending, or may send later: started or scheduled, and not ended. */
export function isActiveCampaign({ state }: Pick<CampaignStatus, "state">): boolean {
  return state === "running" || state === "waiting" || state === "paused" || state === "scheduled";
}

/** Statuses that the service does not change again; such a message cannot be cancelled. */
export const finalDeliveries = ["delivered", "failed", "expired", "cancelled"] as const satisfies readonly Delivery[];

/** Also accepts statuses that this version does not define. */
export function isFinalDelivery(delivery: string | undefined): delivery is (typeof finalDeliveries)[number] {
  return (finalDeliveries as readonly (string | undefined)[]).includes(delivery);
}

/** While true, "unknown" in `delivery` counts messages whose status may still be read. */
export function isDeliveryUnchecked({ delivery, notChecked, watching, state }: CampaignStatus): boolean {
  const isOver = !watching && (state === "finished" || state === "cancelled");
  return !isOver || notChecked === delivery["unknown"];
}
