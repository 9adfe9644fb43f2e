/** Validates the id of a configuration as entered by an operator. */
import { codedText } from "#shared/texts/coded-text.ts";
import { invalidInput } from "../../../core/api/inputs.ts";

/** Returns the form the service accepts. Throws `invalid-input` with the field "dns". */
export function checkedId(id: string): string {
  const text = id.trim();
  if (text === "") throw invalidInput("dns", codedText("dns-id-missing"));
  if (!/^\d{1,15}$/.test(text)) throw invalidInput("dns", codedText("dns-id-no-number"));
  return String(Number(text));
}
