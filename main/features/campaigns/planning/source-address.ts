/** The sender number of an SMS. */
import { normalizeSenderNumber, senderProblem } from "#shared/rules/sender-number.ts";
import { AppError } from "#shared/failure.ts";

/** Normalises `from` for a request: the digits of a number as people write it. Throws `source-address-invalid`. */
export function readSourceAddress(from: string): string {
  const address = normalizeSenderNumber(from);
  const problem = senderProblem(address);
  if (problem === undefined) return address;
  throw new AppError("source-address-invalid", problem, { details: { field: "source_address" } });
}
