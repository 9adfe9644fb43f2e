/** Texts of waves and their gates. Pure. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { Gate, WavePlan } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { WaveRule, WaveVerdict } from "../../../core/jobs/waves.ts";

/** "Canary", "Wave 2 of 5" (a canary is the first wave), or "Remaining recipients" where one wave follows a canary. */
export function waveName(wavePlan: WavePlan, wave: number, of: number): CodedText {
  if (wave === 0 && wavePlan.canary !== undefined) return codedText("wave-canary");
  if (wavePlan.waves === undefined) return codedText("wave-rest");
  return codedText("wave-number", { wave: wave + 1, waves: of });
}

/** Whether the stored message of a wave says that an operator opened the next one; earlier databases store a sentence. */
export function isOpenedByPerson(message: CodedText | undefined): boolean {
  return message?.code === "opened-by-person" || message?.params?.["sentence"] === "Opened by a person.";
}

/** The gate planned for a wave. */
export function gateOf(wavePlan: WavePlan, wave: number): Gate | undefined {
  return wave === 0 && wavePlan.canary !== undefined ? wavePlan.canary.gate : wavePlan.waves?.gate;
}

const minuteMs = 60_000;

export function ruleOf(wavePlan: WavePlan, wave: number): WaveRule {
  const gate = gateOf(wavePlan, wave);
  const pauseMs = wave === 0 && wavePlan.canary !== undefined ? 0 : (wavePlan.waves?.pauseMinutes ?? 0) * minuteMs;
  return {
    gate: gate === undefined ? undefined : { share: gate.share, withinMs: gate.withinMinutes * minuteMs },
    pauseMs,
  };
}

export interface WaveReport {
  readonly name: CodedText;
  readonly gate: Gate | undefined;
  readonly satisfied: number;
  readonly sent: number;
  readonly verdict: WaveVerdict;
  /** Time zone for times in messages. */
  readonly zone: string;
  /** Recipients that were never checked since they were sent to. */
  readonly unchecked?: number;
  /** Why the service was not reachable. */
  readonly checkFailure?: CodedText;
}

/** Message of a wave that waits, has passed, or has failed. */
export function waveText(report: WaveReport): CodedText {
  const { name, verdict, zone } = report;
  const progress = progressText(report);
  switch (verdict.kind) {
    case "passed":
      return codedText("wave-passed", { wave: name, progress });
    case "wait": {
      const until = { at: verdict.until, zone };
      return codedText(verdict.gate ? "wave-waits" : "wave-pauses", { wave: name, progress, until });
    }
    case "failed":
      return withUncertainty(codedText(`wave-failed-${verdict.reason}`, { wave: name, progress }), report);
  }
}

function progressText({ gate, satisfied, sent, verdict, unchecked = 0, checkFailure }: WaveReport): CodedText {
  if (verdict.kind === "failed" && verdict.reason === "none-sent") return codedText("wave-progress-none");
  if (gate === undefined) return codedText("wave-progress-sent");
  const suffix = unchecked > 0 || checkFailure !== undefined ? "-known" : "";
  return codedText(`wave-progress-${gate.on}${suffix}`, { met: satisfied, sent, needed: verdict.needed });
}

/** Adds why the actual number may be higher. */
function withUncertainty(failed: CodedText, { unchecked = 0, checkFailure }: WaveReport): CodedText {
  const verdict = unchecked === 0 ? failed : codedText("wave-not-checked", { verdict: failed, unchecked });
  return checkFailure === undefined ? verdict : codedText("wave-check-failed", { verdict, failure: checkFailure });
}
