/** Counts the rows per value of a field. */
import { collectionTexts } from "./collection-texts.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import type { fleet } from "#shared/contract/fleet/fleet.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { findField } from "../../core/api/query-fields.ts";
import { AppError } from "#shared/failure.ts";
import { throwIfStopped } from "../../core/wait.ts";
import { toCachedQuestion } from "./cached-rows.ts";
import type { FleetTools } from "./deps.ts";

export function createFacet(tools: FleetTools): Handlers<typeof fleet>["facet"] {
  return async ({ field: name, limit, ...query }, { signal }) => {
    const field = findField(query.collection, name)?.name;
    if (field === undefined) {
      throw new AppError(
        "field-unknown",
        codedText("field-not-found", { field: name, collection: collectionTexts[query.collection] }),
      );
    }
    const question = { ...(await toCachedQuestion(tools, query)), field, limit };
    let step = await tools.store.countFacet(question);
    while ("next" in step) {
      throwIfStopped(signal);
      step = await tools.store.countFacet(question, step.next);
    }
    return { values: [...step.answer.values], other: step.answer.other };
  };
}
