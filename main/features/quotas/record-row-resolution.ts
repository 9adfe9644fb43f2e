/** Records in the audit what a reading proved about a write whose answer was lost. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { RowMove } from "./changes/queries-rows.ts";
import type { QuotaDeps } from "./deps.ts";

/** Audit reference of a row. Every attempt has the same reference; a resolution applies to the last attempt. */
export function workOfRow(change: number, row: number): string {
  return `quota ${change}.${row}`;
}

/** Called before the move is stored. A move that proves neither success nor failure is not recorded. */
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
