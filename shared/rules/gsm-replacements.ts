/** Replacements in the GSM alphabet for other characters: typographic signs by table, Latin letters without their marks. */
import { isGsmText } from "./segments.ts";

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
export function gsmReplacement(character: string): string | undefined {
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
