/** Parses numbers in the notations that people type. Pure. */

/** "1,000", "1 000", "0.5", "0,5" and "-2"; undefined for anything else. */
export function parseNumber(text: string): number | undefined {
  const compact = text.replaceAll(/[\s\u00A0\u202F'’]/g, "");
  const normalized = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(compact)
    ? compact.replaceAll(",", "")
    : compact.replace(",", ".");
  if (!/^-?(\d+(\.\d*)?|\.\d+)$/.test(normalized)) return undefined;
  const value = Number(normalized);
  return value === 0 ? 0 : value;
}

/** A whole number with digit groups separated by spaces, commas, dots or apostrophes. */
export function wholeNumberOf(text: string): number | undefined {
  const digits = text.replaceAll(/[\s,.'’\u00A0\u202F]/g, "");
  return /^\d+$/.test(digits) ? Number(digits) : undefined;
}
