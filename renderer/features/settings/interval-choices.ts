/** Intervals of the automatic sync: presets and custom values. */
import { t } from "#shared/texts/text.ts";
import { formatDuration } from "#shared/format.ts";

/** Minutes; 0: manually only. The settings accept at most a week. */
export const presetIntervals: readonly number[] = [0, 15, 60, 240, 1440];

export function intervalLabel(minutes: number): string {
  if (minutes === 0) return t(($) => $.settings.sync.manual);
  if (minutes % 1440 === 0) return t(($) => $.settings.sync.everyDays, { count: minutes / 1440 });
  return minutes === 60
    ? t(($) => $.settings.sync.everyHour)
    : t(($) => $.settings.sync.every, { duration: formatDuration(minutes * 60_000) });
}

/** The presets, and the current value if it is none of them. */
export function intervalChoices(current: number): readonly { readonly value: string; readonly label: string }[] {
  const all = presetIntervals.includes(current) ? presetIntervals : [...presetIntervals, current].sort((a, b) => a - b);
  return all.map((minutes) => ({ value: String(minutes), label: intervalLabel(minutes) }));
}
