/** A new service profile as typed. */
import type { ProfileSwitch } from "#contract/profiles.ts";

export interface TypedProfile {
  readonly name: string;
  readonly description: string;
  /** Empty: none. */
  readonly dns: string;
  readonly callback: string;
  /** Those that are ticked. */
  readonly switches: readonly ProfileSwitch[];
}

export const emptyProfile: TypedProfile = { name: "", description: "", dns: "", callback: "", switches: [] };

/** Undefined where nothing is kept, or nothing that can be read. */
export function readTypedProfile(kept: string): TypedProfile | undefined {
  try {
    const found = JSON.parse(kept) as Partial<TypedProfile>;
    return typeof found.name === "string" && Array.isArray(found.switches) ? { ...emptyProfile, ...found } : undefined;
  } catch {
    return undefined;
  }
}

export interface ProfileDraft {
  readonly name: string;
  readonly description?: string;
  readonly dns?: string;
  readonly callback?: string;
  readonly switches: Readonly<Partial<Record<ProfileSwitch, boolean>>>;
}

/** As it is sent; what was left empty, or not ticked, is left out. */
export function draftOf({ name, description, dns, callback, switches }: TypedProfile): ProfileDraft {
  return {
    name: name.trim(),
    ...(description.trim() === "" ? {} : { description: description.trim() }),
    ...(dns === "" ? {} : { dns }),
    ...(callback.trim() === "" ? {} : { callback: callback.trim() }),
    switches: Object.fromEntries(switches.map((name) => [name, true])),
  };
}
