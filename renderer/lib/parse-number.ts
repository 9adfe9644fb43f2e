/** Numbers as people type them. Pure. */

/** "1,000", "1 000", "0.5", "0,5" and "-2"; undefined for what is no number. */
export function parseNumber(text: string): number | undefined {
  const bare = text.replaceAll(/[\s\u00A0\u202F'’]/g, "");
  const plain = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare) ? bare.replaceAll(",", "") : bare.replace(",", ".");
  if (!/^-?(\d+(\.\d*)?|\.\d+)$/.test(plain)) return undefined;
  const value = Number(plain);
  return value === 0 ? 0 : value;
}

/** A whole number whose digits are grouped in any way: blanks, commas, dots and apostrophes are how large numbers are written. */
export function wholeNumberOf(text: string): number | undefined {
  const digits = text.replaceAll(/[\s,.'’\u00A0\u202F]/g, "");
  return /^\d+$/.test(digits) ? Number(digits) : undefined;
}
