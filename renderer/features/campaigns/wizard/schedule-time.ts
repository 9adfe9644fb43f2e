/** Parses and formats the times of a schedule in its zone. */
import { t } from "#shared/texts/text.ts";
import { formatWallTime } from "#shared/texts/zoned-time.ts";
import { displayZone } from "#shared/time-display.ts";
import { openZone } from "#shared/rules/zone-time.ts";
import type { Schedule } from "#shared/contract/campaigns/campaign-schemas.ts";
import { joinFacts, formatQuietHours } from "./plan-text.ts";

/** Local time of a moment in a zone: "2031-04-02T22:00". */
export function wallClock(at: number, zone: string): string {
  return new Date(openZone(zone).wallAt(at)).toISOString().slice(0, 16);
}

export interface Moment {
  readonly at: number;
  /** The local time is skipped or repeated that day: states which moment is used. */
  readonly note?: string;
}

/** The moment of a local time in a zone: the change where the time is skipped, the first where it is repeated. Undefined if the text is no time. */
export function momentOf(text: string, zone: string): Moment | undefined {
  const wall = Date.parse(`${text}Z`);
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) || Number.isNaN(wall)) return undefined;
  const local = openZone(zone);
  const at = local.firstInstant(wall);
  const used = wallClock(at, zone);
  if (used !== text)
    return { at, note: t(($) => $.planning.schedule.timeSkipped, { time: text.slice(11), used: used.slice(11) }) };
  return local.lastInstant(wall) === at ? { at } : { at, note: t(($) => $.planning.schedule.timeTwice) };
}

/** The moment of the same local time in another zone; undefined stays undefined. */
export function inZone(at: number | undefined, from: string, to: string): number | undefined {
  return at === undefined ? undefined : momentOf(wallClock(at, from), to)?.at;
}

/** A moment in its zone, and also in the displayed zone if the local time differs. */
export function formatMoment(at: number, zone: string): string {
  const own = displayZone().name;
  const time = formatWallTime({ at, zone });
  const [wall, ownWall] = [wallClock(at, zone), wallClock(at, own)];
  if (wall === ownWall) return t(($) => $.planning.schedule.moment, { time, zone });
  const sameDay = wall.slice(0, 10) === ownWall.slice(0, 10);
  const displayTime = sameDay ? ownWall.slice(11) : formatWallTime({ at, zone: own });
  return t(($) => $.planning.schedule.momentInBoth, { time, zone, displayTime, displayZone: own });
}

/** Start, end, quiet hours and time zone as one line. */
export function formatSchedule(schedule: Schedule | undefined): string {
  if (schedule === undefined)
    return joinFacts([t(($) => $.planning.schedule.manual), t(($) => $.planning.schedule.noQuietHours)]);
  const { at, expiresAt, zone } = schedule;
  return joinFacts([
    at === undefined
      ? t(($) => $.planning.schedule.manual)
      : t(($) => $.planning.schedule.startsAt, { time: formatWallTime({ at, zone }) }),
    expiresAt === undefined
      ? undefined
      : t(($) => $.planning.schedule.endsAt, { time: formatWallTime({ at: expiresAt, zone }) }),
    formatQuietHours(schedule),
    zone,
  ]);
}

/** The rule for a missed start; undefined for a manual start. */
export function missedRule({ at, missed }: Schedule): string | undefined {
  if (at === undefined) return undefined;
  if (missed.rule === "skip") return t(($) => $.planning.schedule.skip);
  if (missed.rule === "ask") return t(($) => $.planning.schedule.missedWait);
  return t(($) => $.planning.schedule.missedRun, { minutes: missed.lateMinutes });
}

/** Quiet hours inserted when the user enables them. */
export const defaultQuietHours = { fromMinute: 20 * 60, untilMinute: 7 * 60 } as const;
export const defaultMissedRule = { rule: "run", lateMinutes: 15 } as const;
