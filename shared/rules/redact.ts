/** What may hold a secret, by the name of a field or the shape of a value. */

/** Replaces a secret. */
export const redacted = "[redacted]";

export const secretName =
  /(?<!error_)token|secret|passw|passphrase|authorization|cookie|credential|signature|(?:^|_)key$/i;
const secretValue = /\b(?:Bearer|Basic)[\s\u00a0]+\S+|\beyJ[\w-]{8,}(?:\.[\w-]*){1,2}/g;

export function redact(text: string): string {
  return text.replace(secretValue, redacted);
}
