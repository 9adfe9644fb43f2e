/** A terminal that stores what was written; a test triggers the interrupt. */
import { createWriters, type Terminal } from "../../main/cli/terminal.ts";

export interface FakeTerminal extends Terminal {
  readonly written: { out: string; err: string };
  interrupt(): void;
  /** Whether the program listens for an interrupt. */
  readonly listening: boolean;
}

export interface FakeTerminalOptions {
  readonly stdin?: string;
  readonly interactive?: boolean;
  /** The reader of stdout has ended. */
  readonly outIsClosed?: boolean;
}

/** Without `stdin`, standard input is not a pipe. */
export function createFakeTerminal({
  stdin,
  interactive = false,
  outIsClosed = false,
}: FakeTerminalOptions = {}): FakeTerminal {
  const written = { out: "", err: "" };
  const listeners = new Set<() => void>();
  return {
    written,
    ...createWriters(
      (text) => {
        written.out += text;
      },
      (text) => {
        written.err += text;
      },
    ),
    interactive,
    columns: () => 100,
    outColumns: () => undefined,
    outIsClosed: () => outIsClosed,
    stdinIsTerminal: stdin === undefined,
    readStdin: () => Promise.resolve(stdin ?? ""),
    onInterrupt: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    exitNow: (code) => {
      throw new Error(`exit ${code}`);
    },
    get listening() {
      return listeners.size > 0;
    },
    interrupt: () => {
      for (const listener of listeners) listener();
    },
  };
}
