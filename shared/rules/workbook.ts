/** Reads the first sheet with data of an XLSX workbook as CSV text. The library loads with the first workbook. */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";

/** `zip`: perhaps a workbook; `old`: an .xls file or an encrypted workbook. */
export type WorkbookKind = "zip" | "old";

export function workbookKind(bytes: Uint8Array): WorkbookKind | undefined {
  const starts = (...start: readonly number[]): boolean => start.every((byte, index) => bytes[index] === byte);
  if (starts(0x50, 0x4b, 0x03, 0x04)) return "zip";
  return starts(0xd0, 0xcf, 0x11, 0xe0) ? "old" : undefined;
}

export interface WorkbookText {
  readonly text: string;
  readonly sheet: string;
  readonly sheets: number;
  /** Numbers of more than 15 digits: spreadsheets round them, so that they identify nothing. They stay recognisable as rounded. */
  readonly rounded: number;
}

/** Uncompressed; a small file may claim much more. */
const mostBytes = 300_000_000;
const mostDigits = 1e15;

/**
 * The problem is `workbook-encrypted`, `workbook-old`, `workbook-too-large`, `workbook-empty`, or `file-is-archive` for another packed or
 * damaged file. Formulas give their stored results; dates become "2031-12-31".
 */
export async function readWorkbook(
  name: string,
  bytes: Uint8Array,
): Promise<WorkbookText | { readonly problem: CodedText }> {
  const file = { file: name };
  if (workbookKind(bytes) === "old") {
    const isEncrypted = includesUtf16(bytes, "EncryptedPackage");
    return { problem: isEncrypted ? codedText("workbook-encrypted", file) : codedText("workbook-old", file) };
  }
  if (unpackedBytes(bytes) > mostBytes)
    return { problem: codedText("workbook-too-large", { ...file, limit: mostBytes / 1e6 }) };
  const sheets = await readSheets(bytes);
  if (sheets === undefined) return { problem: codedText("file-is-archive", file) };
  const first = sheets.find(({ data }) => data.some((row) => row.some((cell) => cell !== null)));
  if (first === undefined) return { problem: codedText("workbook-empty", file) };
  let rounded = 0;
  const cellText = (cell: unknown): string => {
    if (cell instanceof Date) return dateText(cell);
    if (typeof cell === "boolean") return cell ? "TRUE" : "FALSE";
    if (typeof cell !== "number") return typeof cell === "string" ? cell : "";
    // A spreadsheet shows 15 digits; the file may have more because of binary fractions.
    if (Math.abs(cell) < mostDigits) return plain(Number(cell.toPrecision(15)));
    rounded += 1;
    return cell.toExponential(5).toUpperCase();
  };
  const text = first.data.map((row) => row.map((cell) => quoted(cellText(cell))).join(",")).join("\n");
  return { text: `${text}\n`, sheet: first.sheet, sheets: sheets.length, rounded };
}

interface Sheet {
  readonly sheet: string;
  readonly data: readonly (readonly unknown[])[];
}

async function readSheets(bytes: Uint8Array): Promise<readonly Sheet[] | undefined> {
  const { default: readFile } = await import("read-excel-file/universal");
  return await readFile(bytes.slice().buffer, { trim: false }).catch(() => undefined);
}

function plain(value: number): string {
  const text = String(value);
  return text.includes("e") ? value.toFixed(20).replace(/0+$/, "") : text;
}

function dateText(date: Date): string {
  const iso = date.toISOString();
  return iso.endsWith("T00:00:00.000Z") ? iso.slice(0, 10) : iso.slice(0, 19).replace("T", " ");
}

function quoted(text: string): string {
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function includesUtf16(bytes: Uint8Array, text: string): boolean {
  const units = Array.from(text, (letter) => [letter.charCodeAt(0), 0]).flat();
  for (let at = bytes.indexOf(units[0] ?? 0); at !== -1; at = bytes.indexOf(units[0] ?? 0, at + 1)) {
    if (units.every((byte, index) => bytes[at + index] === byte)) return true;
  }
  return false;
}

/** Sum of the sizes in the directory of a ZIP file; 0 where it has none. */
function unpackedBytes(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) return 0;
  let sum = 0;
  let at = view.getUint32(end + 16, true);
  while (at + 46 <= end && view.getUint32(at, true) === 0x02014b50) {
    sum += view.getUint32(at + 24, true);
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return sum;
}
