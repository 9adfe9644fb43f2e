/** Derives a file name from a name entered by an operator. */

/** Letters and digits of any script, everything else as single hyphens; never empty. */
export function toFileName(name: string): string {
  const hyphenated = name.normalize("NFC").replaceAll(/[^\p{L}\p{N}]+/gu, "-");
  const trimmed = hyphenated.replaceAll(/^-+|-+$/g, "").slice(0, 80);
  return trimmed === "" ? "campaign" : trimmed;
}
