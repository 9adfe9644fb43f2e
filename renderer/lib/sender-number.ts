/** What is wrong with a sender number as a person enters it. Pure. */
import { isSenderNumber, normalizeSenderNumber, senderDigits } from "#contract/sender-number.ts";

/** Why this cannot be a sender, as a whole sentence. */
export function fromProblem(from: string): string | undefined {
  const number = normalizeSenderNumber(from);
  if (number === "") return "The sender number is missing.";
  if (isSenderNumber(number)) return undefined;
  return `The sender number may have 1 to ${senderDigits} digits and nothing else.`;
}
