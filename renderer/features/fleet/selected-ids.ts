/** The ids of a selection; for "all that match" they are read from the cache page by page. */
import { codedText } from "#shared/texts/coded-text.ts";
import { CallFailure, fleet } from "../../lib/fleet.ts";
import { type Selection, selectedCount } from "../../lib/selection.ts";
import type { ListName, ListQuery } from "./fleet-slice.ts";

const perCall = 1000;
/** Maximum number of ids transferred to the window. */
const maxIds = 100_000;

/** Throws `selection-too-large`. */
export async function selectedIds(
  name: ListName,
  question: ListQuery,
  selection: Selection,
): Promise<readonly string[]> {
  if (selection.kind === "some") return [...selection.ids];
  if (selectedCount(selection) > maxIds) {
    throw new CallFailure({ code: "selection-too-large", text: codedText("selection-too-large", { limit: maxIds }) });
  }
  const { filter, sort, audience } = question;
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await fleet.fleet.list({
      ...name,
      filter,
      sort,
      limit: perCall,
      audience,
      cursor,
    });
    ids.push(...page.items.map(({ id }) => id).filter((id) => !selection.except.has(id)));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return ids;
}
