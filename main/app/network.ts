/** One part of the composition: service profiles and DNS configurations, which use each other through declared interfaces. */
import type { AppContext, ConnectionServices } from "./connections.ts";
import { createDnsFeature, type Dns } from "../features/network/dns/dns.ts";
import type { dnsQueries } from "../features/network/dns/queries.ts";
import type { Fleet } from "../features/fleet/fleet.ts";
import { createProfiles, type Profiles } from "../features/network/profiles/profiles.ts";
import type { profileQueries } from "../features/network/profiles/queries.ts";
import type { ChangeJournal } from "../core/journal/journal.ts";

export interface Network {
  readonly profiles: Profiles;
  readonly dns: Dns;
  /** Removes what both store of a connection. */
  deleteConnectionData(connectionId: number): Promise<void>;
}

export function createNetwork(
  { store, publish }: AppContext,
  deps: Pick<ConnectionServices, "gateway"> & Pick<Fleet, "profileUse"> & { readonly journal: ChangeJournal },
): Network {
  const { gateway: connections, profileUse, journal } = deps;
  // Both pages show which profile uses which configuration.
  const onChanged = (connection: string): void => {
    publish("profiles.changed", { connection });
    publish("dns.changed", { connection });
  };
  const profiles: Profiles = createProfiles({
    store: store.use<typeof profileQueries>("profiles"),
    connections,
    use: profileUse,
    dnsUses: (connectionId, reported) => dns.uses(connectionId, reported),
    changedHere: (connectionId) => dns.changedHere(connectionId),
    journal,
    onChanged,
  });
  const dns: Dns = createDnsFeature({
    store: store.use<typeof dnsQueries>("dns"),
    connections,
    profiles: profiles.directory,
    journal,
    onChanged,
  });
  return {
    profiles,
    dns,
    deleteConnectionData: async (connectionId) => {
      await profiles.deleteConnectionData(connectionId);
      await dns.deleteConnectionData(connectionId);
    },
  };
}
