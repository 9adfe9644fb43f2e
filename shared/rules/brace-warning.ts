/** Braces that may be a mistyped variable. They are literal, so the text is sent with them unless the operator corrects it. */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";

const escaped = /\\\{\{[^{}]*(?:\}\})?/g;
const placeholder = /\{\{[^{}]*\}\}/g;
const name = String.raw`[\p{L}_][\p{L}\p{N}_.]*`;
const suspect = new RegExp(String.raw`\{\s*(${name})\s*\}|(${name})\s*\}\}`, "u");

/** Warns of the first of them; undefined where there is none. */
export function braceWarning(text: string): CodedText | undefined {
  const match = suspect.exec(text.replaceAll(escaped, "\n").replaceAll(placeholder, "\n"));
  if (match === null) return undefined;
  const variable = match[1] ?? match[2] ?? "name";
  return codedText("literal-braces", { text: match[0], placeholder: `{{${variable}}}` });
}
