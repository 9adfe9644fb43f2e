/** A dropped file as text, or the reason why it is rejected. */
import { t } from "#shared/texts/text.ts";

export type ReadFile = { readonly text: string; readonly note?: string } | { readonly problem: string };

/** Maximum length in the contract. */
export const maxCharacters = 50_000_000;

const signatures: readonly (readonly [start: readonly number[], problem: (name: string) => string])[] = [
  [[0x89, 0x50, 0x4e, 0x47], (name) => t(($) => $.shell.file.image, { name })],
  [[0xff, 0xd8, 0xff], (name) => t(($) => $.shell.file.image, { name })],
  [[0x47, 0x49, 0x46, 0x38], (name) => t(($) => $.shell.file.image, { name })],
  [[0x25, 0x50, 0x44, 0x46], (name) => t(($) => $.shell.file.pdf, { name })],
  [[0xd0, 0xcf, 0x11, 0xe0], (name) => t(($) => $.shell.file.workbook, { name })],
  [[0x50, 0x4b, 0x03, 0x04], (name) => t(($) => $.shell.file.archive, { name })],
];

/** Checked before the file is read; undefined if its size is acceptable. */
export function sizeProblem(name: string, bytes: number): string | undefined {
  if (bytes === 0) return t(($) => $.shell.file.empty, { name });
  if (bytes <= maxCharacters) return undefined;
  return t(($) => $.shell.file.tooLarge, { name, size: bytes / 1e6, limit: maxCharacters / 1e6 });
}

/** Decodes UTF-8, UTF-16 with byte order mark, and Windows-1252, as Western spreadsheets write it; rejects binary files. */
export function readListFile(name: string, bytes: Uint8Array): ReadFile {
  const tooMuch = sizeProblem(name, bytes.length);
  if (tooMuch !== undefined) return { problem: tooMuch };
  const signature = signatures.find(([start]) => start.every((byte, index) => bytes[index] === byte));
  if (signature !== undefined) return { problem: signature[1](name) };
  const wide = wideEncoding(bytes);
  if (wide !== undefined) return { text: new TextDecoder(wide).decode(bytes) };
  if (bytes.subarray(0, 65_536).includes(0)) return { problem: t(($) => $.shell.file.notText, { name }) };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    const text = new TextDecoder("windows-1252").decode(bytes);
    return { text, note: t(($) => $.shell.file.windows1252) };
  }
}

function wideEncoding(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined;
}
