/** The sender number of an SMS. */
import { isSenderNumber, normalizeSenderNumber, senderDigits } from "#contract/sender-number.ts";
import { AppError } from "../../../failure.ts";

/** `from` as it goes into a request: the digits of a number as people write it. Throws `source-address-invalid`. */
export function readSourceAddress(from: string): string {
  const address = normalizeSenderNumber(from);
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
