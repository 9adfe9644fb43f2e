/** What a recipient's identifier may mean when nobody says of which kind it is. */
import type { IdentifierKind } from "#contract/campaign-schemas.ts";
import { lookupForms, readIdentifier } from "../../../identifiers/identifier.ts";
import { endpointIdentifiers, type CachedEndpoint } from "../../../texts/endpoint-fields.ts";

export const identifierKinds: readonly IdentifierKind[] = ["id", "iccid", "imsi", "msisdn", "imei", "name"];

/** Every form that `given` has as an identifier of any kind, in lower case: comparable to `Suppression.values`. */
export function identifierForms(identifier: string): readonly string[] {
  const forms = identifierKinds.flatMap((by) => {
    const read = readIdentifier(by, identifier);
    return read.kind === "value" ? lookupForms(by, read.value) : [];
  });
  return [...new Set(forms.map((form) => form.toLowerCase()))];
}

/** Every form of everything that an endpoint carries, in lower case; of an IMEI also without what follows its 14 digits. */
export function carriedForms(endpoint: CachedEndpoint): readonly string[] {
  const forms = endpointIdentifiers(endpoint).flatMap(({ by, value }) => [
    ...lookupForms(by, value),
    ...(by === "imei" ? [value.slice(0, 14)] : []),
  ]);
  return [...new Set(forms.map((form) => form.toLowerCase()))];
}
