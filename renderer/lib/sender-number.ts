/** The sender number of an SMS as a person types it. Pure; the core decides by the same rule. */

/** A number as people write it, "+49 157 000-1122", as its digits; anything else without the blanks around it. */
export function normalizeSenderNumber(text: string): string {
  const trimmed = text.trim();
  return /^\+?\d+(?:[\s-]+\d+)*$/.test(trimmed) ? trimmed.replaceAll(/\D/g, "") : trimmed;
}

/** Why this cannot be a sender, as a whole sentence. */
export function fromProblem(from: string): string | undefined {
  const number = normalizeSenderNumber(from);
  if (number === "") return "The sender number is missing.";
  return /^\d{1,15}$/.test(number) ? undefined : "The sender number may have 1 to 15 digits and nothing else.";
}
