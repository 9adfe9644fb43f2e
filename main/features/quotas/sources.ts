/** Who is meant by a source: ids in their order, each once, and the words for it. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { QuotaSource } from "#contract/quotas.ts";
import { AppError } from "../../failure.ts";
import type { QuotaParts } from "./parts.ts";

export interface OpenedSource {
  readonly whom: CodedText;
  ids(signal: AbortSignal): AsyncIterable<readonly string[]>;
}

const idsPerStep = 5_000;

/** Throws `audience-unknown` or `view-unknown`; reading its ids may throw `filter-invalid`. */
export async function openSource(
  { directory, audiences, viewFilter }: Pick<QuotaParts, "directory" | "audiences" | "viewFilter">,
  connectionId: number,
  source: QuotaSource,
): Promise<OpenedSource> {
  const filtered = (filter: string, whom: CodedText): OpenedSource => ({
    whom,
    async *ids(signal) {
      for await (const page of directory.audience(connectionId, filter, signal)) yield page.map(({ id }) => id);
    },
  });
  if ("ids" in source) {
    const ids = [...new Set(source.ids.map((id) => id.trim()))].filter((id) => id !== "");
    return { whom: codedText("quota-endpoints-selected", { count: ids.length }), ids: () => inSteps(ids) };
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
  const kept = await audiences.find(connectionId, source.audience);
  if (kept === undefined)
    throw new AppError("audience-unknown", codedText("quota-audience-unknown", { audience: source.audience }));
  return { whom: codedText("quota-endpoints-of-audience", { name: kept.name }), ids: (signal) => kept.members(signal) };
}

async function* inSteps(ids: readonly string[]): AsyncGenerator<readonly string[]> {
  await Promise.resolve();
  for (let from = 0; from < ids.length; from += idsPerStep) yield ids.slice(from, from + idsPerStep);
}
