/** A dropped file as text, or the reason why it is rejected. */
import { readWorkbook, workbookKind } from "#shared/rules/workbook.ts";
import { formatText, t } from "#shared/texts/text.ts";

export type ReadFile = { readonly text: string; readonly note?: string } | { readonly problem: string };

/** Maximum length in the contract. */
export const maxCharacters = 50_000_000;

const signatures: readonly (readonly [start: readonly number[], problem: (name: string) => string])[] = [
  [[0x89, 0x50, 0x4e, 0x47], (name) => t(($) => $.shell.file.image, { name })],
  [[0xff, 0xd8, 0xff], (name) => t(($) => $.shell.file.image, { name })],
  [[0x47, 0x49, 0x46, 0x38], (name) => t(($) => $.shell.file.image, { name })],
  [[0x25, 0x50, 0x44, 0x46], (name) => t(($) => $.shell.file.pdf, { name })],
];

/** Checked before the file is read; undefined if its size is acceptable. */
export function sizeProblem(name: string, bytes: number): string | undefined {
  if (bytes === 0) return t(($) => $.shell.file.empty, { name });
  if (bytes <= maxCharacters) return undefined;
  return t(($) => $.shell.file.tooLarge, { name, size: bytes / 1e6, limit: maxCharacters / 1e6 });
}

/** Decodes UTF-8, UTF-16 with byte order mark, Windows-1252, as Western spreadsheets write it, and workbooks; rejects other binary files. */
export async function readListFile(name: string, bytes: Uint8Array): Promise<ReadFile> {
  const tooMuch = sizeProblem(name, bytes.length);
  if (tooMuch !== undefined) return { problem: tooMuch };
  if (workbookKind(bytes) !== undefined) return await readSheet(name, bytes);
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

async function readSheet(name: string, bytes: Uint8Array): Promise<ReadFile> {
  const read = await readWorkbook(name, bytes);
  if ("problem" in read) return { problem: formatText(read.problem) };
  const { text, sheet, sheets, rounded } = read;
  const notes = [
    ...(sheets > 1 ? [t(($) => $.shell.file.sheet, { sheet, sheets })] : []),
    ...(rounded > 0 ? [t(($) => $.shell.file.rounded, { count: rounded })] : []),
  ];
  return notes.length === 0 ? { text } : { text, note: notes.join(" ") };
}

function wideEncoding(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined;
}
