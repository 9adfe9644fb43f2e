/** Formats the result of comparing the cache with the service. */
import { t } from "#shared/texts/text.ts";
import { formatDateTime } from "#shared/format.ts";
import type { OutputOf } from "../../data/fleet-query.ts";

type SelfCheckResult = Omit<OutputOf<"fleet.selfCheck">, "checkedAt">;

export interface SelfCheckMessage {
  readonly title: string;
  readonly sentences: readonly string[];
}

const named = 10;

export function formatSelfCheck(result: SelfCheckResult): SelfCheckMessage {
  const { agrees, compared, cacheTotal, serviceTotal, onlyInCache, onlyInService, orderDiffersAt, asOf } = result;
  const sentences: string[] = [t(($) => $.fleet.selfCheck.compared, { count: compared })];
  if (serviceTotal === undefined) {
    sentences.push(t(($) => $.fleet.selfCheck.totalUnknown, { cache: cacheTotal }));
  } else if (serviceTotal === cacheTotal) sentences.push(t(($) => $.fleet.selfCheck.sameTotal, { total: cacheTotal }));
  else sentences.push(t(($) => $.fleet.selfCheck.totals, { cache: cacheTotal, service: serviceTotal }));
  if (onlyInCache.length > 0) sentences.push(t(($) => $.fleet.selfCheck.onlyInCache, { ids: list(onlyInCache) }));
  if (onlyInService.length > 0) sentences.push(t(($) => $.fleet.selfCheck.onlyInService, { ids: list(onlyInService) }));
  if (orderDiffersAt !== undefined) sentences.push(t(($) => $.fleet.selfCheck.orderDiffers, { row: orderDiffersAt }));
  if (!agrees && asOf !== undefined) {
    sentences.push(t(($) => $.fleet.selfCheck.cacheAge, { time: formatDateTime(asOf) }));
  }
  return { title: agrees ? t(($) => $.fleet.selfCheck.agree) : t(($) => $.fleet.selfCheck.differ), sentences };
}

function list(ids: readonly string[]): string {
  const rest = ids.length - named;
  const first = ids.slice(0, named).join(", ");
  return rest > 0 ? t(($) => $.fleet.selfCheck.moreIds, { ids: first, count: rest }) : first;
}
