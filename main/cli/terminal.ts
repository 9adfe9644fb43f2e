/** The terminal as an argument: two streams out, one in, and Ctrl-C. */

export interface Terminal {
  /** The result: text or one JSON document. */
  out(text: string): void;
  /** Everything else. */
  err(text: string): void;
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

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The process's own terminal. A reader that has gone (EPIPE) silences its stream and ends nothing: work in progress goes on. */
export function createProcessTerminal(): Terminal {
  return {
    out: silencedWhenBroken(process.stdout),
    err: silencedWhenBroken(process.stderr),
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

function silencedWhenBroken(stream: NodeJS.WriteStream): (text: string) => void {
  let broken = false;
  stream.on("error", () => {
    broken = true;
  });
  return (text) => {
    if (!broken) stream.write(text);
  };
}
