/** Deterministic numbers: the same (seed, a, b) gives the same result in every process, so nothing has to be stored. */

/** A well-mixed unsigned 32-bit number. */
export function mix(seed: number, a: number, b = 0): number {
  let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ a;
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b) ^ b;
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A number in [0, 1). */
export function chance(seed: number, a: number, b = 0): number {
  return mix(seed, a, b) / 0x1_0000_0000;
}

/** The element at `hash` modulo the length; the list must not be empty. */
export function pick<T>(list: readonly T[], hash: number): T {
  const element = list[hash % list.length];
  if (element === undefined) throw new Error("Nothing can be picked from an empty list.");
  return element;
}
