/** What a comparison of the copy with the service has found, in sentences. */
import { count, counted, exactly } from "../../lib/format.ts";

export interface SelfCheckResult {
  readonly agrees: boolean;
  readonly compared: number;
  readonly cacheTotal: number;
  readonly serviceTotal?: number | undefined;
  readonly onlyInCache: readonly string[];
  readonly onlyInService: readonly string[];
  readonly orderDiffersAt?: number | undefined;
  readonly asOf?: number | undefined;
}

export interface SelfCheckWords {
  readonly title: string;
  readonly sentences: readonly string[];
}

const named = 10;

export function selfCheckWords(result: SelfCheckResult): SelfCheckWords {
  const { agrees, compared, cacheTotal, serviceTotal, onlyInCache, onlyInService, orderDiffersAt, asOf } = result;
  const sentences = [`The first ${counted(compared, "row")} were compared.`];
  if (serviceTotal === undefined) {
    sentences.push(`The copy has ${count(cacheTotal)}; the service does not say how many it has.`);
  } else if (serviceTotal === cacheTotal) sentences.push(`Both have ${count(cacheTotal)} in all.`);
  else sentences.push(`The copy has ${count(cacheTotal)} in all, the service ${count(serviceTotal)}.`);
  if (onlyInCache.length > 0) sentences.push(`Only in the copy: ${list(onlyInCache)}.`);
  if (onlyInService.length > 0) sentences.push(`Only at the service: ${list(onlyInService)}.`);
  if (orderDiffersAt !== undefined) sentences.push(`The order differs from row ${count(orderDiffersAt)} on.`);
  if (!agrees && asOf !== undefined) {
    sentences.push(
      `The copy is from ${exactly(asOf)}: what has changed since explains differences; a sync removes them.`,
    );
  }
  return { title: agrees ? "They agree" : "They differ", sentences };
}

function list(ids: readonly string[]): string {
  const rest = ids.length - named;
  return ids.slice(0, named).join(", ") + (rest > 0 ? ` and ${count(rest)} more` : "");
}
