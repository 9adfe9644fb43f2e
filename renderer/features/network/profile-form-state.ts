/** Form state of a new service profile, and the names of its switches. */
import { t } from "#shared/texts/text.ts";
import type { Profile, ProfileSwitch } from "#shared/contract/network/profiles.ts";
import type { InputOf } from "../../data/fleet-query.ts";

export interface ProfileFormState {
  readonly name: string;
  readonly description: string;
  /** Empty: none. */
  readonly dns: string;
  readonly callback: string;
  /** A missing switch is omitted; the service applies its default. */
  readonly switches: Readonly<Partial<Record<ProfileSwitch, boolean>>>;
}

export const emptyProfile: ProfileFormState = { name: "", description: "", dns: "", callback: "", switches: {} };

/** Form state of a service profile update; missing fields are unchanged. */
export interface ProfileUpdateFormState {
  readonly name?: string;
  readonly description?: string;
  readonly switches: ProfileFormState["switches"];
}

export const noUpdate: ProfileUpdateFormState = { switches: {} };

/** The request body; unchanged texts are omitted. */
export function changesOf(
  { name, description, switches }: ProfileUpdateFormState,
  profile: Pick<Profile, "name" | "description">,
): ProfileUpdateFormState {
  return {
    name: name === undefined || name === (profile.name ?? "") ? undefined : name,
    description: description === undefined || description === (profile.description ?? "") ? undefined : description,
    switches,
  };
}

export type ProfileDraft = Omit<InputOf<"profiles.create">, "connection" | "allowSame">;

/** The request body; empty fields and switches without a value are omitted. */
export function draftOf({ name, description, dns, callback, switches }: ProfileFormState): ProfileDraft {
  return {
    name: name.trim(),
    description: description.trim() === "" ? undefined : description.trim(),
    dns: dns.trim() === "" ? undefined : dns.trim(),
    callback: callback.trim() === "" ? undefined : callback.trim(),
    switches,
  };
}

const switchNames: Readonly<Record<keyof Profile["switches"], string>> = {
  allowed_3g: t(($) => $.network.profile.feature.allowed3g),
  allowed_4g: t(($) => $.network.profile.feature.allowed4g),
  allowed_nb_iot: t(($) => $.network.profile.feature.allowedNbIot),
  apply_data_quota: t(($) => $.network.profile.feature.applyDataQuota),
  apply_sms_quota: t(($) => $.network.profile.feature.applySmsQuota),
  retail: t(($) => $.network.profile.feature.retail),
  sms_p2p_int: t(($) => $.network.profile.feature.smsInternal),
  sms_p2p_ext: t(($) => $.network.profile.feature.smsExternal),
  nipdp: t(($) => $.network.profile.feature.nonIpData),
};

/** Every switch with its label, in display order. */
export const profileSwitches = Object.entries(switchNames) as readonly (readonly [keyof Profile["switches"], string])[];
