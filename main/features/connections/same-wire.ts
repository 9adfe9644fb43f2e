/** Whether a connection that is kept anew still leads the same way. */
import type { ConnectionOptions } from "#contract/connections.ts";

interface WireSettings {
  readonly baseUrl: string;
  readonly options: ConnectionOptions;
}

/** As much of an identity as tells whose fleet it is. */
export interface Organised {
  readonly organisationId?: string | undefined;
}

/** The same client serves both. */
export function isSameWire(a: WireSettings, b: WireSettings): boolean {
  return a.baseUrl === b.baseUrl && JSON.stringify(a.options) === JSON.stringify(b.options);
}

/** An organisation that is not known may be the same. */
export function isSameOrganisation(a: Organised, b: Organised): boolean {
  const [former, now] = [a.organisationId, b.organisationId];
  return former === undefined || now === undefined || former === now;
}
