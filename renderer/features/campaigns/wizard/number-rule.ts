/** Parses and formats numbers of a draft. Pure. */
import { t } from "#shared/texts/text.ts";
import { parseNumber } from "../../../lib/parse-number.ts";

export interface NumberRule {
  readonly min: number;
  readonly max: number;
  readonly whole?: boolean;
}

/** Parses "1,000", "1 000", "0.5" and "0,5"; undefined if the text is no number or violates the rule. */
export function numberOf(text: string, { min, max, whole = false }: NumberRule): number | undefined {
  const value = parseNumber(text);
  if (value === undefined) return undefined;
  return value >= min && value <= max && (!whole || Number.isInteger(value)) ? value : undefined;
}

/** The valid range as a whole sentence. */
export function numberProblem({ min, max, whole = false }: NumberRule): string {
  return whole
    ? t(($) => $.planning.problems.wholeNumber, { min, max })
    : t(($) => $.planning.problems.number, { min, max });
}

/** Removes rounding errors of binary fractions: 0.07 × 100 is 7. */
export function formatNumberInput(value: number): string {
  return String(Number(value.toFixed(4)));
}
