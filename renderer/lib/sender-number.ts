/** What is wrong with a sender number as a person enters it. Pure. */
import { t } from "#shared/texts/text.ts";
import { isSenderNumber, normalizeSenderNumber, senderDigits } from "#contract/sender-number.ts";

/** Why this cannot be a sender, as a whole sentence. */
export function fromProblem(from: string): string | undefined {
  const number = normalizeSenderNumber(from);
  if (number === "") return t(($) => $.shell.sender.missing);
  if (isSenderNumber(number)) return undefined;
  return t(($) => $.shell.sender.invalid, { most: senderDigits });
}
