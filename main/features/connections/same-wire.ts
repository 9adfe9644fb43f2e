/** Whether a connection that is saved again still points to the same service. */
import type { ConnectionOptions } from "#shared/contract/connections/connections.ts";

interface WireSettings {
  readonly baseUrl: string;
  readonly options: ConnectionOptions;
}

/** The part of an identity that tells whose fleet it is. */
export interface Organised {
  readonly organisationId?: string;
}

/** Whether the same client serves both. */
export function isSameWire(a: WireSettings, b: WireSettings): boolean {
  return a.baseUrl === b.baseUrl && JSON.stringify(a.options) === JSON.stringify(b.options);
}

/** An unknown organisation may be the same one. */
export function isSameOrganisation(a: Organised, b: Organised): boolean {
  const [former, now] = [a.organisationId, b.organisationId];
  return former === undefined || now === undefined || former === now;
}
