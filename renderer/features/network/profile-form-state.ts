/** A new service profile as typed. */
import type { Profile, ProfileSwitch } from "#contract/profiles.ts";

export interface ProfileFormState {
  readonly name: string;
  readonly description: string;
  /** Empty: none. */
  readonly dns: string;
  readonly callback: string;
  /** One that is missing is left to the service. */
  readonly switches: Readonly<Partial<Record<ProfileSwitch, boolean>>>;
}

export const emptyProfile: ProfileFormState = { name: "", description: "", dns: "", callback: "", switches: {} };

/** An update of a service profile as typed; what is missing stays as it is. */
export interface ProfileUpdateFormState {
  readonly name?: string;
  readonly description?: string;
  readonly switches: ProfileFormState["switches"];
}

export const noUpdate: ProfileUpdateFormState = { switches: {} };

/** As it is sent: texts that are as the profile has them are left out. */
export function changesOf(
  { name, description, switches }: ProfileUpdateFormState,
  profile: Pick<Profile, "name" | "description">,
): ProfileUpdateFormState {
  return {
    ...(name === undefined || name === (profile.name ?? "") ? {} : { name }),
    ...(description === undefined || description === (profile.description ?? "") ? {} : { description }),
    switches,
  };
}

export interface ProfileDraft {
  readonly name: string;
  readonly description?: string;
  readonly dns?: string;
  readonly callback?: string;
  readonly switches: ProfileFormState["switches"];
}

/** As it is sent; what was left empty, or to the service, is left out. */
export function draftOf({ name, description, dns, callback, switches }: ProfileFormState): ProfileDraft {
  return {
    name: name.trim(),
    ...(description.trim() === "" ? {} : { description: description.trim() }),
    ...(dns.trim() === "" ? {} : { dns: dns.trim() }),
    ...(callback.trim() === "" ? {} : { callback: callback.trim() }),
    switches,
  };
}
