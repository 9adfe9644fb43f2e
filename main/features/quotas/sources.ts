/**
 * Resolves a source of endpoints to their ids, in order and without duplicates, and to a text that describes the
 * source.
 */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { QuotaSource } from "#shared/contract/quotas/quotas.ts";
import { AppError } from "#shared/failure.ts";
import type { QuotaDeps } from "./deps.ts";

export interface OpenedSource {
  readonly targets: CodedText;
  ids(signal: AbortSignal): AsyncIterable<readonly string[]>;
}

const idsPerStep = 5_000;

/** Throws `audience-unknown` or `view-unknown`; reading its ids may throw `filter-invalid`. */
export async function openSource(
  { directory, audiences, viewFilter }: Pick<QuotaDeps, "directory" | "audiences" | "viewFilter">,
  connectionId: number,
  source: QuotaSource,
): Promise<OpenedSource> {
  const filtered = (filter: string, targets: CodedText): OpenedSource => ({
    targets,
    async *ids(signal) {
      for await (const page of directory.audience(connectionId, filter, signal)) yield page.map(({ id }) => id);
    },
  });
  if ("ids" in source) {
    const ids = [...new Set(source.ids.map((id) => id.trim()))].filter((id) => id !== "");
    return { targets: codedText("quota-endpoints-selected", { count: ids.length }), ids: () => inSteps(ids) };
  }
  if ("filter" in source) {
    const { filter } = source;
    const all = filter.trim() === "";
    return filtered(filter, all ? codedText("quota-endpoints-all") : codedText("quota-endpoints-matching", { filter }));
  }
  if ("view" in source) {
    const filter = await viewFilter(connectionId, source.view);
    if (filter === undefined)
      throw new AppError("view-unknown", codedText("quota-view-unknown", { view: source.view }));
    return filtered(
      filter,
      filter === "" ? codedText("quota-endpoints-of-view") : codedText("quota-endpoints-of-view-filter", { filter }),
    );
  }
  const audience = await audiences.find(connectionId, source.audience);
  if (audience === undefined)
    throw new AppError("audience-unknown", codedText("quota-audience-unknown", { audience: source.audience }));
  return {
    targets: codedText("quota-endpoints-of-audience", { name: audience.name }),
    ids: (signal) => audience.members(signal),
  };
}

async function* inSteps(ids: readonly string[]): AsyncGenerator<readonly string[]> {
  await Promise.resolve();
  for (let from = 0; from < ids.length; from += idsPerStep) yield ids.slice(from, from + idsPerStep);
}
