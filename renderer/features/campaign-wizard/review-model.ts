/** When a number has to be typed, and whether it was. */

/** Up to so many recipients a click is enough. */
export const freeOfNumber = 100;

export function needsNumber(recipients: number): boolean {
  return recipients > freeOfNumber;
}

/** Blanks, commas, dots and apostrophes between digits are how people write large numbers. */
export function isTyped(typed: string, recipients: number): boolean {
  return typed.replaceAll(/[\s,.'’\u00A0\u202F]/g, "") === String(recipients);
}
