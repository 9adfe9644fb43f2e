/** The sender number of an SMS: one rule for everything that takes one. */

/** The longest number there is (E.164); the specification says no more than "numeric value". */
export const senderDigits = 15;

/** Whether `text` can be a sender: 1 to 15 digits and nothing else. */
export function isSenderNumber(text: string): boolean {
  return text.length <= senderDigits && /^\d+$/.test(text);
}
