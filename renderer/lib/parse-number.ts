/** Parses numbers in the notations that people type, and formats them for a field. Pure. */

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

export interface NumberRule {
  readonly min: number;
  readonly max: number;
  readonly whole?: boolean;
}

/** The number of a text that is valid under the rule; undefined for any other text. */
export function numberOf(text: string, { min, max, whole = false }: NumberRule): number | undefined {
  const value = parseNumber(text);
  if (value === undefined) return undefined;
  return value >= min && value <= max && (!whole || Number.isInteger(value)) ? value : undefined;
}

/** Removes rounding errors of binary fractions: 0.07 × 100 is 7. */
export function formatNumberInput(value: number): string {
  return String(Number(value.toFixed(4)));
}
