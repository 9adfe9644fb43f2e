/** Numbers as people write them: the possible readings of a recipient's identifier whose kind is not specified, and the sender number. */
import type { IdentifierKind } from "#shared/contract/campaigns/campaign-schemas.ts";
import { lookupForms, readIdentifier } from "#shared/rules/identifier.ts";
import { type CachedEndpoint, endpointIdentifiers } from "#shared/rules/endpoint-fields.ts";
import { normalizeSenderNumber, senderProblem } from "#shared/rules/sender-number.ts";
import { AppError } from "#shared/failure.ts";

export const identifierKinds: readonly IdentifierKind[] = ["id", "iccid", "imsi", "msisdn", "imei", "name"];

/** Every form of `identifier` as any kind, in lower case; comparable to `Suppression.values`. */
export function identifierForms(identifier: string): readonly string[] {
  const forms = identifierKinds.flatMap((by) => {
    const read = readIdentifier(by, identifier);
    return read.kind === "value" ? lookupForms(by, read.value) : [];
  });
  return [...new Set(forms.map((form) => form.toLowerCase()))];
}

/** Every form of all identifiers of an endpoint, in lower case; for an IMEI also its first 14 digits. */
export function carriedForms(endpoint: CachedEndpoint): readonly string[] {
  const forms = endpointIdentifiers(endpoint).flatMap(({ by, value }) => [
    ...lookupForms(by, value),
    ...(by === "imei" ? [value.slice(0, 14)] : []),
  ]);
  return [...new Set(forms.map((form) => form.toLowerCase()))];
}

/** Normalises `from` for a request: the digits of a number as people write it. Throws `source-address-invalid`. */
export function readSourceAddress(from: string): string {
  const address = normalizeSenderNumber(from);
  const problem = senderProblem(address);
  if (problem === undefined) return address;
  throw new AppError("source-address-invalid", problem, { details: { field: "source_address" } });
}
