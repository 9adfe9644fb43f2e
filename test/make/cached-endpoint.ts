/** Endpoints as the fleet passes them to campaigns, with consistent numbers. */
import type { CachedEndpoint } from "#shared/rules/endpoint-fields.ts";

export interface EndpointInput {
  readonly name?: string;
  readonly status?: unknown;
  readonly record?: Readonly<Record<string, unknown>>;
}

export const iccidOf = (id: number): string => `89883030000${String(id).padStart(8, "0")}`;
export const imsiOf = (id: number): string => `2950509${String(id).padStart(8, "0")}`;
export const msisdnOf = (id: number): string => `4236639${String(id).padStart(8, "0")}`;

/** Endpoint number `id` with a SIM; enabled by default. */
export function makeCachedEndpoint(id: number, { name, status, record }: EndpointInput = {}): CachedEndpoint {
  return {
    id: String(id),
    record: {
      id,
      name: name ?? `van-${id}`,
      status: status ?? { id: 0, description: "Enabled" },
      ip_address: `10.64.${Math.floor(id / 256)}.${id % 256}`,
      service_profile: { id: 901, name: "Trackers" },
      sim: { id: 80_000 + id, iccid: iccidOf(id), imsi: imsiOf(id), msisdn: msisdnOf(id) },
      ...record,
    },
  };
}
