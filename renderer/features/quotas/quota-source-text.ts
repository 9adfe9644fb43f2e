/** Describes the target endpoints of a change. Pure. */
import { t } from "#shared/texts/text.ts";
import type { QuotaSource } from "#shared/contract/quotas/quotas.ts";
import type { Audience } from "#shared/contract/fleet/fleet.ts";
import type { View } from "#shared/contract/fleet/views.ts";

export interface NamedSources {
  readonly views: readonly Pick<View, "id" | "name">[];
  readonly audiences: readonly Pick<Audience, "id" | "name" | "size">[];
}

export function quotaSourceText(source: QuotaSource, { views, audiences }: NamedSources): string {
  if ("ids" in source) return t(($) => $.quotas.source.selected, { count: source.ids.length });
  if ("filter" in source) {
    const { filter } = source;
    return filter === "" ? t(($) => $.quotas.source.all) : t(($) => $.quotas.source.matching, { filter });
  }
  if ("view" in source) {
    const name = views.find(({ id }) => id === source.view)?.name;
    return name === undefined
      ? t(($) => $.quotas.source.viewId, { view: source.view })
      : t(($) => $.quotas.source.view, { name });
  }
  const audience = audiences.find(({ id }) => id === source.audience);
  return audience === undefined
    ? t(($) => $.quotas.source.audienceId, { audience: source.audience })
    : t(($) => $.quotas.source.audience, { name: audience.name, count: audience.size });
}
