/** Freezes what is written as it stands now: kept first, so that nothing newer is missing. */
import { useCallback } from "react";
import { useFleetdesk } from "../../store/store.ts";
import { nothingWritten } from "./draft-model.ts";

export function useFreeze(): () => Promise<void> {
  const keep = useFleetdesk((state) => state.keepWizard);
  const freeze = useFleetdesk((state) => state.freezeDraft);
  const frozenAs = useFleetdesk((state) => state.frozenAs);
  return useCallback(async () => {
    const id = await keep();
    if (id === undefined) return;
    const campaignId = await freeze(id, useFleetdesk.getState().wizard?.body ?? nothingWritten);
    if (campaignId !== undefined && useFleetdesk.getState().wizard?.id === id) frozenAs(campaignId);
  }, [freeze, frozenAs, keep]);
}
