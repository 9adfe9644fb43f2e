/**
 * Waves of a job: a small one first, whose results decide whether the next one is opened. Pure.
 *
 * Invariants
 * - Waves are opened in their order, and each only once the one before it has passed, by its gate or by an operator.
 * - A wave that has passed stays passed: a retry of its recipients does not affect the waves after it.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";

/** "sending" until all its rows have an outcome, then "waiting" for its gate or pause; "closed": not opened yet. */
export const wavePhases = ["closed", "sending", "waiting", "passed", "failed"] as const;
export type WavePhase = (typeof wavePhases)[number];

/**
 * `drain`: all its rows have an outcome; `meet`: its gate is satisfied and its pause over; `miss`: the gate was not satisfied in
 * time, or can no longer be; `release`: an operator opens the next wave; `reopen`: rows of it are to be sent again.
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

/** The phase after `event`; undefined for an illegal pair. */
export function nextWavePhase(phase: WavePhase, event: WaveEvent): WavePhase | undefined {
  return waveTable[phase][event];
}

/** The phase after `event`; throws "ring-phase" for an illegal pair. */
export function moveWave(phase: WavePhase, event: WaveEvent): WavePhase {
  const next = nextWavePhase(phase, event);
  if (next === undefined) {
    throw new AppError("ring-phase", codedText("wave-transition", { phase, event }), {
      details: { phase, event },
    });
  }
  return next;
}

/** When a wave lets the next one open. Without a gate only the pause applies. */
export interface WaveRule {
  readonly gate: { readonly share: number; readonly withinMs: number } | undefined;
  readonly pauseMs: number;
}

/** Progress of a wave that was sent. */
export interface WaveTally {
  /** Rows that were sent to: accepted, rejected and unknown ones. */
  readonly sent: number;
  /** Rows that satisfy the condition of the gate. */
  readonly satisfied: number;
  /** Rows that may still satisfy it. */
  readonly open: number;
}

export type WaveVerdict =
  | { readonly kind: "passed"; readonly needed: number }
  /** Until `until` in any case; `gate`: waits for the gate, not for the pause. */
  | { readonly kind: "wait"; readonly until: number; readonly needed: number; readonly gate: boolean }
  | { readonly kind: "failed"; readonly needed: number; readonly reason: "none-sent" | "out-of-reach" | "time-over" };

/** How many of the rows that were sent to must satisfy the gate; at least one. */
export function neededOf(share: number, sent: number): number {
  // The tolerance keeps 0.9 of 10 from becoming 10, because 9.000000000000002 is more than 9.
  return Math.max(1, Math.ceil(share * sent - 1e-9));
}

/** Evaluates a wave all of whose rows have had an outcome since `drainedAt`. */
export function evaluateWave(rule: WaveRule, tally: WaveTally, drainedAt: number, now: number): WaveVerdict {
  const { gate, pauseMs } = rule;
  const pauseUntil = drainedAt + pauseMs;
  const needed = gate === undefined ? 0 : neededOf(gate.share, tally.sent);
  if (gate !== undefined && tally.satisfied < needed) {
    const until = drainedAt + gate.withinMs;
    if (tally.sent === 0) return { kind: "failed", needed, reason: "none-sent" };
    if (tally.satisfied + tally.open < needed) return { kind: "failed", needed, reason: "out-of-reach" };
    return now >= until ? { kind: "failed", needed, reason: "time-over" } : { kind: "wait", until, needed, gate: true };
  }
  return now >= pauseUntil ? { kind: "passed", needed } : { kind: "wait", until: pauseUntil, needed, gate: false };
}
