/**
 * A text as its code and its parameters: the form that is stored and transferred. It is formatted for display by
 * `text.ts`, so that rewording a text changes no record.
 */
import type { codes } from "./en/index.ts";
import { formerCodes, formerParams } from "./former-codes.ts";

type Catalogue = typeof codes;
type PluralForm = "one" | "other";

/** Codes of the catalogue, without the suffixes of plural forms. */
export type TextCode = keyof Catalogue extends infer Key
  ? Key extends `${infer Code}_${PluralForm}`
    ? Code
    : Key
  : never;

type CatalogueText<Code extends string> = Extract<
  Catalogue[Extract<keyof Catalogue, Code | `${Code}_${PluralForm}`>],
  string
>;

/** The names between double braces; `count, number` is the parameter `count`. */
type ParamNames<Template extends string> = Template extends `${string}{{${infer Param}}}${infer Rest}`
  ? (Param extends `${infer Name},${string}` ? Name : Param) | ParamNames<Rest>
  : never;

/** An instant in a time zone: epoch milliseconds, IANA name. */
export interface ZonedTime {
  readonly at: number;
  readonly zone: string;
}

export type TextParam = string | number | ZonedTime | CodedText;

export interface CodedText {
  readonly code: string;
  /** By name; missing where the text has none. */
  readonly params?: Readonly<Record<string, TextParam>>;
}

type ParamsOf<Code extends TextCode> = Readonly<Record<ParamNames<CatalogueText<Code>>, TextParam>>;

/** A text of the catalogue; the parameters are those in its wording. */
export function codedText<Code extends TextCode>(
  code: Code,
  ...[params]: keyof ParamsOf<Code> extends never ? [] : [params: ParamsOf<Code>]
): CodedText {
  return params === undefined ? { code } : { code, params };
}

export function isCodedText(value: unknown): value is CodedText {
  return typeof value === "object" && value !== null && "code" in value && typeof value.code === "string";
}

/** The form for a database column. */
export function encodeText(text: CodedText): string {
  const { code, params } = text;
  return JSON.stringify(params === undefined ? { code } : { code, params });
}

/** A text with the current names of its code and parameters; texts in its parameters are unchanged. */
export function withCurrentNames(text: CodedText): CodedText {
  const code = formerCodes.get(text.code);
  if (code === undefined) return text;
  if (text.params === undefined) return { code };
  const params = Object.entries(text.params).map(([name, value]) => [formerParams.get(name) ?? name, value]);
  return { code, params: Object.fromEntries(params) };
}

/** Decodes a column: the output of `encodeText`, also of an earlier version, or a sentence written by one. */
export function decodeText(stored: string): CodedText {
  if (!stored.startsWith('{"code":"')) return codedText("earlier-sentence", { sentence: stored });
  try {
    const text: unknown = JSON.parse(stored, (_, value: unknown) =>
      isCodedText(value) ? withCurrentNames(value) : value,
    );
    if (isCodedText(text)) return text;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return codedText("earlier-sentence", { sentence: stored });
}

export function isSameText(one: CodedText | undefined, other: CodedText | undefined): boolean {
  return one === other || (one !== undefined && other !== undefined && encodeText(one) === encodeText(other));
}
