/** What reading proved of a write whose answer was lost, told to the audit as well. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { RowMove } from "./changes/queries-rows.ts";
import type { QuotaDeps } from "./deps.ts";

/** How the audit knows a row of a change; each time it is sent bears the same, and the last one is meant. */
export function workOfRow(change: number, row: number): string {
  return `quota ${change}.${row}`;
}

/** Before the move is written down. What proves neither that it was taken nor that it was not is not told. */
export async function recordRowResolution(
  { recordResolution }: Pick<QuotaDeps, "recordResolution">,
  change: number,
  { row, event, code }: Pick<RowMove, "row" | "event" | "code">,
): Promise<void> {
  const work = workOfRow(change, row);
  if (event === "set") {
    await recordResolution({ work, outcome: "done", proof: codedText("proved-quota-set") });
  } else if (event === "reject" && code === "not-applied") {
    await recordResolution({ work, outcome: "not-done", proof: codedText("proved-quota-not-set") });
  }
}
