/** One part of the composition: service profiles and DNS configurations, which use each other through declared interfaces. */
import type { AppContext, ConnectionServices } from "./connections.ts";
import type { Clock } from "../core/hosts.ts";
import { createDnsFeature, type Dns } from "../features/network/dns/dns.ts";
import type { dnsQueries } from "../features/network/dns/queries.ts";
import type { Fleet } from "../features/fleet/fleet.ts";
import { createProfiles, type Profiles } from "../features/network/profiles/profiles.ts";
import type { profileQueries } from "../features/network/profiles/queries.ts";

export interface Network {
  readonly profiles: Profiles;
  readonly dns: Dns;
  /** Requests in flight when the program ended are marked as lost. */
  start(): Promise<void>;
  /** Removes what both store of a connection. */
  deleteConnectionData(connectionId: number): Promise<void>;
}

export function createNetwork(
  { hosts, store, publish }: AppContext,
  { gateway: connections, audit: { recordResolution } }: Pick<ConnectionServices, "gateway" | "audit">,
  fleet: Pick<Fleet, "profileUse">,
): Network {
  const clock = risingClock(hosts.clock);
  const profiles: Profiles = createProfiles({
    store: store.use<typeof profileQueries>("profiles"),
    connections,
    use: fleet.profileUse,
    dnsUses: (connectionId, reported) => dns.uses(connectionId, reported),
    changedHere: (connectionId) => dns.changedHere(connectionId),
    onCreated: (connectionId, profile) => dns.onCreated(connectionId, profile),
    clock,
    recordResolution,
    // Both pages show which profile uses which configuration.
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
    recordResolution,
    onChanged: (connection) => {
      publish("dns.changed", { connection });
      publish("profiles.changed", { connection });
    },
  });
  return {
    profiles,
    dns,
    start: async () => {
      await profiles.start();
      await dns.start();
    },
    deleteConnectionData: async (connectionId) => {
      await profiles.deleteConnectionData(connectionId);
      await dns.deleteConnectionData(connectionId);
    },
  };
}

/** A strictly increasing clock, so that of a reading and a change it is decidable which began first. */
export function risingClock(clock: Clock): Clock {
  let last = 0;
  return {
    now: () => {
      last = Math.max(clock.now(), last + 1);
      return last;
    },
    monotonic: () => clock.monotonic(),
    after: (delayMs, run) => clock.after(delayMs, run),
  };
}
