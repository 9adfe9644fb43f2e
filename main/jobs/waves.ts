/**
 * A job worked in rings: a small one first, whose results decide whether the next one is opened. Pure.
 *
 * Invariants
 * - Rings are opened in their order, and a ring only once the one before it has passed, by its gate or by a person.
 * - What has passed stays so: recipients of it that are tried again change nothing about the rings after it.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "../failure.ts";

/** "sending" until all its rows are settled, then "waiting" for its gate or pause; "closed": not opened yet. */
export const wavePhases = ["closed", "sending", "waiting", "passed", "failed"] as const;
export type WavePhase = (typeof wavePhases)[number];

/**
 * `drain`: all its rows are settled; `meet`: its gate is met and its pause over; `miss`: the gate was not met in time, or can
 * no longer be; `release`: a person opens the next ring; `reopen`: rows of it are to be sent again.
 */
export const waveEvents = ["open", "drain", "meet", "miss", "release", "reopen"] as const;
export type WaveEvent = (typeof waveEvents)[number];

const waveTable: Readonly<Record<WavePhase, Partial<Record<WaveEvent, WavePhase>>>> = {
  closed: { open: "sending" },
  sending: { drain: "waiting", release: "passed", reopen: "sending" },
  waiting: { drain: "waiting", meet: "passed", miss: "failed", release: "passed", reopen: "sending" },
  passed: { reopen: "passed" },
  failed: { drain: "failed", release: "passed", reopen: "sending" },
};

/** The phase after `event`, or undefined where the pair is not legal. */
export function nextWavePhase(phase: WavePhase, event: WaveEvent): WavePhase | undefined {
  return waveTable[phase][event];
}

/** The phase after `event`; an illegal pair is an error with code "ring-phase". */
export function moveWave(phase: WavePhase, event: WaveEvent): WavePhase {
  const next = nextWavePhase(phase, event);
  if (next === undefined) {
    throw new AppError("ring-phase", codedText("wave-transition", { phase, event }), {
      details: { phase, event },
    });
  }
  return next;
}

/** When a ring lets the next one be opened. Without a gate only the pause counts. */
export interface WaveRule {
  readonly gate: { readonly share: number; readonly withinMs: number } | undefined;
  readonly pauseMs: number;
}

/** How a ring stands that was sent. */
export interface WaveTally {
  /** Rows that were sent to: accepted, refused and unknown ones. */
  readonly sent: number;
  /** Those of whom what the gate asks for has come true. */
  readonly satisfied: number;
  /** Those of whom it may still come true. */
  readonly open: number;
}

export type WaveVerdict =
  | { readonly kind: "passed"; readonly needed: number }
  /** Until `until`, whatever happens; `gate`: it is the gate that is waited for, not the pause. */
  | { readonly kind: "wait"; readonly until: number; readonly needed: number; readonly gate: boolean }
  | { readonly kind: "failed"; readonly needed: number; readonly why: "nobody" | "out-of-reach" | "time-over" };

/** How many must have come true of those that were sent to; at least one. */
export function neededOf(share: number, sent: number): number {
  // A share such as 0.9 of 10 must not become 10 because 9.000000000000002 is more than 9.
  return Math.max(1, Math.ceil(share * sent - 1e-9));
}

/** What to do with a ring all of whose rows are settled since `drainedAt`. */
export function evaluateWave(rule: WaveRule, tally: WaveTally, drainedAt: number, now: number): WaveVerdict {
  const { gate, pauseMs } = rule;
  const pauseUntil = drainedAt + pauseMs;
  const needed = gate === undefined ? 0 : neededOf(gate.share, tally.sent);
  if (gate !== undefined && tally.satisfied < needed) {
    const until = drainedAt + gate.withinMs;
    if (tally.sent === 0) return { kind: "failed", needed, why: "nobody" };
    if (tally.satisfied + tally.open < needed) return { kind: "failed", needed, why: "out-of-reach" };
    return now >= until ? { kind: "failed", needed, why: "time-over" } : { kind: "wait", until, needed, gate: true };
  }
  return now >= pauseUntil ? { kind: "passed", needed } : { kind: "wait", until: pauseUntil, needed, gate: false };
}
