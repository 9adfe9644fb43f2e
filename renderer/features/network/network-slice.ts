/** Cached DNS configurations and service profiles. */
import type { DnsList } from "#shared/contract/network/dns.ts";
import type { ProfileList } from "#shared/contract/network/profiles.ts";
import { fleet } from "../../lib/fleet.ts";
import { createListing } from "../../lib/listing.ts";
import { idle, type AsyncState } from "../../lib/async-state.ts";
import type { SliceCreator, SliceTopics } from "../../lib/slice.ts";

export interface NetworkSlice {
  readonly dnsList: AsyncState<DnsList>;
  readonly profileList: AsyncState<ProfileList>;
  /** Loads the cached lists; requests them from the service if they were never loaded. */
  readonly loadNetwork: () => Promise<void>;
  /** Refreshes both lists from the service. */
  readonly refreshNetwork: () => Promise<void>;
  /** Reloads the lists after a cache change, once requests in flight have completed. */
  readonly renewDns: () => Promise<void>;
  readonly renewProfiles: () => Promise<void>;
}

export const createNetworkSlice: SliceCreator<NetworkSlice> = (set, get) => {
  const dns = createListing<DnsList>(
    () => get().dnsList,
    (dnsList) => set({ dnsList }),
    { cached: () => fleet.dns.list({}), service: () => fleet.dns.refresh({}) },
  );
  const profiles = createListing<ProfileList>(
    () => get().profileList,
    (profileList) => set({ profileList }),
    { cached: () => fleet.profiles.list({}), service: () => fleet.profiles.refresh({}) },
  );
  return {
    dnsList: idle,
    profileList: idle,
    loadNetwork: async () => {
      await Promise.all([dns.load("cached"), profiles.load("cached")]);
      const { dnsList, profileList } = get();
      await Promise.all([
        dnsList.state === "ready" && dnsList.value.state === "never" ? dns.load("service") : undefined,
        profileList.state === "ready" && profileList.value.list.state === "never"
          ? profiles.load("service")
          : undefined,
      ]);
    },
    refreshNetwork: async () => {
      await Promise.all([dns.load("service"), profiles.load("service")]);
    },
    renewDns: async () => {
      if (get().dnsList.state !== "never") await dns.load("cached");
    },
    renewProfiles: async () => {
      if (get().profileList.state !== "never") await profiles.load("cached");
    },
  };
};

/** Lists are not reloaded while no page shows them. */
export const networkTopics: SliceTopics<NetworkSlice> = (slice) => ({
  "dns.changed": () => void slice().renewDns(),
  "profiles.changed": () => void slice().renewProfiles(),
  "shell.visibility": ({ missed }) => {
    if (!missed) return;
    void slice().renewDns();
    void slice().renewProfiles();
  },
});
