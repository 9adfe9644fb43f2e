/** Validates the fields of a new profile before anything is sent. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { Warning } from "#shared/contract/network/network-schemas.ts";
import type { Profile } from "#shared/contract/network/profiles.ts";
import { invalidInput } from "../../../core/api/inputs.ts";

export interface Draft {
  readonly name: string;
  readonly description?: string;
  readonly dns?: string;
  readonly callback?: string;
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
    dns: dns === undefined ? undefined : numericId("dns", dns),
    callback: callback === undefined ? undefined : numericId("callback", callback),
    switches,
  };
}

/** Returns the trimmed name. Throws `invalid-input` with the field. */
export function checkName(text: string): string {
  const name = text.trim();
  if (name === "") throw invalidInput("name", codedText("profile-name-missing"));
  if (name.length <= longestName) return name;
  throw invalidInput("name", codedText("profile-name-too-long", { max: longestName }));
}

/** Returns the trimmed description, which may be empty. Throws `invalid-input` with the field. */
export function checkDescription(text: string): string {
  if (text.length <= longestDescription) return text.trim();
  throw invalidInput("description", codedText("profile-description-too-long", { max: longestDescription }));
}

/** Returns an id in the form the service accepts in a body. Throws `invalid-input` with the field. */
export function numericId(field: "dns" | "callback", id: string): number {
  const text = id.trim();
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw invalidInput(field, codedText(`${field}-id-no-number`));
  return number;
}

export function sameNameWarning(name: string, count: number): Warning {
  return { field: "name", code: "name-there", message: codedText("profile-name-exists", { name, count }) };
}
