/** Progress on stderr: a bar that redraws itself on a terminal, else a line every few seconds. */
import { t } from "./text.ts";
import type { Clock } from "../core/hosts.ts";
import { formatDuration, formatNumber } from "#shared/format.ts";
import type { Terminal } from "./terminal.ts";
import type { FleetClient } from "#shared/contract/index.ts";

interface ProgressState {
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

// Prints notices on stderr about waits: a rate limit, or a read without a response yet.

interface WaitNoticeOptions {
  readonly client: FleetClient;
  readonly clock: Clock;
  readonly progress: Pick<Progress, "printLine">;
  readonly scope: { readonly connection?: string };
  /** Value of --timeout. */
  readonly timeoutSeconds: number | undefined;
  /** Whether another process sends the requests; it has no --timeout. */
  readonly isForeign: boolean;
}

const pollIntervalMs = 2_000;
/** Shorter waits are not reported. */
const shortestLimitMs = 5_000;
const slowAnswerMs = 10_000;
/** A next request later than that of the last notice by more than this is a new limit. */
const sameMomentMs = 2_000;

/** Checks every two seconds until the returned function is called. */
export function startWaitNotices(options: WaitNoticeOptions): () => void {
  const { client, clock, progress, scope } = options;
  let stopped = false;
  let cancel = clock.after(pollIntervalMs, tick);
  let notifiedNextAt = Number.NEGATIVE_INFINITY;
  let notifiedSince: number | undefined;

  function tick(): void {
    // A failed check, for example without a connection, means that there is nothing to wait for.
    void checkWaits()
      .catch(() => undefined)
      .finally(() => {
        if (!stopped) cancel = clock.after(pollIntervalMs, tick);
      });
  }

  async function checkWaits(): Promise<void> {
    const { connections } = client;
    const [{ ceiling, waitingMs, limitedBy }, { waitingSince }] = await Promise.all([
      connections.governor(scope),
      connections.reachability(scope),
    ]);
    if (stopped) return;
    const now = clock.now();
    const nextAt = now + waitingMs;
    if (limitedBy !== undefined && waitingMs >= shortestLimitMs && nextAt - notifiedNextAt > sameMomentMs) {
      notifiedNextAt = nextAt;
      const reason =
        limitedBy === "service" || ceiling === "none"
          ? t(($) => $.cli.program.wait.rateLimited)
          : t(($) => $.cli.program.wait.rateLimitHit, {
              requests: formatNumber(ceiling.requests),
              time: formatDuration(ceiling.seconds * 1000),
            });
      progress.printLine(t(($) => $.cli.program.wait.nextRequest, { reason, time: formatMoment(nextAt) }));
    }
    if (waitingSince !== undefined && waitingSince !== notifiedSince && now - waitingSince >= slowAnswerMs) {
      notifiedSince = waitingSince;
      const waited = formatDuration(now - waitingSince);
      progress.printLine(t(($) => $.cli.program.wait.noAnswer, { time: waited, limit: describeLimit(options) }));
    }
  }

  return () => {
    stopped = true;
    cancel();
  };
}

function describeLimit({ timeoutSeconds, isForeign }: WaitNoticeOptions): string {
  if (timeoutSeconds !== undefined)
    return t(($) => $.cli.program.wait.timeout, { time: formatDuration(timeoutSeconds * 1000) });
  const limit = t(($) => $.cli.program.wait.defaultTimeout);
  return isForeign ? limit : t(($) => $.cli.program.wait.change, { limit });
}

/** "2031-12-31T23:59:59Z". */
function formatMoment(at: number): string {
  return new Date(Math.ceil(at / 1000) * 1000).toISOString().replace(".000", "");
}
