/** What the sources of an audience are called. */
import { useEffect, useMemo, useState } from "react";
import type { AudienceSteps } from "#contract/campaign-words.ts";
import { fleet } from "../../lib/fleet.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import type { Names } from "./words-model.ts";

export function useNames(audience: AudienceSteps | readonly []): Names {
  const views = useFleetdesk((state) => shown(state.views));
  const audiences = useFleetdesk((state) => shown(state.audiences));
  const campaigns = useFleetdesk((state) => shown(state.campaigns));
  const loadCampaigns = useFleetdesk((state) => state.loadCampaigns);
  const loadViews = useFleetdesk((state) => state.loadViews);
  const loadAudiences = useFleetdesk((state) => state.loadAudiences);
  const [lists, setLists] = useState<ReadonlyMap<number, string>>(new Map());
  useEffect(() => {
    void Promise.all([loadCampaigns(), loadViews(), loadAudiences()]);
  }, [loadAudiences, loadCampaigns, loadViews]);
  const wanted = useMemo(
    () => audience.flatMap(({ source }) => ("list" in source && !lists.has(source.list.id) ? [source.list.id] : [])),
    [audience, lists],
  );
  useEffect(() => {
    let gone = false;
    const name = async (id: number): Promise<void> => {
      // A list that is no more is called by its number; the preview says what is wrong with it.
      const found = await fleet.drafts.getList({ id }).catch(() => ({ name: String(id) }));
      if (!gone) setLists((before) => new Map([...before, [id, found.name]]));
    };
    for (const id of wanted) void name(id);
    return () => {
      gone = true;
    };
  }, [wanted]);
  return useMemo(
    () => ({
      views: new Map((views ?? []).map(({ id, name }) => [id, name])),
      audiences: new Map((audiences ?? []).map(({ id, name }) => [id, name])),
      campaigns: new Map((campaigns ?? []).map(({ campaignId, name }) => [campaignId, name])),
      lists,
    }),
    [views, audiences, campaigns, lists],
  );
}
