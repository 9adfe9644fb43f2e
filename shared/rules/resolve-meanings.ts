/** Looks up the possible readings of identifiers in the cache. */
import type { IdentifierKind } from "../contract/campaigns/campaign-schemas.ts";
import { type CachedEndpoint, endpointStatus } from "./endpoint-fields.ts";
import { lookupForms } from "./identifier.ts";
import type { Meaning } from "./read-value.ts";

type Resolved = ReadonlyMap<string, readonly CachedEndpoint[]>;

/** One call of `resolve` per kind; the result returns the endpoints that match a meaning in any of its forms. */
export async function resolveMeanings(
  meanings: readonly Meaning[],
  resolve: (kind: IdentifierKind, forms: readonly string[]) => Promise<Resolved>,
): Promise<(meaning: Meaning) => readonly CachedEndpoint[]> {
  const resolved = new Map<IdentifierKind, Resolved>();
  for (const kind of new Set(meanings.map((one) => one.kind))) {
    const forms = meanings.flatMap((one) => (one.kind === kind ? lookupForms(kind, one.value) : []));
    resolved.set(kind, await resolve(kind, [...new Set(forms)]));
  }
  return ({ kind, value }) => lookupForms(kind, value).flatMap((form) => resolved.get(kind)?.get(form) ?? []);
}

/** The matching endpoint: the only one, or the only one that is not deleted. */
export function singleEndpoint(endpoints: readonly CachedEndpoint[]): CachedEndpoint | undefined {
  const all = distinctEndpoints(endpoints);
  if (all.length === 1) return all[0];
  const alive = all.filter((endpoint) => endpointStatus(endpoint) !== "deleted");
  return alive.length === 1 ? alive[0] : undefined;
}

export function distinctEndpoints(endpoints: readonly CachedEndpoint[]): readonly CachedEndpoint[] {
  return [...new Map(endpoints.map((endpoint) => [endpoint.id, endpoint])).values()];
}
