/** The encoding of a text, and which of its characters prevent GSM-7. */
import { type LastSegment, type Segmentation, isGsmText, packText } from "./segments.ts";

interface Offender {
  /** A grapheme: with its marks, joined emoji as one. */
  readonly character: string;
  readonly name: string;
  readonly count: number;
  /** Missing where there is no replacement; empty where it can be omitted. */
  readonly replacement?: string;
}

export interface Measure extends Segmentation, LastSegment {
  readonly characters: number;
  /** Each once, in order. */
  readonly offenders: readonly Offender[];
  /** Missing where there is nothing to replace. */
  readonly replaced?: string;
}

/** Pure and total. */
export function measureText(text: string): Measure {
  const graphemes = Array.from(
    new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text),
    (one) => one.segment,
  );
  const packed = { ...packText(text), characters: graphemes.length };
  if (packed.encoding === "gsm7") return { ...packed, offenders: [] };
  const counts = new Map<string, number>();
  for (const one of graphemes) if (!isGsmText(one)) counts.set(one, (counts.get(one) ?? 0) + 1);
  const replacements = new Map(Array.from(counts.keys(), (one) => [one, gsmReplacement(one)] as const));
  const offenders = Array.from(counts, ([character, count]): Offender => {
    const replacement = replacements.get(character);
    return { character, name: characterName(character), count, replacement };
  });
  if (offenders.every(({ replacement }) => replacement === undefined)) return { ...packed, offenders };
  return { ...packed, offenders, replaced: graphemes.map((one) => replacements.get(one) ?? one).join("") };
}

// Replacements in the GSM alphabet for other characters: typographic signs by table, Latin letters without their marks.

/** Signs with the same meaning; an empty text for invisible characters. */
const signs: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "'": "‘’‚‛′ʼʻʹ´`‹›＇",
    '"': "“”„‟″«»〝〞＂",
    "-": "‐‑‒–—―−﹣－",
    "...": "…",
    " ": "\t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000",
    "\n": "\v\u0085\u2028\u2029",
    "": "\u00ad\u200b\u200c\u200e\u200f\u2060\ufeff",
    "*": "•‣·∙",
    "/": "÷⁄∕",
    x: "×",
    "|": "¦",
    "<=": "≤",
    ">=": "≥",
    "->": "→",
    "<-": "←",
    "(c)": "©",
    "(R)": "®",
    "(TM)": "™",
    "1/2": "½",
    "1/4": "¼",
    "3/4": "¾",
  }).flatMap(([replacement, characters]) => Array.from(characters, (character) => [character, replacement] as const)),
);

/** Latin letters that do not decompose to a basic one. */
const letters: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ł: "l",
    Ł: "L",
    đ: "d",
    Đ: "D",
    ð: "d",
    Ð: "D",
    þ: "th",
    Þ: "Th",
    œ: "oe",
    Œ: "OE",
    ı: "i",
    ĸ: "k",
    ħ: "h",
    Ħ: "H",
    ŋ: "n",
    Ŋ: "N",
    ŧ: "t",
    Ŧ: "T",
    ŀ: "l",
    Ŀ: "L",
    ẞ: "ß",
  }),
);

/**
 * The replacement for one grapheme, empty where it can be omitted; undefined where there is none,
 * as for emoji and other scripts.
 */
function gsmReplacement(character: string): string | undefined {
  const composed = character.normalize("NFC");
  if (isGsmText(composed)) return composed;
  const whole = signs.get(composed) ?? letters.get(composed);
  if (whole !== undefined) return whole;
  if (!/^\p{Script=Latin}\p{M}*$/u.test(composed)) return undefined;
  // A mark may remain as a character of its own: its base letter is looked up without it.
  const bare = character.normalize("NFKD").replaceAll(/\p{M}/gu, "");
  const folded = Array.from(bare, (letter) => letters.get(letter) ?? signs.get(letter) ?? letter).join("");
  return folded !== "" && isGsmText(folded) ? folded : undefined;
}

// The name of a character: Unicode's own name where it is common or composed of a letter and its marks, else its category.

const names: Readonly<Record<string, string>> = {
  "\t": "tab",
  "\v": "line tabulation",
  "\u0085": "next line",
  "\u00a0": "no-break space",
  "¢": "cent sign",
  "¦": "broken bar",
  "¨": "diaeresis",
  "©": "copyright sign",
  ª: "feminine ordinal indicator",
  "«": "left-pointing double angle quotation mark",
  "¬": "not sign",
  "\u00ad": "soft hyphen",
  "®": "registered sign",
  "¯": "macron",
  "°": "degree sign",
  "±": "plus-minus sign",
  "²": "superscript two",
  "³": "superscript three",
  "´": "acute accent",
  µ: "micro sign",
  "¶": "pilcrow sign",
  "·": "middle dot",
  "¸": "cedilla",
  "¹": "superscript one",
  º: "masculine ordinal indicator",
  "»": "right-pointing double angle quotation mark",
  "¼": "vulgar fraction one quarter",
  "½": "vulgar fraction one half",
  "¾": "vulgar fraction three quarters",
  "×": "multiplication sign",
  "÷": "division sign",
  "`": "grave accent",
  "\u200b": "zero width space",
  "\u200c": "zero width non-joiner",
  "\u200d": "zero width joiner",
  "\u200e": "left-to-right mark",
  "\u200f": "right-to-left mark",
  "‐": "hyphen",
  "‑": "non-breaking hyphen",
  "‒": "figure dash",
  "–": "en dash",
  "—": "em dash",
  "―": "horizontal bar",
  "‘": "left single quotation mark",
  "’": "right single quotation mark",
  "‚": "single low-9 quotation mark",
  "‛": "single high-reversed-9 quotation mark",
  "“": "left double quotation mark",
  "”": "right double quotation mark",
  "„": "double low-9 quotation mark",
  "‟": "double high-reversed-9 quotation mark",
  "†": "dagger",
  "•": "bullet",
  "…": "horizontal ellipsis",
  "\u2028": "line separator",
  "\u2029": "paragraph separator",
  "\u202f": "narrow no-break space",
  "‰": "per mille sign",
  "′": "prime",
  "″": "double prime",
  "‹": "single left-pointing angle quotation mark",
  "›": "single right-pointing angle quotation mark",
  "⁄": "fraction slash",
  "\u2060": "word joiner",
  "™": "trade mark sign",
  "←": "leftwards arrow",
  "↑": "upwards arrow",
  "→": "rightwards arrow",
  "↓": "downwards arrow",
  "−": "minus sign",
  "≤": "less-than or equal to",
  "≥": "greater-than or equal to",
  "✓": "check mark",
  "\u3000": "ideographic space",
  "\ufeff": "zero width no-break space",
  "\ufffd": "replacement character",
  ł: "latin small letter l with stroke",
  Ł: "latin capital letter l with stroke",
  đ: "latin small letter d with stroke",
  Đ: "latin capital letter d with stroke",
  ð: "latin small letter eth",
  Ð: "latin capital letter eth",
  þ: "latin small letter thorn",
  Þ: "latin capital letter thorn",
  œ: "latin small ligature oe",
  Œ: "latin capital ligature oe",
  ı: "latin small letter dotless i",
};

/** Combining marks, with their word in the name of the composed letter. */
const marks: Readonly<Record<string, string>> = {
  "\u0300": "grave",
  "\u0301": "acute",
  "\u0302": "circumflex",
  "\u0303": "tilde",
  "\u0304": "macron",
  "\u0306": "breve",
  "\u0307": "dot above",
  "\u0308": "diaeresis",
  "\u0309": "hook above",
  "\u030a": "ring above",
  "\u030b": "double acute",
  "\u030c": "caron",
  "\u031b": "horn",
  "\u0323": "dot below",
  "\u0326": "comma below",
  "\u0327": "cedilla",
  "\u0328": "ogonek",
};

const scripts = ["Latin", "Greek", "Cyrillic", "Arabic", "Hebrew", "Han", "Hiragana", "Katakana", "Hangul", "Thai"].map(
  (script) => [script, new RegExp(`^\\p{Script=${script}}`, "u")] as const,
);

/** Such as "right single quotation mark U+2019", "latin small letter e with acute U+00E9", "emoji U+1F600". */
function characterName(character: string): string {
  const points = Array.from(character, codePoint).join(" ");
  return `${names[character] ?? letterName(character.normalize("NFD")) ?? kind(character)} ${points}`;
}

function letterName(decomposed: string): string | undefined {
  const [letter = "", ...carried] = Array.from(decomposed);
  if (!/^[A-Za-z]$/.test(letter) || carried.length === 0) return undefined;
  const markNames = carried.map((mark) => marks[mark]);
  if (markNames.includes(undefined)) return undefined;
  const size = letter === letter.toLowerCase() ? "small" : "capital";
  return `latin ${size} letter ${letter.toLowerCase()} with ${markNames.join(" and ")}`;
}

function kind(character: string): string {
  if (/^(\p{Extended_Pictographic}|\p{Regional_Indicator}|[#*0-9]\ufe0f?\u20e3)/u.test(character)) return "emoji";
  const script = scripts.find(([, pattern]) => pattern.test(character))?.[0];
  if (script !== undefined) return `${script} ${/^\p{L}/u.test(character) ? "letter" : "sign"}`;
  if (/^\p{Cc}/u.test(character)) return "control character";
  return "character";
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
