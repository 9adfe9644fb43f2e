/** A name for a file out of a name that a person gave. */

/** Letters and digits of any script, the rest as single hyphens; never empty. */
export function toFileName(name: string): string {
  const plain = name.normalize("NFC").replaceAll(/[^\p{L}\p{N}]+/gu, "-");
  const cut = plain.replaceAll(/^-+|-+$/g, "").slice(0, 80);
  return cut === "" ? "campaign" : cut;
}
