/** Message for a connection whose daily budget is used up. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { localZone } from "#shared/zone-time.ts";

export function budgetMessage(dailyBudget: number): CodedText {
  return codedText("budget-spent", { budget: dailyBudget, zone: localZone() });
}
