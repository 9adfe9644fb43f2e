/**
 * The displayed texts, through i18next. `t` takes a selector of the catalogue (`t(($) => $.campaigns.pause)`) and typed
 * parameters; `formatText` formats a coded text. English is complete; `en-XA` is the pseudo-locale of the tests.
 */
import i18next, { type TFunction } from "i18next";
import { isCodedText, withCurrentNames, type CodedText, type ZonedTime } from "./coded-text.ts";
import type { cli } from "./en/cli/index.ts";
// In the window `first-screen.ts`, which `addTexts` completes; elsewhere the whole catalogue (`imports` in package.json).
import { app, codes } from "#catalogue";
import { formerCodes } from "./former-codes.ts";
import { pseudoLanguage, pseudoTexts } from "./pseudo.ts";
import { formatNearTime, formatZonedTime } from "./zoned-time.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    enableSelector: true;
    defaultNS: "app";
    strictInterpolationChecks: true;
    // `cli` is added by the command line; the window does not include it.
    resources: { app: typeof app; cli: typeof cli };
    interpolationFormatTypeMap: {
      dateTime: ZonedTime;
      time: ZonedTime;
      clause: string;
      sentence: string;
      kilobits: number;
    };
  }
}

const language = chooseLanguage();
/** For components that insert elements into a text (`renderer/ui/rich-text.tsx`); everything else uses `t`. */
export const i18n = i18next.createInstance();
void i18n.init({
  lng: language,
  fallbackLng: "en",
  resources: { [language]: inLanguage({ app, codes }) },
  defaultNS: "app",
  ns: ["app", "codes"],
  initAsync: false,
  returnEmptyString: false,
  interpolation: { escapeValue: false, skipOnVariables: true },
});

interface NumberOptions {
  readonly maximumFractionDigits?: number;
}

const formats: Readonly<Record<string, (value: unknown, now: number | undefined) => string>> = {
  dateTime: (value) => (isZonedTime(value) ? formatZonedTime(value) : String(value)),
  time: (value, now) => (isZonedTime(value) ? formatNearTime(value, now) : String(value)),
  /** Text of another party, terminated so that a sentence can follow. */
  sentence: (value) => String(value).replace(/([^.!?\u2026])$/u, "$1."),
  /** A sentence inside another one: without its full stop. */
  clause: (value) => String(value).replace(/\.$/, ""),
  /** Bits in kilobits. */
  kilobits: (value) => String(Number(value) / 1000),
};
let numberFormat: Intl.NumberFormat | undefined;
/** The one of i18next creates a number format, which takes milliseconds, for each number. A small integer needs none. */
i18n.services.formatter?.add(
  "number",
  (value: unknown, _language, { maximumFractionDigits: digits }: NumberOptions) => {
    const number = Number(value);
    if (Number.isInteger(number) && Math.abs(number) < 1000) return String(number);
    if (digits !== undefined) return new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(number);
    return (numberFormat ??= new Intl.NumberFormat(language)).format(number);
  },
);
for (const [name, format] of Object.entries(formats)) {
  i18n.services.formatter?.add(name, (value: unknown, _language, { now }: { now?: number }) => format(value, now));
}

/** Texts of the catalogue of window and core. */
export const t: TFunction = i18n.getFixedT(null, "app");

/**
 * Adds the catalogue of the command line; `$.cli` is its tree, everything else is the shared one. A text without parameters is read from
 * the catalogue: a command has hundreds in its help, and i18next takes longer for each.
 */
export function createCliTexts(texts: typeof cli): TFunction<readonly ["app", "cli"]> {
  const bundle = inLanguage(texts);
  addBundle("cli", bundle);
  const translate = i18n.getFixedT(null, ["app", "cli"] as const) as (select: Select, values?: object) => unknown;
  const tree = { ...(i18n.getResourceBundle(language, "app") as object), cli: bundle };
  const read = (select: Select, values?: object): unknown => {
    const text = values === undefined ? select(tree) : undefined;
    return typeof text === "string" && isPlain.test(text) ? text : translate(select, values);
  };
  return read as unknown as TFunction<readonly ["app", "cli"]>;
}

type Select = (tree: unknown) => unknown;

/** Neither empty, which i18next replaces, nor with a parameter or another text inside. */
const isPlain = /^(?!.*(?:\{\{|\$t\())[^]+$/s;

/** Adds texts that the window loads after its first screen (`en/later.ts`). */
export function addTexts(texts: { readonly app: object; readonly codes: object }): void {
  addBundle("app", inLanguage(texts.app));
  addBundle("codes", inLanguage(texts.codes));
}

/** Not copied, which takes milliseconds. */
function addBundle(namespace: string, texts: object): void {
  i18n.addResourceBundle(language, namespace, texts, false, false, { skipCopy: true });
}

/** `now`: epoch milliseconds to which times in the text are relative. An unknown code of a newer version gives a text that says so. */
export function formatText(text: CodedText, now?: number): string {
  const { code, params = {} } = withCurrentNames(text);
  const values: Record<string, unknown> = now === undefined ? {} : { now };
  for (const [name, value] of Object.entries(params))
    values[name] = isCodedText(value) ? formatText(value, now) : value;
  return isTextCode(code) ? textOf(code, values) : textOf("unknown-text", { code });
}

/** Codes, also former ones, whose wording contains a text, ignoring case: the codes to search records for. For Node, where all texts are loaded. */
export function codesWith(search: string): readonly string[] {
  const lowerCase = search.toLowerCase();
  const matches = Object.entries(codes).flatMap(([key, template]) =>
    template.toLowerCase().includes(lowerCase) ? [key.replace(/_(one|other)$/, "")] : [],
  );
  return [...matches, ...[...formerCodes].flatMap(([former, code]) => (matches.includes(code) ? [former] : []))];
}

export function isTextCode(code: string): boolean {
  const bundle = i18n.getResourceBundle(language, "codes") as Readonly<Record<string, string>>;
  return Object.hasOwn(bundle, code) || Object.hasOwn(bundle, `${code}_other`);
}

/** The language of numbers and dates. */
export function textLanguage(): string {
  return language;
}

function textOf(code: string, values: Readonly<Record<string, unknown>>): string {
  const lookUp = i18n.t as (key: string, options: Readonly<Record<string, unknown>>) => string;
  return lookUp(code, { ...values, ns: "codes", keySeparator: false });
}

/** `FLEETDESK_LANGUAGE` in Node; the window gets it in its address. */
function chooseLanguage(): string {
  const scope = globalThis as {
    readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
    readonly location?: { readonly search?: string };
  };
  const requested = scope.process?.env?.["FLEETDESK_LANGUAGE"] ?? scope.location?.search;
  return requested?.endsWith(pseudoLanguage) === true ? pseudoLanguage : "en";
}

function inLanguage<Tree extends object>(texts: Tree): Tree {
  return language === pseudoLanguage ? pseudoTexts(texts) : texts;
}

function isZonedTime(value: unknown): value is ZonedTime {
  return typeof value === "object" && value !== null && "at" in value && "zone" in value;
}
