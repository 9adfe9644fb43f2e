/** Basic statistics for benchmarks. All take at least one value and throw a `RangeError` for none. */

/** The middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = ascending(values);
  const middle = sorted.length / 2;
  return (at(sorted, Math.ceil(middle) - 1) + at(sorted, Math.floor(middle))) / 2;
}

/** The smallest value that at least `share` (0 to 1) of all values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = ascending(values);
  return at(sorted, Math.max(0, Math.ceil(share * sorted.length) - 1));
}

export function largest(values: readonly number[]): number {
  return percentile(values, 1);
}

/** Events per second between the first and the last of these times (milliseconds, ascending). */
export function ratePerSecond(moments: readonly number[]): number {
  if (moments.length < 2) throw new RangeError("A rate needs two moments at least.");
  return ((moments.length - 1) * 1000) / (at(moments, moments.length - 1) - at(moments, 0));
}

function ascending(values: readonly number[]): number[] {
  if (values.length === 0) throw new RangeError("There are no values.");
  return values.toSorted((a, b) => a - b);
}

function at(values: readonly number[], index: number): number {
  const value = values[index];
  if (value === undefined) throw new RangeError(`There is no value number ${index}.`);
  return value;
}
