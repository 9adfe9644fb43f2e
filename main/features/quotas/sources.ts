/** Who is meant by a source: ids in their order, each once, and the words for it. */
import type { QuotaSource } from "#contract/quotas.ts";
import { AppError } from "../../failure.ts";
import { chosen } from "./change-words.ts";
import type { QuotaParts } from "./parts.ts";

export interface OpenedSource {
  readonly whom: string;
  ids(signal: AbortSignal): AsyncIterable<readonly string[]>;
}

const idsPerStep = 5_000;

/** Throws `audience-unknown` or `view-unknown`; reading its ids may throw `filter-invalid`. */
export async function openSource(
  { directory, audiences, viewFilter }: Pick<QuotaParts, "directory" | "audiences" | "viewFilter">,
  connectionId: number,
  source: QuotaSource,
): Promise<OpenedSource> {
  const filtered = (filter: string, whom: string): OpenedSource => ({
    whom,
    async *ids(signal) {
      for await (const page of directory.audience(connectionId, filter, signal)) yield page.map(({ id }) => id);
    },
  });
  if ("ids" in source) {
    const ids = [...new Set(source.ids.map((id) => id.trim()))].filter((id) => id !== "");
    return { whom: chosen(ids.length), ids: () => inSteps(ids) };
  }
  if ("filter" in source) {
    const all = source.filter.trim() === "";
    return filtered(source.filter, all ? "all endpoints of the local copy" : `endpoints with ${source.filter}`);
  }
  if ("view" in source) {
    const filter = await viewFilter(connectionId, source.view);
    if (filter === undefined) throw new AppError("view-unknown", `There is no saved view ${source.view} of endpoints.`);
    return filtered(filter, filter === "" ? "a saved view" : `a saved view (${filter})`);
  }
  const kept = await audiences.find(connectionId, source.audience);
  if (kept === undefined) throw new AppError("audience-unknown", `There is no audience ${source.audience} here.`);
  return { whom: `the audience ${kept.name}`, ids: (signal) => kept.members(signal) };
}

async function* inSteps(ids: readonly string[]): AsyncGenerator<readonly string[]> {
  await Promise.resolve();
  for (let from = 0; from < ids.length; from += idsPerStep) yield ids.slice(from, from + idsPerStep);
}
