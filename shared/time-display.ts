/** How times are displayed: the clock and the time zone that the operator selected. The window sets them from the settings; the rest of the program uses the defaults. */
import { createZone, localZone, type Zone } from "./zone-time.ts";

export interface TimeDisplay {
  readonly clock: "24h" | "12h";
  /** IANA name; undefined: the zone of this computer. */
  readonly zone: string | undefined;
}

const defaults: TimeDisplay = { clock: "24h", zone: undefined };
let display = defaults;
let zone: Zone | undefined;

/** Without an argument, the defaults. */
export function setTimeDisplay(next: TimeDisplay = defaults): void {
  if (next.clock === display.clock && next.zone === display.zone) return;
  display = next;
  zone = undefined;
}

/** The zone in which times are displayed and entered. */
export function displayZone(): Zone {
  return (zone ??= createZone(display.zone ?? localZone()));
}

/** Options of formats that follow the operator's clock; a 12-hour clock has no leading zero. */
export function clockOptions(style: Intl.DateTimeFormatOptions): Intl.DateTimeFormatOptions {
  if (display.clock === "24h") return style;
  return { ...style, ...(style.hour === undefined ? {} : { hour: "numeric" }), hour12: true };
}

/** A format of the operator's clock and zone: created on first use, since that takes milliseconds, and again after a change. */
export function timeFormat(style: Intl.DateTimeFormatOptions): (at: number) => string {
  let cached: { readonly of: TimeDisplay; readonly format: Intl.DateTimeFormat } | undefined;
  return (at) => {
    if (cached?.of !== display) {
      const options = { ...clockOptions(style), timeZone: display.zone };
      cached = { of: display, format: new Intl.DateTimeFormat("en-GB", options) };
    }
    return cached.format.format(at);
  };
}
