/** Text files of other programs: UTF-8, UTF-16 with a byte order mark, or Windows-1252; never a whole file in memory. */
import { codedText } from "#shared/texts/coded-text.ts";
import { createReadStream } from "node:fs";
import { lstat, readFile, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { TextDecoder } from "node:util";
import { AppError } from "#shared/failure.ts";
import { readWorkbook, workbookKind } from "#shared/rules/workbook.ts";
import { abortedError } from "../wait.ts";
import { readError } from "./file-errors.ts";

export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

const chunkBytes = 256 * 1024;

type Chunks = AsyncIterable<Buffer> | Iterable<Buffer>;

/** A byte order mark decides, else UTF-8 when every byte of it is valid, else Windows-1252. Throws `file-not-text`, with `file`. */
async function detectEncoding(chunks: Chunks, file: string): Promise<TextEncoding> {
  let encoding: TextEncoding | undefined;
  let decoder = new TextDecoder("utf-8", { fatal: true });
  let valid = true;
  let controls = false;
  for await (const chunk of chunks) {
    if (encoding === undefined) {
      rejectArchive(chunk, file);
      encoding = markedEncoding(chunk);
      decoder = new TextDecoder(encoding, { fatal: true });
    }
    if (encoding === "utf-8") {
      if (chunk.includes(0)) throw notText(file);
      controls ||= hasControls(chunk);
    }
    valid = valid && decodes(decoder, chunk);
    if (!valid && encoding !== "utf-8") throw notText(file);
  }
  valid = valid && decodes(decoder, undefined);
  if (valid) return encoding ?? "utf-8";
  if (encoding !== "utf-8" || controls) throw notText(file);
  return "windows-1252";
}

/** The text in pieces, without its byte order mark. Throws as `detectEncoding` does. */
async function* readText(chunks: Chunks, encoding: TextEncoding, file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of chunks) {
      const text = decoder.decode(chunk, { stream: true });
      if (text.includes("\0")) throw notText(file);
      if (text !== "") yield text;
    }
    const rest = decoder.decode();
    if (rest !== "") yield rest;
  } catch (error) {
    if (error instanceof TypeError) throw notText(file);
    throw error;
  }
}

async function requireRegularFile(file: string): Promise<void> {
  try {
    const stats = await stat(file);
    if (stats.isDirectory()) throw new AppError("file-unreadable", codedText("file-is-directory", { file }));
    if (!stats.isFile()) {
      throw new AppError("file-unreadable", codedText("file-not-regular", { file }));
    }
  } catch (error) {
    throw readError(error, file);
  }
}

async function* readChunks(file: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  try {
    const stream = createReadStream(file, { highWaterMark: chunkBytes, signal });
    for await (const chunk of stream) yield chunk as Buffer;
  } catch (error) {
    throw signal.aborted ? abortedError() : readError(error, file);
  }
}

function markedEncoding(head: Buffer): TextEncoding {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  return "utf-8";
}

/** A text file, or the first sheet of a workbook as CSV. */
export interface TextSource {
  readonly encoding: TextEncoding;
  /** Reads from the beginning on every call. */
  readonly text: () => AsyncIterable<string>;
}

const mostWorkbookBytes = 50_000_000;

/** The text of `bytes` in the encoding that a file with them would have. Throws `file-not-text`, with `name`. */
export async function decodeText(bytes: Buffer, name: string): Promise<string> {
  let text = "";
  for await (const piece of readText([bytes], await detectEncoding([bytes], name), name)) text += piece;
  return text;
}

/**
 * Throws `file-not-found`, `file-unreadable` (a directory, a pipe, no permission), `file-not-text`, and `workbook-…` as `readWorkbook` does.
 */
export async function openText(file: string, signal: AbortSignal): Promise<TextSource> {
  await requireRegularFile(file);
  for await (const chunk of readChunks(file, signal)) {
    if (workbookKind(chunk) === undefined) break;
    if ((await stat(file)).size > mostWorkbookBytes) {
      const params = { file, limit: mostWorkbookBytes / 1e6 };
      throw new AppError("workbook-too-large", codedText("workbook-too-large", params));
    }
    const read = await readWorkbook(file, await readFile(file, { signal }));
    if ("problem" in read) {
      const { code } = read.problem;
      throw new AppError(code === "file-is-archive" ? "file-not-text" : code, read.problem);
    }
    return { encoding: "utf-8", text: () => Readable.from([read.text]) };
  }
  const encoding = await detectEncoding(readChunks(file, signal), file);
  return { encoding, text: () => readText(readChunks(file, signal), encoding, file) };
}

function rejectArchive(head: Buffer, file: string): void {
  if (head.subarray(0, 4).toString("latin1") === "PK\u0003\u0004") {
    throw new AppError("file-not-text", codedText("file-is-archive", { file }));
  }
}

function decodes(decoder: TextDecoder, chunk: Buffer | undefined): boolean {
  try {
    const text = chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    return !text.includes("\0");
  } catch {
    return false;
  }
}

/** Control characters that no text file has; tab, line ends, form feed and the old end-of-file mark are allowed. */
function hasControls(chunk: Buffer): boolean {
  for (const byte of chunk) {
    if (byte < 0x20 && (byte < 0x09 || byte > 0x0d) && byte !== 0x1a) return true;
  }
  return false;
}

function notText(file: string): AppError {
  return new AppError("file-not-text", codedText("file-not-text", { file }));
}

// Exports never silently replace an existing file.

/** Throws `file-exists` where the path exists. */
export async function requireNewFile(file: string): Promise<void> {
  const stats = await lstat(file).catch(() => undefined);
  if (stats === undefined) return;
  const message = codedText("file-exists-replace", { file });
  throw new AppError("file-exists", message, { details: { file } });
}
