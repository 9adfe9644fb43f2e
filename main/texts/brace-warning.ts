/** Braces that may be a variable written wrong. They are literal, so the text is sent with them unless somebody notices. */

const escaped = /\\\{\{[^{}]*(?:\}\})?/g;
const placeholder = /\{\{[^{}]*\}\}/g;
const name = String.raw`[\p{L}_][\p{L}\p{N}_.]*`;
const suspect = new RegExp(String.raw`\{\s*(${name})\s*\}|(${name})\s*\}\}`, "u");

/** A whole sentence about the first of them; undefined where there is none. */
export function braceWarning(text: string): string | undefined {
  const found = suspect.exec(text.replaceAll(escaped, "\n").replaceAll(placeholder, "\n"));
  if (found === null) return undefined;
  const variable = found[1] ?? found[2] ?? "name";
  return `The text has "${found[0]}", which is sent as it is. Write {{${variable}}} for a variable.`;
}
