/** Freezes the draft; it is saved first, so the plan includes the latest input. */
import { useCallback } from "react";
import { useFleetdesk } from "../../../app/store/store.ts";
import { emptyBody } from "./draft-body.ts";

export function useFreeze(): () => Promise<void> {
  const save = useFleetdesk((state) => state.saveWizard);
  const freeze = useFleetdesk((state) => state.freezeDraft);
  const frozenAs = useFleetdesk((state) => state.setFrozenCampaign);
  return useCallback(async () => {
    const id = await save();
    if (id === undefined) return;
    const campaignId = await freeze(id, useFleetdesk.getState().wizard?.body ?? emptyBody);
    if (campaignId !== undefined && useFleetdesk.getState().wizard?.id === id) frozenAs(campaignId);
  }, [freeze, frozenAs, save]);
}
