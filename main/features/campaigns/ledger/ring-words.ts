/** What is said of rings and their gates. Pure. */
import type { Gate, Rings } from "#contract/campaign-words.ts";
import type { RingRule, RingVerdict } from "../../../jobs/rings.ts";
import { openZone } from "../../../zone-time.ts";

/** "Canary", "Wave 2 of 5", or "The rest" where a canary is followed by everybody else. */
export function ringName(rings: Rings, ring: number, of: number): string {
  const canaries = rings.canary === undefined ? 0 : 1;
  if (ring < canaries) return "Canary";
  return rings.waves === undefined ? "The rest" : `Wave ${ring + 1 - canaries} of ${of - canaries}`;
}

/** What was planned for a ring. */
export function gateOf(rings: Rings, ring: number): Gate | undefined {
  return ring === 0 && rings.canary !== undefined ? rings.canary.gate : rings.waves?.gate;
}

const minuteMs = 60_000;

export function ruleOf(rings: Rings, ring: number): RingRule {
  const gate = gateOf(rings, ring);
  const pauseMs = ring === 0 && rings.canary !== undefined ? 0 : (rings.waves?.pauseMinutes ?? 0) * minuteMs;
  return {
    gate: gate === undefined ? undefined : { share: gate.share, withinMs: gate.withinMinutes * minuteMs },
    pauseMs,
  };
}

const cameTrue = { delivered: "delivered", "expected-reply": "answered as expected" } as const;

export interface RingReport {
  readonly name: string;
  readonly gate: Gate | undefined;
  readonly met: number;
  readonly sent: number;
  readonly verdict: RingVerdict;
  /** Zone that times are said in. */
  readonly zone: string;
  readonly now: number;
  /** Of how many nothing has been asked since they were sent to. */
  readonly unasked?: number;
  /** Why the service could not be asked; a whole sentence. */
  readonly notAsked?: string | undefined;
}

/** A whole sentence: what is waited for, what came of it, or why it failed. */
export function sayRing(report: RingReport): string {
  const { name, gate, met, sent, verdict, unasked = 0, notAsked } = report;
  const known = unasked > 0 || notAsked !== undefined ? "known to be " : "";
  const standing =
    gate === undefined ? "sent" : `${met} of ${sent} ${known}${cameTrue[gate.on]}, ${verdict.needed} needed`;
  switch (verdict.kind) {
    case "passed":
      return `${name} passed: ${standing}.`;
    case "wait":
      return verdict.gate
        ? `${name}: ${standing}, until ${sayTime(report, verdict.until)}.`
        : `${name}: ${standing}. The next ring is opened at ${sayTime(report, verdict.until)}.`;
    case "failed":
      return `${name} did not pass: ${verdict.why === "nobody" ? "nobody of it was sent to" : standing}${whyOf[verdict.why]}.${doubtWords(unasked, notAsked)}`;
  }
}

/** What makes the number smaller than it may be. */
function doubtWords(unasked: number, notAsked: string | undefined): string {
  const who = unasked === 0 ? "" : ` The service was not asked about ${unasked} of them.`;
  return notAsked === undefined ? who : `${who} It could not be asked any more: ${notAsked}`;
}

const whyOf = { nobody: "", "out-of-reach": ", which can no longer come true", "time-over": ", and the time is over" };

/** So close that a minute says nothing. */
const closeMs = 5 * 60_000;

/** The wall clock of a zone, with seconds where it is close; with the day where it is another one. */
export function sayTime({ zone: name, now }: Pick<RingReport, "zone" | "now">, at: number): string {
  const zone = openZone(name);
  const wall = new Date(zone.wallAt(at)).toISOString();
  const today = new Date(zone.wallAt(now)).toISOString().slice(0, 10);
  if (wall.startsWith(today)) return Math.abs(at - now) < closeMs ? wall.slice(11, 19) : wall.slice(11, 16);
  return wall.slice(0, 16).replace("T", " ");
}
