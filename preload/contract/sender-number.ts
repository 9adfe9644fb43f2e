/** The sender number of an SMS: the rule for every place that accepts one. */

/** The longest number (E.164); the specification only says "numeric value". */
export const senderDigits = 15;

/** Whether `text` can be a sender: 1 to 15 digits and nothing else. */
export function isSenderNumber(text: string): boolean {
  return text.length <= senderDigits && /^\d+$/.test(text);
}

/** A number in common notation, "+49 157 000-1122", as its digits; anything else only trimmed. */
export function normalizeSenderNumber(text: string): string {
  const trimmed = text.trim();
  return /^\+?\d+(?:[\s-]+\d+)*$/.test(trimmed) ? trimmed.replaceAll(/\D/g, "") : trimmed;
}
