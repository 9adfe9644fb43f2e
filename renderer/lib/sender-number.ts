/** Validates sender numbers. Pure. */
import { t } from "#shared/texts/text.ts";
import { isSenderNumber, normalizeSenderNumber, senderDigits } from "#contract/sender-number.ts";

/** Why the sender is invalid, as a complete sentence. */
export function fromProblem(from: string): string | undefined {
  const number = normalizeSenderNumber(from);
  if (number === "") return t(($) => $.shell.sender.missing);
  if (isSenderNumber(number)) return undefined;
  return t(($) => $.shell.sender.invalid, { most: senderDigits });
}
