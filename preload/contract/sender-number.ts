/** The sender number of an SMS: one rule for everything that takes one. */

/** The longest number there is (E.164); the specification says no more than "numeric value". */
export const senderDigits = 15;

/** Whether `text` can be a sender: 1 to 15 digits and nothing else. */
export function isSenderNumber(text: string): boolean {
  return text.length <= senderDigits && /^\d+$/.test(text);
}

/** A number as people write it, "+49 157 000-1122", as its digits; anything else without the blanks around it. */
export function normalizeSenderNumber(text: string): string {
  const trimmed = text.trim();
  return /^\+?\d+(?:[\s-]+\d+)*$/.test(trimmed) ? trimmed.replaceAll(/\D/g, "") : trimmed;
}
