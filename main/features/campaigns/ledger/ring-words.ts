/** Texts of waves and their gates. Pure. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { Gate, Rings } from "#contract/campaign-words.ts";
import type { RingRule, RingVerdict } from "../../../jobs/rings.ts";

/** "Canary", "Wave 2 of 5" (a canary is the first wave), or "Remaining recipients" where one wave follows a canary. */
export function ringName(rings: Rings, ring: number, of: number): CodedText {
  if (ring === 0 && rings.canary !== undefined) return codedText("ring-canary");
  if (rings.waves === undefined) return codedText("ring-rest");
  return codedText("ring-wave", { wave: ring + 1, waves: of });
}

/** Whether the stored message of a ring says that a person opened the next one; earlier databases hold a sentence. */
export function isOpenedByPerson(message: CodedText | undefined): boolean {
  return message?.code === "opened-by-person" || message?.params?.["sentence"] === "Opened by a person.";
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

export interface RingReport {
  readonly name: CodedText;
  readonly gate: Gate | undefined;
  readonly met: number;
  readonly sent: number;
  readonly verdict: RingVerdict;
  /** Zone that times are said in. */
  readonly zone: string;
  /** Of how many nothing has been asked since they were sent to. */
  readonly unasked?: number;
  /** Why the service could not be asked. */
  readonly notAsked?: CodedText | undefined;
}

/** What is waited for, what came of it, or why it failed. */
export function ringText(report: RingReport): CodedText {
  const { name: ring, verdict, zone } = report;
  const standing = standingText(report);
  switch (verdict.kind) {
    case "passed":
      return codedText("ring-passed", { ring, standing });
    case "wait": {
      const until = { at: verdict.until, zone };
      return codedText(verdict.gate ? "ring-waits" : "ring-pauses", { ring, standing, until });
    }
    case "failed":
      return withDoubt(codedText(`ring-failed-${verdict.why}`, { ring, standing }), report);
  }
}

function standingText({ gate, met, sent, verdict, unasked = 0, notAsked }: RingReport): CodedText {
  if (verdict.kind === "failed" && verdict.why === "nobody") return codedText("ring-standing-nobody");
  if (gate === undefined) return codedText("ring-standing-sent");
  const known = unasked > 0 || notAsked !== undefined ? "-known" : "";
  return codedText(`ring-standing-${gate.on}${known}`, { met, sent, needed: verdict.needed });
}

/** What makes the number smaller than it may be. */
function withDoubt(failed: CodedText, { unasked = 0, notAsked }: RingReport): CodedText {
  const verdict = unasked === 0 ? failed : codedText("ring-unasked", { verdict: failed, unasked });
  return notAsked === undefined ? verdict : codedText("ring-not-asked", { verdict, failure: notAsked });
}
