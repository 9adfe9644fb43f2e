/** A dropped file as text, or a sentence why it is not taken. */

export type ReadFile = { readonly text: string; readonly note?: string } | { readonly problem: string };

/** The treaty takes no longer text. */
export const mostCharacters = 50_000_000;

const signatures: readonly (readonly [start: readonly number[], what: string])[] = [
  [[0x89, 0x50, 0x4e, 0x47], "a picture (PNG)"],
  [[0xff, 0xd8, 0xff], "a picture (JPEG)"],
  [[0x47, 0x49, 0x46, 0x38], "a picture (GIF)"],
  [[0x25, 0x50, 0x44, 0x46], "a PDF"],
  [[0xd0, 0xcf, 0x11, 0xe0], "an Excel workbook of the old kind. Save it as CSV and drop that"],
  [[0x50, 0x4b, 0x03, 0x04], "an Excel workbook or another packed file. Save the sheet as CSV and drop that"],
];

const sizes = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 1 });

/** Told before the file is read at all; undefined where its size is no reason. */
export function sizeProblem(name: string, bytes: number): string | undefined {
  if (bytes === 0) return `“${name}” is empty.`;
  if (bytes <= mostCharacters) return undefined;
  return `“${name}” has ${sizes.format(bytes / 1e6)} MB; a list may have ${sizes.format(mostCharacters / 1e6)} MB. Split it, or keep the column with the identifiers alone.`;
}

/** Reads UTF-8, UTF-16 with its mark, and what Western spreadsheets write; refuses what is no text. */
export function readListFile(name: string, bytes: Uint8Array): ReadFile {
  const tooMuch = sizeProblem(name, bytes.length);
  if (tooMuch !== undefined) return { problem: tooMuch };
  const known = signatures.find(([start]) => start.every((byte, index) => bytes[index] === byte));
  if (known !== undefined) return { problem: `“${name}” is ${known[1]}, not a list of text.` };
  const wide = wideEncoding(bytes);
  if (wide !== undefined) return { text: new TextDecoder(wide).decode(bytes) };
  if (bytes.subarray(0, 65_536).includes(0)) return { problem: `“${name}” is not a list of text.` };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    const text = new TextDecoder("windows-1252").decode(bytes);
    return { text, note: "Read as Western European text (Windows-1252): it is not UTF-8." };
  }
}

function wideEncoding(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined;
}
