/** Parses numbers in the notations that people type. Pure. */

/** "1,000", "1 000", "0.5", "0,5" and "-2"; undefined for anything else. */
export function parseNumber(text: string): number | undefined {
  const bare = text.replaceAll(/[\s\u00A0\u202F'’]/g, "");
  const plain = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare) ? bare.replaceAll(",", "") : bare.replace(",", ".");
  if (!/^-?(\d+(\.\d*)?|\.\d+)$/.test(plain)) return undefined;
  const value = Number(plain);
  return value === 0 ? 0 : value;
}

/** A whole number with digit groups separated by spaces, commas, dots or apostrophes. */
export function wholeNumberOf(text: string): number | undefined {
  const digits = text.replaceAll(/[\s,.'’\u00A0\u202F]/g, "");
  return /^\d+$/.test(digits) ? Number(digits) : undefined;
}
