/** Parses local times: "2031-12-31 23:59", or a date alone, which means the end of that day. Pure. */

const shape = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;

/** Epoch milliseconds; undefined for an invalid time. */
export function parseMoment(text: string): number | undefined {
  const match = shape.exec(text.trim());
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second] = match.map(Number);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const whole = match[4] === undefined;
  const [h, m, s] = whole ? [23, 59, 59] : [hour ?? 0, minute ?? 0, match[6] === undefined ? 0 : (second ?? 0)];
  if (h > 23 || m > 59 || s > 59) return undefined;
  const at = new Date(year, month - 1, day, h, m, s);
  // Date would normalise 31 February to a day in March.
  return at.getMonth() === month - 1 && at.getDate() === day ? at.getTime() : undefined;
}

/** "2031-12-31T22:00" from a date and time without a time zone; undefined for an invalid one. */
export function parseWallTime(text: string): string | undefined {
  const [, year = "", month = "", day = "", hour, minute] = shape.exec(text.trim()) ?? [];
  if (hour === undefined || minute === undefined || Number(hour) > 23 || Number(minute) > 59) return undefined;
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  // Date would normalise 31 February to a day in March.
  const at = Date.parse(`${date}T00:00Z`);
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== date) return undefined;
  return `${date}T${hour.padStart(2, "0")}:${minute}`;
}

/** In the input format: "2031-12-31 23:59". */
export function momentText(at: number): string {
  const time = new Date(at);
  const two = (value: number): string => String(value).padStart(2, "0");
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  const seconds = time.getSeconds() === 0 ? "" : `:${two(time.getSeconds())}`;
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}${seconds}`;
}
