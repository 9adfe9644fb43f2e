/** Parses the five date formats of the service. */

const shape = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:?\d\d)?$/;

/** Epoch milliseconds; undefined for an invalid date. A date without an offset is in UTC. */
export function parseServiceDate(text: string): number | undefined {
  const match = shape.exec(text.trim());
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second = "00", fraction = "0", zone = "Z"] = match;
  const offset = zone === "Z" || zone.includes(":") ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
  const ms = fraction.slice(0, 3).padEnd(3, "0");
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}${offset}`);
  return Number.isNaN(at) ? undefined : at;
}
