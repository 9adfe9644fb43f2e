/** Progress on stderr: a bar that redraws itself on a terminal, else a line every few seconds. */
import { t } from "./text.ts";
import type { Clock } from "../core/hosts.ts";
import { formatDuration, formatNumber } from "#shared/format.ts";
import type { Terminal } from "./terminal.ts";

export interface ProgressState {
  readonly label: string;
  /** Missing before anything is counted. */
  readonly done?: number;
  readonly total?: number;
  /** Additional text, for example the reason of a wait. */
  readonly note?: string;
  readonly etaMs?: number;
}

export interface Progress {
  show(state: ProgressState): void;
  /** Prints a separate line; the next `show` redraws the bar below it. */
  printLine(line: string): void;
  /** Removes the bar. */
  end(): void;
}

const lineIntervalMs = 5000;
const barWidth = 24;

export function createProgress(terminal: Terminal, clock: Clock): Progress {
  return terminal.interactive ? createBar(terminal) : createLines(terminal, clock);
}

function createBar(terminal: Terminal): Progress {
  let isVisible = false;
  const clear = (): void => {
    if (isVisible) terminal.rewriteLine("");
    isVisible = false;
  };
  return {
    show: (state) => {
      terminal.rewriteLine(`${bar(state)} ${describe(state)}`.slice(0, Math.max(20, terminal.columns() - 1)));
      isVisible = true;
    },
    printLine: (line) => {
      clear();
      terminal.err(`${line}\n`);
    },
    end: clear,
  };
}

function createLines(terminal: Terminal, clock: Clock): Progress {
  let lastAt = Number.NEGATIVE_INFINITY;
  let last = "";
  return {
    show: (state) => {
      const text = describe(state);
      if (text === last || clock.monotonic() - lastAt < lineIntervalMs) return;
      last = text;
      lastAt = clock.monotonic();
      terminal.err(`${text}\n`);
    },
    printLine: (line) => terminal.err(`${line}\n`),
    end: () => undefined,
  };
}

function bar({ done = 0, total }: ProgressState): string {
  if (total === undefined || total === 0) return `[${"·".repeat(barWidth)}]`;
  const full = Math.min(barWidth, Math.floor((done / total) * barWidth));
  return `[${"█".repeat(full)}${"·".repeat(barWidth - full)}]`;
}

function describe({ label, done, total, note, etaMs }: ProgressState): string {
  const count =
    done === undefined
      ? undefined
      : total === undefined
        ? formatNumber(done)
        : t(($) => $.cli.program.countOfTotal, { done: formatNumber(done), total: formatNumber(total) });
  const eta = etaMs === undefined ? undefined : t(($) => $.cli.program.timeLeft, { duration: formatDuration(etaMs) });
  const head = count === undefined ? label : `${label}: ${count}`;
  return [head, note, eta].filter((part) => part !== undefined).join(", ");
}
