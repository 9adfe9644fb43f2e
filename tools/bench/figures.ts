/** The result of a measurement: figures with their targets, and whether they are met. */

export type Target = { readonly atLeast: number } | { readonly atMost: number };

export interface Figure {
  readonly label: string;
  readonly value: number;
  /** Empty for a ratio. */
  readonly unit: string;
  /** Missing: for information. */
  readonly target?: Target;
  /** The basis of the figure, or what limits it. */
  readonly note?: string;
}

export interface Report {
  readonly figures: readonly Figure[];
  /** Every single value behind the figures, for the results file only. */
  readonly details?: unknown;
}

export type Verdict = "met" | "SHORT" | "";

export function verdictOf({ value, target }: Figure): Verdict {
  if (target === undefined) return "";
  const isOnTarget = "atLeast" in target ? value >= target.atLeast : value <= target.atMost;
  return isOnTarget ? "met" : "SHORT";
}

export function describeTarget({ target, unit }: Figure): string {
  if (target === undefined) return "";
  const text = "atLeast" in target ? `>= ${target.atLeast}` : `<= ${target.atMost}`;
  return withUnit(text, unit);
}

/** Three significant digits, never an exponent: 0.123, 1.23, 12.3, 123, 1230. */
export function describeValue({ value, unit }: Figure): string {
  if (!Number.isFinite(value)) return withUnit(String(value), unit);
  const size = Math.abs(value);
  const decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return withUnit(value.toFixed(decimals), unit);
}

function withUnit(text: string, unit: string): string {
  return unit === "" ? text : `${text} ${unit}`;
}
