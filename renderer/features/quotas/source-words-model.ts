/** Who a change is for, in words. Pure. */
import type { QuotaSource } from "#contract/quotas.ts";
import type { Audience } from "#contract/fleet.ts";
import type { View } from "#contract/views.ts";
import { counted } from "../../lib/format.ts";

export interface KnownSources {
  readonly views: readonly Pick<View, "id" | "name">[];
  readonly audiences: readonly Pick<Audience, "id" | "name" | "size">[];
}

export function sourceWords(source: QuotaSource, { views, audiences }: KnownSources): string {
  if ("ids" in source) return counted(source.ids.length, "chosen endpoint");
  if ("filter" in source) {
    return source.filter === "" ? "every endpoint of the local copy" : `endpoints with ${source.filter}`;
  }
  if ("view" in source) {
    const name = views.find(({ id }) => id === source.view)?.name;
    return name === undefined ? `saved view ${source.view}` : `the view “${name}”`;
  }
  const audience = audiences.find(({ id }) => id === source.audience);
  return audience === undefined
    ? `audience ${source.audience}`
    : `the audience “${audience.name}”, ${counted(audience.size, "endpoint")}`;
}
