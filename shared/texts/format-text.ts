/** Makes the words of coded texts. The language is English; others are further catalogues. */
import i18next from "i18next";
import type { CodedText, TextParam, ZonedTime } from "./coded-text.ts";
import { recorded } from "./en/recorded.ts";

/** So close to `now` that a time without seconds would not tell them apart. */
const closeMs = 5 * 60_000;

const texts = i18next.createInstance();
void texts.init({
  lng: "en",
  resources: { en: { recorded } },
  defaultNS: "recorded",
  ns: ["recorded"],
  initAsync: false,
  keySeparator: false,
  nsSeparator: false,
  returnEmptyString: false,
  interpolation: { escapeValue: false, skipOnVariables: true },
});

const formats: Readonly<Record<string, (value: unknown, now: number | undefined) => string>> = {
  /** "2031-03-03 09:00 (Europe/Berlin)". */
  dateTime: (value) => (isTime(value) ? `${wallClock(value).slice(0, 16)} (${value.zone})` : String(value)),
  /** "09:00" on the day of `now`, with seconds where it is close, else with the date. */
  time: (value, now) => (isTime(value) ? shortTime(value, now) : String(value)),
  /** Words of somebody else, ended so that a sentence can follow. */
  sentence: (value) => String(value).replace(/([^.!?\u2026])$/u, "$1."),
  /** A sentence inside another one: without its full stop. */
  clause: (value) => String(value).replace(/\.$/, ""),
};
for (const [name, format] of Object.entries(formats)) {
  texts.services.formatter?.add(name, (value: unknown, _language, { now }: { now?: number }) => format(value, now));
}

/** `now`: epoch milliseconds that times in the text are told relative to. A code that this version does not know is told as such. */
export function formatText({ code, params = {} }: CodedText, now?: number): string {
  const values: Record<string, unknown> = now === undefined ? {} : { now };
  for (const [name, value] of Object.entries(params)) values[name] = isText(value) ? formatText(value, now) : value;
  if (!isTextCode(code)) return texts.t("unknown-text", { code });
  return texts.t(code, values);
}

/** The text of a code without parameters; undefined where it has some, or is none of the catalogue. */
export function plainTextOf(code: string): CodedText | undefined {
  if (!Object.hasOwn(recorded, code)) return undefined;
  return recorded[code as keyof typeof recorded].includes("{{") ? undefined : { code };
}

/** Codes whose words hold a text, in whatever case: what a search for the text has to look for. */
export function codesWith(search: string): readonly string[] {
  const wanted = search.toLowerCase();
  return Object.entries(recorded).flatMap(([key, words]) =>
    words.toLowerCase().includes(wanted) ? [key.replace(/_(one|other)$/, "")] : [],
  );
}

export function isTextCode(code: string): boolean {
  return Object.hasOwn(recorded, code) || Object.hasOwn(recorded, `${code}_other`);
}

function isText(value: TextParam): value is CodedText {
  return typeof value === "object" && "code" in value;
}

function isTime(value: unknown): value is ZonedTime {
  return typeof value === "object" && value !== null && "at" in value && "zone" in value;
}

function shortTime(time: ZonedTime, now: number | undefined): string {
  const wall = wallClock(time);
  if (now === undefined || wallClock({ ...time, at: now }).slice(0, 10) !== wall.slice(0, 10)) return wall.slice(0, 16);
  return Math.abs(time.at - now) < closeMs ? wall.slice(11, 19) : wall.slice(11, 16);
}

/** "2031-03-03 09:00:00". */
function wallClock({ at, zone }: ZonedTime): string {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" });
  return format.format(at);
}
