/** A new service profile as typed. */
import type { ProfileSwitch } from "#contract/profiles.ts";

export interface TypedProfile {
  readonly name: string;
  readonly description: string;
  /** Empty: none. */
  readonly dns: string;
  readonly callback: string;
  /** One that is missing is left to the service. */
  readonly switches: Readonly<Partial<Record<ProfileSwitch, boolean>>>;
}

export const emptyProfile: TypedProfile = { name: "", description: "", dns: "", callback: "", switches: {} };

/** Undefined where nothing is kept, or nothing that can be read. */
export function readTypedProfile(kept: string): TypedProfile | undefined {
  try {
    const found = JSON.parse(kept) as Partial<TypedProfile>;
    if (typeof found.name !== "string" || typeof found.switches !== "object") return undefined;
    // Former drafts have a list of those that were ticked.
    const ticked = Array.isArray(found.switches) ? (found.switches as ProfileSwitch[]) : undefined;
    const switches = ticked === undefined ? found.switches : Object.fromEntries(ticked.map((one) => [one, true]));
    return { ...emptyProfile, ...found, switches };
  } catch {
    return undefined;
  }
}

export interface ProfileDraft {
  readonly name: string;
  readonly description?: string;
  readonly dns?: string;
  readonly callback?: string;
  readonly switches: TypedProfile["switches"];
}

/** As it is sent; what was left empty, or to the service, is left out. */
export function draftOf({ name, description, dns, callback, switches }: TypedProfile): ProfileDraft {
  return {
    name: name.trim(),
    ...(description.trim() === "" ? {} : { description: description.trim() }),
    ...(dns.trim() === "" ? {} : { dns: dns.trim() }),
    ...(callback.trim() === "" ? {} : { callback: callback.trim() }),
    switches,
  };
}
