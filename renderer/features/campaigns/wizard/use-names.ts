/** Names of the sources of an audience. */
import { useEffect, useMemo, useState } from "react";
import type { AudienceSteps } from "#shared/contract/campaigns/campaign-schemas.ts";
import { fleet } from "../../../lib/fleet.ts";
import { useFleetData } from "../../../data/fleet-query.ts";
import type { Names } from "./plan-text.ts";

export function useNames(audience: AudienceSteps | readonly []): Names {
  const views = useFleetData("views.list", {})?.views;
  const audiences = useFleetData("fleet.audiences", {})?.audiences;
  const campaigns = useFleetData("campaigns.list", {})?.campaigns;
  const [lists, setLists] = useState<ReadonlyMap<number, string>>(new Map());
  const missingIds = useMemo(
    () => audience.flatMap(({ source }) => ("list" in source && !lists.has(source.list.id) ? [source.list.id] : [])),
    [audience, lists],
  );
  useEffect(() => {
    let disposed = false;
    const name = async (id: number): Promise<void> => {
      // A deleted list is named by its id; the preview reports the error.
      const list = await fleet.drafts.getList({ id }).catch(() => ({ name: String(id) }));
      if (!disposed) setLists((before) => new Map([...before, [id, list.name]]));
    };
    for (const id of missingIds) void name(id);
    return () => {
      disposed = true;
    };
  }, [missingIds]);
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
