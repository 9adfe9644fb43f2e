/** Wall-clock times of a zone, as a person types them. Pure but for the zone tables of the browser. */
import type { Schedule } from "#contract/campaign-words.ts";
import { quietWords } from "./draft-model.ts";

export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** "2031-04-02T22:00" of a moment in a zone. */
export function wallClock(at: number, zone: string): string {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  }).formatToParts(at);
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}`;
}

export interface Moment {
  readonly at: number;
  /** The clock passes this time twice that day, or never: what was taken. */
  readonly note?: string;
}

/** The moment of a wall-clock time in a zone; undefined for what is no time. */
export function momentOf(text: string, zone: string): Moment | undefined {
  const naive = Date.parse(`${text}Z`);
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) || Number.isNaN(naive)) return undefined;
  const offsets = [naive - 86_400_000, naive + 86_400_000].map((at) => Date.parse(`${wallClock(at, zone)}Z`) - at);
  const found = [...new Set(offsets.map((offset) => naive - offset))]
    .filter((at) => wallClock(at, zone) === text)
    .toSorted((a, b) => a - b);
  const [first, second] = found;
  if (first !== undefined && second !== undefined)
    return { at: first, note: "The clocks go back then: this hour comes twice, and the first one is taken." };
  if (first !== undefined) return { at: first };
  // In the gap: the moment at which the clocks have just gone forward.
  const at = naive - Math.min(...offsets);
  return {
    at,
    note: `The clocks go forward then: ${text.slice(11)} does not exist that day, ${wallClock(at, zone).slice(11)} is taken.`,
  };
}

export function scheduleWords(schedule: Schedule | undefined): string {
  if (schedule === undefined) return "As soon as it is started, at any hour";
  const start =
    schedule.at === undefined
      ? "As soon as it is started"
      : `At ${wallClock(schedule.at, schedule.zone).replace("T", " ")}`;
  const end =
    schedule.expiresAt === undefined
      ? ""
      : `, never after ${wallClock(schedule.expiresAt, schedule.zone).replace("T", " ")}`;
  return `${start} (${schedule.zone})${end}, ${quietWords(schedule)}`;
}

/** The usual quiet hours, when somebody asks for some. */
export const usualQuiet = { fromMinute: 20 * 60, untilMinute: 7 * 60 } as const;
