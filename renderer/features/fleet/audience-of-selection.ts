/** The selection of the endpoint list as the audience of a campaign or quota change. Pure. */
import type { AudienceSteps } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { QuotaSource } from "#shared/contract/quotas/quotas.ts";
import type { Selection } from "../../lib/selection.ts";
import type { ListQuery } from "./fleet-slice.ts";

/**
 * "All that match" is stored as the query, so that endpoints which match later are reported as drift. Undefined if audience steps
 * cannot express it (a filter within an audience); the ids are listed then.
 */
export function audienceOfSelection(
  selection: Selection,
  { filter, audience }: Pick<ListQuery, "filter" | "audience">,
): AudienceSteps | undefined {
  if (selection.kind === "some") return [{ op: "add", source: { ids: [...selection.ids] } }];
  if (audience !== undefined && filter !== "") return undefined;
  const all = audience === undefined ? { filter } : { audience };
  const except = [...selection.except];
  return [
    { op: "add", source: all },
    ...(except.length === 0 ? [] : [{ op: "remove" as const, source: { ids: except } }]),
  ];
}

/** "All that match" is stored as the query; undefined if a filter or an audience alone cannot express it. */
export function sourceOfSelection(
  selection: Selection,
  { filter, audience }: Pick<ListQuery, "filter" | "audience">,
): QuotaSource | undefined {
  if (selection.kind === "some") return { ids: [...selection.ids] };
  if (selection.except.size > 0 || (audience !== undefined && filter !== "")) return undefined;
  return audience === undefined ? { filter } : { audience };
}
