/** The open service profile: cached data, endpoints that use it, DNS changes made by this program. */
import type { DnsChange } from "#shared/contract/network/dns.ts";
import type { ProfileDetail } from "#shared/contract/network/profiles.ts";
import { fleet } from "../../lib/fleet.ts";
import { failed, loading, idle, ready, type AsyncState } from "../../lib/async-state.ts";
import type { SliceCreator, SliceTopics } from "../../lib/slice.ts";

export type ProfileUse = Awaited<ReturnType<typeof fleet.profiles.users>>;

export interface ProfileSlice {
  readonly profileOf: string | undefined;
  readonly profileDetail: AsyncState<ProfileDetail>;
  readonly profileUse: AsyncState<ProfileUse>;
  readonly profileChanges: AsyncState<readonly DnsChange[]>;
  /** Loads or reloads the cached profile. */
  readonly openProfile: (id: string) => Promise<void>;
  /** Refreshes the open profile from the service. */
  readonly readProfile: () => Promise<void>;
}

export const createProfileSlice: SliceCreator<ProfileSlice> = (set, get) => {
  let round = 0;
  return {
    profileOf: undefined,
    profileDetail: idle,
    profileUse: idle,
    profileChanges: idle,
    openProfile: async (id) => {
      const own = ++round;
      const before: Pick<ProfileSlice, "profileDetail" | "profileUse" | "profileChanges"> =
        get().profileOf === id ? get() : { profileDetail: idle, profileUse: idle, profileChanges: idle };
      set({
        profileOf: id,
        profileDetail: loading(before.profileDetail),
        profileUse: loading(before.profileUse),
        profileChanges: loading(before.profileChanges),
      });
      const put = (answer: Partial<ProfileSlice>): void => {
        if (own === round) set(answer);
      };
      await Promise.all([
        fleet.profiles.get({ profile: id }).then(
          (detail) => put({ profileDetail: ready(detail) }),
          (error: unknown) => put({ profileDetail: failed(get().profileDetail, error) }),
        ),
        fleet.profiles.users({ profile: id }).then(
          (use) => put({ profileUse: ready(use) }),
          (error: unknown) => put({ profileUse: failed(get().profileUse, error) }),
        ),
        fleet.dns.changes({ profile: id, limit: 20 }).then(
          ({ changes }) => put({ profileChanges: ready(changes) }),
          (error: unknown) => put({ profileChanges: failed(get().profileChanges, error) }),
        ),
      ]);
    },
    readProfile: async () => {
      const { profileOf: id, profileDetail } = get();
      if (id === undefined) return;
      const own = ++round;
      set({ profileDetail: loading(profileDetail) });
      try {
        const detail = await fleet.profiles.read({ profile: id });
        if (own === round) set({ profileDetail: ready(detail) });
      } catch (error) {
        if (own === round) set({ profileDetail: failed(get().profileDetail, error) });
      }
    },
  };
};

export const profileTopics: SliceTopics<ProfileSlice> = (slice) => {
  const again = (): void => {
    const { profileOf, openProfile } = slice();
    if (profileOf !== undefined) void openProfile(profileOf);
  };
  return { "dns.changed": again, "profiles.changed": again };
};
