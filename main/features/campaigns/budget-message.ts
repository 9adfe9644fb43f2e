/** Why nothing more is sent over a connection on a day. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { localZone } from "../../zone-time.ts";

export function budgetMessage(dailyBudget: number): CodedText {
  return codedText("budget-spent", { budget: dailyBudget, zone: localZone() });
}
