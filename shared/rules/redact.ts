/** What may hold a secret, by the name of a field or the shape of a value. */

/** Replaces a secret. */
export const redacted = "[redacted]";

export const secretName =
  /(?<!error_)token|secret|passw|passphrase|authorization|cookie|credential|signature|(?:^|_)key$/i;
const secretValue = /\b(?:Bearer|Basic)[\s\u00a0]+\S+|\beyJ[\w-]{8,}(?:\.[\w-]*){1,2}/g;

/** User name and password of a URL, such as that of a proxy. A slash ends the host, so the last "@" before it ends the password. */
const userInfo = /\b([a-z][a-z\d+.-]{0,20}:\/\/)[^\s/?#"'<>]*@/gi;

export function redact(text: string): string {
  return text.replace(secretValue, redacted).replace(userInfo, `$1${redacted}@`);
}

/** ICCID, IMSI, IMEI, MSISDN or EID: 10 or more digits, however they are grouped. */
const longNumber = /\d(?:[ \u00a0()/-]{0,2}\d){9,}/g;
// From the start of a word only: otherwise a long word without "@" takes quadratic time.
const mailAddress = /(?<![^\s@<>"'(])[^\s@<>"'(]+@[^\s@<>"')]+/g;

/** Without secrets, numbers of subscribers, mail addresses and the names, wherever they are in the text and in any case. */
export function redactIdentifiers(text: string, names: readonly string[]): string {
  const words = names.filter((name) => name.length > 1).toSorted((a, b) => b.length - a.length);
  const patterns = words.map(
    (name) => new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(name)}(?![\\p{L}\\p{N}])`, "giu"),
  );
  const nameless = patterns.reduce((left, pattern) => left.replaceAll(pattern, redacted), redact(text));
  return nameless.replaceAll(mailAddress, redacted).replaceAll(longNumber, redacted);
}
