/** The sender number of an SMS. */
import { isSenderNumber, senderDigits } from "../../../api/sender-number.ts";
import { AppError } from "../../../failure.ts";

/**
 * `from` as it goes into a request, without blanks around it: what `isSenderNumber` says is one. Throws
 * `source-address-invalid`.
 */
export function readSourceAddress(from: string): string {
  const address = from.trim();
  if (isSenderNumber(address)) return address;
  throw new AppError(
    "source-address-invalid",
    `The source address "${address}" is not a number: ${objection(address)}.`,
    {
      details: { field: "source_address" },
    },
  );
}

function objection(address: string): string {
  if (address === "") return "it is empty";
  if (/^[+-]\d+$/.test(address)) return "it may have digits only, without a sign";
  if (/^\d+$/.test(address)) return `it has ${address.length} digits, at most ${senderDigits} are possible`;
  return "it may have digits only";
}
