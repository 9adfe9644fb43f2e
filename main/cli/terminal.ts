/** The terminal as a dependency: two output streams, one input, and Ctrl-C. */
import { resolve } from "node:path";
import { decodeText, openText } from "../core/files/text-file.ts";
import { t } from "./text.ts";

export interface Terminal extends Writers {
  /** Whether a progress bar makes sense. */
  readonly interactive: boolean;
  columns(): number;
  /** Whether the reader of stdout has ended: nothing that is printed arrives. */
  outIsClosed(): boolean;
  /** Width of stdout; undefined where it is not a terminal. */
  outColumns(): number | undefined;
  /** Whether standard input is a terminal: reading it would block. */
  readonly stdinIsTerminal: boolean;
  /** The whole of standard input, in its encoding, also when called again. Throws `file-not-text`. */
  readStdin(): Promise<string>;
  /** Called for each Ctrl-C or termination signal; the returned function removes the listener. */
  onInterrupt(listener: () => void): () => void;
  /** Ends the process immediately. */
  exitNow(code: number): never;
}

/**
 * The only output path to the terminal. Text may contain input from the service, devices and files, so control characters other than line
 * feed and tab, and bidirectional controls, are replaced by U+FFFD: nothing in a text can control the terminal.
 */
export interface Writers {
  /** Results: text or one JSON document. */
  out(text: string): void;
  /** Progress, notices and errors. */
  err(text: string): void;
  /** Replaces the last line of an interactive stderr; an empty text removes it. */
  rewriteLine(text: string): void;
}

/** Terminal control characters: C0 except line feed and tab, DEL, C1, and the bidirectional controls. */
export const terminalControls = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu;

type Write = (text: string) => void;

export function createWriters(out: Write, err: Write): Writers {
  const clean = (text: string): string => text.replace(terminalControls, "\ufffd");
  return {
    out: (text) => out(clean(text)),
    err: (text) => err(clean(text)),
    rewriteLine: (text) => err(`\r\u001b[2K${clean(text).replace(/[\n\t]/g, " ")}`),
  };
}

/** The text of a file that an argument names, in its encoding, or of a workbook; `-` is standard input. */
export async function readInputFile(
  terminal: Pick<Terminal, "readStdin">,
  name: string,
  signal: AbortSignal,
): Promise<string> {
  if (name === "-") return await terminal.readStdin();
  const file = resolve(name);
  let text = "";
  for await (const piece of (await openText(file, signal)).text()) text += piece;
  return text;
}

async function readAll(stream: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return await decodeText(
    Buffer.concat(chunks),
    t(($) => $.cli.program.standardInput),
  );
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The terminal of the process. A closed reader (EPIPE) silences its stream and does not end the process: running work continues. */
export function createProcessTerminal(): Terminal {
  let stdin: Promise<string> | undefined;
  const [out, err] = [silencedWhenBroken(process.stdout), silencedWhenBroken(process.stderr)];
  return {
    ...createWriters(out.write, err.write),
    outIsClosed: out.isBroken,
    interactive: process.stderr.isTTY,
    columns: () => process.stderr.columns ?? 80,
    outColumns: () => (process.stdout.isTTY ? process.stdout.columns : undefined),
    stdinIsTerminal: process.stdin.isTTY,
    readStdin: () => (stdin ??= readAll(process.stdin)),
    onInterrupt: (listener) => {
      for (const signal of signals) process.on(signal, listener);
      return () => signals.forEach((signal) => process.off(signal, listener));
    },
    exitNow: (code) => process.exit(code),
  };
}

function silencedWhenBroken(stream: NodeJS.WriteStream): { readonly write: Write; readonly isBroken: () => boolean } {
  let broken = false;
  stream.on("error", () => {
    broken = true;
  });
  return {
    write: (text) => {
      if (!broken) stream.write(text);
    },
    isBroken: () => broken,
  };
}
