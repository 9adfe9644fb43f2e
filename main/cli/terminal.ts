/** The terminal as an argument: two streams out, one in, and Ctrl-C. */

export interface Terminal extends Writers {
  /** A progress bar makes sense. */
  readonly interactive: boolean;
  columns(): number;
  /** Nobody pipes anything in: reading would wait for a person. */
  readonly stdinIsTerminal: boolean;
  readStdin(): Promise<string>;
  /** Told each time the person, or the system, wants this process to end; the returned function ends the listening. */
  onInterrupt(listener: () => void): () => void;
  /** Ends the process without waiting for anything. */
  exitNow(code: number): never;
}

/**
 * The one place where text reaches the terminal. Text may hold words of the service, of devices and of files, so nothing in it steers the
 * terminal: control characters other than line end and tab, and those that turn the direction of text, come out as U+FFFD.
 */
export interface Writers {
  /** The result: text or one JSON document. */
  out(text: string): void;
  /** Everything else. */
  err(text: string): void;
  /** Replaces the last line of an interactive stderr; an empty text removes it. */
  rewriteLine(text: string): void;
}

/** What steers a terminal: C0 without line end and tab, DEL, C1, and the bidirectional controls. */
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

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The process's own terminal. A reader that has gone (EPIPE) silences its stream and ends nothing: work in progress goes on. */
export function createProcessTerminal(): Terminal {
  return {
    ...createWriters(silencedWhenBroken(process.stdout), silencedWhenBroken(process.stderr)),
    interactive: process.stderr.isTTY,
    columns: () => process.stderr.columns ?? 80,
    stdinIsTerminal: process.stdin.isTTY,
    readStdin: async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks).toString("utf8");
    },
    onInterrupt: (listener) => {
      for (const signal of signals) process.on(signal, listener);
      return () => signals.forEach((signal) => process.off(signal, listener));
    },
    exitNow: (code) => process.exit(code),
  };
}

function silencedWhenBroken(stream: NodeJS.WriteStream): Write {
  let broken = false;
  stream.on("error", () => {
    broken = true;
  });
  return (text) => {
    if (!broken) stream.write(text);
  };
}
