/** The sender number of an SMS. */
import { AppError } from "../../../failure.ts";

/**
 * `from` as it goes into a request: digits only, 1 to 15 of them (specification, SMS: "numeric value"; the length is
 * E.164's). Throws `source-address-invalid`.
 */
export function readSourceAddress(from: string): string {
  const address = from.trim();
  if (/^\d{1,15}$/.test(address)) return address;
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
  if (/^\d+$/.test(address)) return `it has ${address.length} digits, at most 15 are possible`;
  return "it may have digits only";
}
