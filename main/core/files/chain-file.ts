/** Files of chained lines: JSON lines `{"entry":…,"hash":…}` in canonical form, each hash covering its entry and the previous hash. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { createReadStream } from "node:fs";
import { TextDecoder } from "node:util";
import { AppError } from "#shared/failure.ts";
import { tryParseJson } from "#shared/try-parse-json.ts";
import { canonicalJson, chainHash, chainStart } from "../hash-chain.ts";
import { readError } from "./file-errors.ts";

export interface ChainWriter {
  /** The entry as the next line of the chain, including its line end. */
  line(entry: Readonly<Record<string, unknown>>): string;
  /** Hash of the last line. */
  head(): string;
}

export function createChainWriter(): ChainWriter {
  let head = chainStart;
  return {
    line: (entry) => {
      head = chainHash(head, canonicalJson(entry));
      return `${canonicalJson({ entry, hash: head })}\n`;
    },
    head: () => head,
  };
}

/** Thrown for an invalid file of chained lines, by its reader and by the validation of its entries. */
export class Flaw extends Error {
  readonly problem: CodedText;

  constructor(problem: CodedText) {
    super(formatText(problem));
    this.problem = problem;
  }
}

export interface ChainReadResult {
  /** Line of the first flaw, from 1; number of lines when there is none. */
  readonly line: number;
  readonly head: string;
  readonly problem?: CodedText;
}

const longestLine = 16 * 1024 * 1024;

/**
 * Reads the file and passes each entry, once its hash was checked, to `take`, with the previous hash. `take` and `end` may
 * throw a `Flaw`. Throws only when the file cannot be read at all (`file-not-found`, `file-unreadable`).
 */
export async function readChainFile(
  file: string,
  take: (entry: Readonly<Record<string, unknown>>, previous: string) => void,
  end: () => void,
): Promise<ChainReadResult> {
  let head = chainStart;
  let line = 1;
  try {
    for await (const text of readLines(file)) {
      const { entry, hash } = readLine(text);
      const expected = chainHash(head, canonicalJson(entry));
      if (hash !== expected) {
        throw new Flaw(codedText("chain-broken"));
      }
      take(entry, head);
      head = expected;
      line += 1;
    }
    end();
  } catch (error) {
    if (!(error instanceof Flaw)) throw error;
    return { line, head, problem: error.problem };
  }
  return { line: line - 1, head };
}

interface Line {
  readonly entry: Readonly<Record<string, unknown>> & { readonly type: string };
  readonly hash: string;
}

/** A line is accepted only in its canonical form, so that no byte of it can differ. */
function readLine(text: string): Line {
  const json = tryParseJson(text);
  if (json === undefined) throw new Flaw(codedText("chain-line-not-json"));
  if (!isLine(json) || canonicalText(json) !== text) {
    throw new Flaw(codedText("chain-line-not-canonical"));
  }
  return json;
}

/** `canonicalJson` is recursive, while `JSON.parse` accepts any depth. */
function canonicalText(line: Line): string {
  try {
    return canonicalJson(line);
  } catch (error) {
    if (error instanceof RangeError) throw new Flaw(codedText("chain-line-too-deep"));
    throw error;
  }
}

function isLine(json: unknown): json is Line {
  if (typeof json !== "object" || json === null) return false;
  const { entry, hash, ...rest } = json as Readonly<Record<string, unknown>>;
  if (Object.keys(rest).length > 0 || typeof hash !== "string") return false;
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) return false;
  return typeof (entry as Readonly<Record<string, unknown>>)["type"] === "string";
}

/** Lines end with LF only; a last line without it is a flaw, as is a byte that is not UTF-8. */
async function* readLines(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let rest = "";
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) {
      rest += decoder.decode(chunk as Buffer, { stream: true });
      const lines = rest.split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
      if (rest.length > longestLine) throw new Flaw(codedText("chain-line-too-long"));
    }
    rest += decoder.decode();
  } catch (error) {
    if (error instanceof Flaw || error instanceof AppError) throw error;
    if (error instanceof TypeError) throw new Flaw(codedText("chain-not-utf8"));
    throw readError(error, file);
  }
  if (rest !== "") throw new Flaw(codedText("chain-last-line-incomplete"));
}
