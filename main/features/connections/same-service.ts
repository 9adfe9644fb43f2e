/** Whether a connection that is saved again still points to the same service. */
import type { ConnectionOptions } from "#shared/contract/connections/connections.ts";

interface ServiceSettings {
  readonly baseUrl: string;
  readonly options: ConnectionOptions;
}

/** The part of an identity that identifies the owner of the fleet. */
export interface OrganisationOwned {
  readonly organisationId?: string;
}

/** Whether the same client serves both: it does not depend on environment, colour, default sender and `readOnly`. */
export function isSameService(a: ServiceSettings, b: ServiceSettings): boolean {
  return a.baseUrl === b.baseUrl && clientOptions(a) === clientOptions(b);
}

function clientOptions({
  options: { environment: _environment, colour: _colour, defaultSender: _sender, readOnly: _readOnly, ...rest },
}: ServiceSettings): string {
  return JSON.stringify(rest);
}

/** An unknown organisation may be the same one. */
export function isSameOrganisation(a: OrganisationOwned, b: OrganisationOwned): boolean {
  const [former, now] = [a.organisationId, b.organisationId];
  return former === undefined || now === undefined || former === now;
}
