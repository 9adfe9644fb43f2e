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
  const described = checkDescription(description ?? "");
  return {
    name: checkName(name),
    description: described === "" ? undefined : described,
    dns: dns === undefined ? undefined : numericId("dns", "DNS configuration", dns),
    callback: callback === undefined ? undefined : numericId("callback", "API callback", callback),
    switches,
  };
}

/** The name without surrounding blanks. Throws `invalid-input` with the field. */
export function checkName(text: string): string {
  const name = text.trim();
  if (name === "") throw invalidInput("name", "The service profile must have a name.");
  if (name.length <= longestName) return name;
  throw invalidInput("name", `The name of a service profile has at most ${longestName} characters.`);
}

/** The same of a description, which may be empty. */
export function checkDescription(text: string): string {
  if (text.length <= longestDescription) return text.trim();
  throw invalidInput("description", `The description has at most ${longestDescription} characters.`);
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
