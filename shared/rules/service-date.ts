/** The five date formats of the service (docs/service-facts.md#tolerance), and the one that it requires for quotas. */

const shape = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?\s*(Z|[+-]\d\d:?\d\d)?$/i;

/**
 * Epoch milliseconds of a service's date: "…T01:45:24.000+0000", "….000Z", "…Z", "…+00:00" and "YYYY-MM-DD HH:MM:SS".
 * Without a zone it is UTC, where `Date.parse` would use local time. Undefined for anything else, and for days that do not exist.
 */
export function parseServiceDate(text: unknown): number | undefined {
  if (typeof text !== "string") return undefined;
  const match = shape.exec(text.trim());
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction = "", zone = "Z"] = match;
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, "0"));
  const fields = [Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)] as const;
  const date = new Date(0);
  // Not Date.UTC, which maps the years 0 to 99 to 1900 to 1999.
  date.setUTCFullYear(fields[0], fields[1], fields[2]);
  date.setUTCHours(fields[3], fields[4], fields[5], milliseconds);
  const isReal =
    date.getUTCMonth() === fields[1] &&
    date.getUTCDate() === fields[2] &&
    date.getUTCHours() === fields[3] &&
    date.getUTCMinutes() === fields[4] &&
    date.getUTCSeconds() === fields[5];
  const offset = offsetMs(zone);
  return isReal && offset !== undefined ? date.getTime() - offset : undefined;
}

/** "YYYY-MM-DD HH:MM:SS" in UTC, whole seconds (docs/service-facts.md#quotas). */
export function formatQuotaDate(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 19).replace("T", " ");
}

/** "2031-12-31 23:59:59 UTC", rounded up to a whole second. */
export function formatUtcMoment(epochMs: number): string {
  return `${formatQuotaDate(Math.ceil(epochMs / 1000) * 1000)} UTC`;
}

function offsetMs(zone: string): number | undefined {
  if (zone === "Z" || zone === "z") return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
