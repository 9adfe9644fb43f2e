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

/** Whether the same client serves both. */
export function isSameService(a: ServiceSettings, b: ServiceSettings): boolean {
  return a.baseUrl === b.baseUrl && JSON.stringify(a.options) === JSON.stringify(b.options);
}

/** An unknown organisation may be the same one. */
export function isSameOrganisation(a: OrganisationOwned, b: OrganisationOwned): boolean {
  const [former, now] = [a.organisationId, b.organisationId];
  return former === undefined || now === undefined || former === now;
}
