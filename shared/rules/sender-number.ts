/** The sender number of an SMS. */
import { codedText, type CodedText } from "../texts/coded-text.ts";

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

/** Why a text, once normalised, can't be a sender; undefined for one that can. */
export function senderProblem(text: string): CodedText | undefined {
  const number = normalizeSenderNumber(text);
  if (isSenderNumber(number)) return undefined;
  if (number === "") return codedText("sender-empty");
  if (/^[+-]\d+$/.test(number)) return codedText("sender-with-sign", { address: number });
  if (/^\d+$/.test(number)) {
    return codedText("sender-too-long", { address: number, digits: number.length, limit: senderDigits });
  }
  return codedText("sender-not-digits", { address: number });
}
