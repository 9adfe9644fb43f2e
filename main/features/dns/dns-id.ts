/** The id of a configuration as a person gives it. */
import { invalidInput } from "../../api/inputs.ts";

/** As the service takes it. Throws `invalid-input` with the field "dns". */
export function checkedId(id: string): string {
  const text = id.trim();
  if (text === "") throw invalidInput("dns", "Choose a DNS configuration, or give its id.");
  if (!/^\d{1,15}$/.test(text)) throw invalidInput("dns", "The id of the DNS configuration must be a whole number.");
  return String(Number(text));
}
