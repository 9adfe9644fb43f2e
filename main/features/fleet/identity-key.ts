/** Equivalent forms of an identifier: the part that they have in common. */
import type { IdentifierKind } from "#shared/contract/campaigns/campaign-schemas.ts";

/**
 * Values with equal keys identify the same thing: an ICCID with and without its check digit, an IMEI with check digit (15) or software
 * version (16). An invalid check digit counts as part of the number.
 */
export function identityKey(by: IdentifierKind, value: string): string {
  if (by === "iccid" && /^\d{20}$/.test(value) && luhnHolds(value)) return value.slice(0, 19);
  if (by === "imei" && (/^\d{16}$/.test(value) || (/^\d{15}$/.test(value) && luhnHolds(value))))
    return value.slice(0, 14);
  return value;
}

/** Whether the last digit is the Luhn check digit of those before it (ISO/IEC 7812-1). */
function luhnHolds(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
