/** Rings in words. Pure. */
import type { RingStatus } from "#contract/campaign-words.ts";
import { count, when } from "../../lib/format.ts";
import type { StatusTone } from "../../lib/records.ts";

const phases: Readonly<Record<RingStatus["phase"], { readonly text: string; readonly tone: StatusTone }>> = {
  closed: { text: "closed", tone: "neutral" },
  sending: { text: "open", tone: "good" },
  waiting: { text: "waits", tone: "waiting" },
  passed: { text: "passed", tone: "good" },
  failed: { text: "failed", tone: "bad" },
};

/** "Canary", "Wave 3". */
export function ringName({ ring, canary }: RingStatus, first: RingStatus | undefined): string {
  return canary ? "Canary" : `Wave ${ring + (first?.canary === true ? 0 : 1)}`;
}

/** How a ring stands, in a word: a gate that a person skipped has not passed. */
export function phaseWord({ phase, gate, openedByPerson }: RingStatus): {
  readonly text: string;
  readonly tone: StatusTone;
} {
  const isSkipped = phase === "passed" && gate !== undefined && openedByPerson === true;
  return isSkipped ? { text: "gate skipped", tone: "waiting" } : phases[phase];
}

/** What the gate asks for, how far it is, and until when. */
export function gateWords({ gate, needed, delivered, asExpected, until, phase }: RingStatus, now: number): string {
  const time = phase === "waiting" && until !== undefined ? `, until ${when(until, now)}` : "";
  if (gate === undefined) return phase === "waiting" ? `a pause${time}` : "no gate";
  const [so, word] = gate.on === "delivered" ? [delivered, "delivered"] : [asExpected, "answered as expected"];
  const within = ` within ${gate.withinMinutes} min`;
  // Once it is decided, the sentence beside it has the figures of that moment; later ones would contradict it.
  if (needed === undefined || phase === "passed" || phase === "failed")
    return `gate: ${Math.round(gate.share * 100)} % ${word}${within}`;
  return `gate: ${count(so)} ${word}, ${count(needed)} needed${phase === "waiting" ? time : within}`;
}

/** Of many rings those around the open one; the others are as closed as the last that is shown. */
export function ringsShown(
  rings: readonly RingStatus[],
  open: number,
  most = 5,
): { readonly shown: readonly RingStatus[]; readonly left: number } {
  const begin = Math.max(0, Math.min(open - 1, rings.length - most));
  const shown = rings.slice(begin, begin + most);
  return { shown, left: rings.length - begin - shown.length };
}
