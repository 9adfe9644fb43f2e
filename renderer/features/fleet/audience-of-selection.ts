/** What is chosen in the list of endpoints, as the audience of a campaign or of a change of quotas. Pure. */
import type { AudienceSteps } from "#contract/campaign-schemas.ts";
import type { QuotaSource } from "#contract/quotas.ts";
import type { Selection } from "../../lib/selection.ts";
import type { ListQuestion } from "./fleet-slice.ts";

/**
 * "All that match" stays the question itself, so that what joins later is seen as drift; undefined where the steps of an audience
 * cannot say it (a filter within an audience), and the ids have to be named.
 */
export function audienceOfSelection(
  selection: Selection,
  { filter, audience }: Pick<ListQuestion, "filter" | "audience">,
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

/** "All that match" stays the question itself; undefined where a filter or an audience alone cannot say it. */
export function sourceOfSelection(
  selection: Selection,
  { filter, audience }: Pick<ListQuestion, "filter" | "audience">,
): QuotaSource | undefined {
  if (selection.kind === "some") return { ids: [...selection.ids] };
  if (selection.except.size > 0 || (audience !== undefined && filter !== "")) return undefined;
  return audience === undefined ? { filter } : { audience };
}
