/** What stands in the GSM alphabet for a character that does not: typographic signs by table, Latin letters without their marks. */
import { isGsmText } from "./segments.ts";

/** Signs that mean the same to whoever reads them; an empty text for what nobody sees. */
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

/** Latin letters that no decomposition leads to a plain one. */
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
 * The replacement for one character as a person counts them, empty where it can be left out; undefined where there is none,
 * as for emoji and other scripts.
 */
export function gsmReplacement(character: string): string | undefined {
  const composed = character.normalize("NFC");
  if (isGsmText(composed)) return composed;
  const whole = signs.get(composed) ?? letters.get(composed);
  if (whole !== undefined) return whole;
  if (!/^\p{Script=Latin}\p{M}*$/u.test(composed)) return undefined;
  // A mark may have stayed a character of its own: what it stands on is looked up without it.
  const bare = character.normalize("NFKD").replaceAll(/\p{M}/gu, "");
  const folded = Array.from(bare, (letter) => letters.get(letter) ?? signs.get(letter) ?? letter).join("");
  return folded !== "" && isGsmText(folded) ? folded : undefined;
}
