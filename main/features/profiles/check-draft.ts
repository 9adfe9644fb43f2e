/** The fields of a new profile, checked before anything is sent. */
import type { Warning } from "#contract/network-words.ts";
import type { Profile } from "#contract/profiles.ts";
import { invalidInput } from "../../api/inputs.ts";

export interface Draft {
  readonly name: string;
  readonly description?: string | undefined;
  readonly dns?: string | undefined;
  readonly callback?: string | undefined;
  readonly switches: Profile["switches"];
}

export interface CheckedDraft {
  readonly name: string;
  readonly description: string | undefined;
  readonly dns: number | undefined;
  readonly callback: number | undefined;
  readonly switches: Profile["switches"];
}

const longestName = 255;
const longestDescription = 1000;

/** Throws `invalid-input` with the field. */
export function checkDraft({ name, description, dns, callback, switches }: Draft): CheckedDraft {
  const called = name.trim();
  if (called === "") throw invalidInput("name", "The service profile must have a name.");
  if (called.length > longestName) {
    throw invalidInput("name", `The name of a service profile has at most ${longestName} characters.`);
  }
  if (description !== undefined && description.length > longestDescription) {
    throw invalidInput("description", `The description has at most ${longestDescription} characters.`);
  }
  return {
    name: called,
    description: description === undefined || description.trim() === "" ? undefined : description.trim(),
    dns: dns === undefined ? undefined : numericId("dns", "DNS configuration", dns),
    callback: callback === undefined ? undefined : numericId("callback", "API callback", callback),
    switches,
  };
}

/** An id as the service takes it inside a body. Throws `invalid-input` with the field. */
export function numericId(field: string, what: string, id: string): number {
  const text = id.trim();
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw invalidInput(field, `The id of the ${what} must be a whole number.`);
  return number;
}

export function sameNameWarning(name: string, count: number): Warning {
  const others = count === 1 ? "There is a service profile" : `There are ${count} service profiles`;
  return { field: "name", code: "name-there", message: `${others} named "${name}" already.` };
}
