/** The sender number of an SMS. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { isSenderNumber, normalizeSenderNumber, senderDigits } from "#contract/sender-number.ts";
import { AppError } from "../../../failure.ts";

/** Normalises `from` for a request: the digits of a number as people write it. Throws `source-address-invalid`. */
export function readSourceAddress(from: string): string {
  const address = normalizeSenderNumber(from);
  if (isSenderNumber(address)) return address;
  throw new AppError("source-address-invalid", problemOf(address), { details: { field: "source_address" } });
}

function problemOf(address: string): CodedText {
  if (address === "") return codedText("sender-empty");
  if (/^[+-]\d+$/.test(address)) return codedText("sender-with-sign", { address });
  if (/^\d+$/.test(address))
    return codedText("sender-too-long", { address, digits: address.length, limit: senderDigits });
  return codedText("sender-not-digits", { address });
}
