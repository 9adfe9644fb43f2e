/** How often the fleet is synchronised by itself, as choices and as typed. */
import { counted, lasting } from "../../lib/format.ts";

/** 0: only when asked. A week is the most the settings take. */
export const usualIntervals: readonly number[] = [0, 15, 60, 240, 1440];
export const longestInterval = 10_080;

export function intervalWords(minutes: number): string {
  if (minutes === 0) return "Only when asked";
  if (minutes % 1440 === 0) return `Every ${minutes === 1440 ? "day" : counted(minutes / 1440, "day")}`;
  return `Every ${minutes === 60 ? "hour" : lasting(minutes * 60_000)}`;
}

/** The choices, with the one in force among them. */
export function intervalChoices(current: number): readonly { readonly value: string; readonly label: string }[] {
  const all = usualIntervals.includes(current) ? usualIntervals : [...usualIntervals, current].sort((a, b) => a - b);
  return all.map((minutes) => ({ value: String(minutes), label: intervalWords(minutes) }));
}
