/** Numbers of a draft as people type them. Pure. */
import { t } from "#shared/texts/text.ts";
import { parseNumber } from "../../lib/parse-number.ts";

export interface NumberRule {
  readonly min: number;
  readonly max: number;
  readonly whole?: boolean;
}

/** "1,000", "1 000", "0.5" and "0,5"; undefined for what is no number of this rule. */
export function numberOf(text: string, { min, max, whole = false }: NumberRule): number | undefined {
  const value = parseNumber(text);
  if (value === undefined) return undefined;
  return value >= min && value <= max && (!whole || Number.isInteger(value)) ? value : undefined;
}

/** What may be entered, as a whole sentence. */
export function numberProblem({ min, max, whole = false }: NumberRule): string {
  return whole
    ? t(($) => $.planning.problems.wholeNumber, { min, max })
    : t(($) => $.planning.problems.number, { min, max });
}

/** Without the noise of binary fractions: 0.07 × 100 is 7. */
export function tidy(value: number): string {
  return String(Number(value.toFixed(4)));
}
