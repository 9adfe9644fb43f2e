/** One part of the composition: service profiles and DNS configurations, which know each other through what each declares. */
import type { Circumstances } from "./app-ways.ts";
import type { ConnectionGateway } from "./features/connections/gateway.ts";
import { createDnsFeature, type Dns } from "./features/dns/dns.ts";
import type { dnsQueries } from "./features/dns/queries.ts";
import type { Fleet } from "./features/fleet/fleet.ts";
import { createProfiles, type Profiles } from "./features/profiles/profiles.ts";
import type { profileQueries } from "./features/profiles/queries.ts";

export interface Network {
  readonly profiles: Profiles;
  readonly dns: Dns;
  /** Removes what both keep of a connection. */
  forget(connectionId: number): Promise<void>;
}

export function makeNetwork(
  { hosts: { clock }, store, publish }: Circumstances,
  connections: ConnectionGateway,
  fleet: Pick<Fleet, "profileUse">,
): Network {
  const profiles: Profiles = createProfiles({
    store: store.use<typeof profileQueries>("profiles"),
    connections,
    use: fleet.profileUse,
    dnsUses: (connectionId, told) => dns.uses(connectionId, told),
    changedHere: (connectionId) => dns.changedHere(connectionId),
    onCreated: (connectionId, profile) => dns.onCreated(connectionId, profile),
    clock,
    // Which profile uses what is told on both pages.
    onChanged: (connection) => {
      publish("profiles.changed", { connection });
      publish("dns.changed", { connection });
    },
  });
  const dns: Dns = createDnsFeature({
    store: store.use<typeof dnsQueries>("dns"),
    connections,
    profiles: profiles.directory,
    clock,
    onChanged: (connection) => {
      publish("dns.changed", { connection });
      publish("profiles.changed", { connection });
    },
  });
  return {
    profiles,
    dns,
    forget: async (connectionId) => {
      await profiles.forget(connectionId);
      await dns.forget(connectionId);
    },
  };
}
