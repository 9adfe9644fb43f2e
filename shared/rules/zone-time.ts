/** Time zones of schedules, and calendar days of this computer. */
import { codedText } from "../texts/coded-text.ts";
import { AppError } from "../failure.ts";
import { createZone, type Zone } from "../zone-time.ts";

/** The calendar day at an instant in this computer's time zone: "2031-03-03". */
export function localDay(instant: number): string {
  const at = new Date(instant);
  const two = (part: number): string => String(part).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Opens a zone by its IANA name. Throws `schedule-invalid` for a name that does not exist or is a bare offset. */
export function openZone(name: string): Zone {
  try {
    return createZone(name);
  } catch (error) {
    throw new AppError("schedule-invalid", codedText("time-zone-unknown", { zone: name }), {
      details: { field: "zone", zone: name },
      cause: error,
    });
  }
}
