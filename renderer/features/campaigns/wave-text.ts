/** Texts of waves and their gates. Pure. */
import { t } from "#shared/texts/text.ts";
import type { WaveStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import { formatTime } from "#shared/format.ts";
import type { StatusTone } from "../../lib/records.ts";

const phases: Readonly<Record<WaveStatus["phase"], { readonly text: string; readonly tone: StatusTone }>> = {
  closed: { text: t(($) => $.campaigns.waves.closed), tone: "neutral" },
  sending: { text: t(($) => $.campaigns.waves.sending), tone: "good" },
  waiting: { text: t(($) => $.campaigns.waves.waiting), tone: "waiting" },
  passed: { text: t(($) => $.campaigns.waves.passed), tone: "good" },
  failed: { text: t(($) => $.campaigns.waves.failed), tone: "bad" },
};

/** "Canary", "Wave 3"; a canary is the first wave. */
export function waveName({ wave, canary }: WaveStatus): string {
  return canary ? t(($) => $.campaigns.waves.canary) : t(($) => $.campaigns.waves.wave, { wave: wave + 1 });
}

/** Label of a wave's phase: a gate that an operator skipped has not passed. */
export function phaseLabel({ phase, gate, openedByPerson }: WaveStatus): {
  readonly text: string;
  readonly tone: StatusTone;
} {
  const isSkipped = phase === "passed" && gate !== undefined && openedByPerson === true;
  return isSkipped ? { text: t(($) => $.campaigns.waves.gateSkipped), tone: "waiting" } : phases[phase];
}

/** Condition of the gate, progress, and deadline. */
export function formatGateProgress(
  { gate, needed, delivered, asExpected, until, phase }: WaveStatus,
  now: number,
): string {
  const time = phase === "waiting" && until !== undefined ? formatTime(until, now) : undefined;
  if (gate === undefined) {
    if (phase !== "waiting") return t(($) => $.campaigns.waves.noGate);
    return time === undefined ? t(($) => $.campaigns.waves.pause) : t(($) => $.campaigns.waves.pauseUntil, { time });
  }
  const isDelivery = gate.on === "delivered";
  const minutes = gate.withinMinutes;
  // After the decision, the message next to this text has the numbers of that moment; later ones would contradict them.
  if (needed === undefined || phase === "passed" || phase === "failed") {
    const target = { percent: Math.round(gate.share * 100), minutes };
    return isDelivery
      ? t(($) => $.campaigns.gate.delivered.share, target)
      : t(($) => $.campaigns.gate.expectedReply.share, target);
  }
  const progress = { met: isDelivery ? delivered : asExpected, needed };
  if (phase !== "waiting") {
    return isDelivery
      ? t(($) => $.campaigns.gate.delivered.within, { ...progress, minutes })
      : t(($) => $.campaigns.gate.expectedReply.within, { ...progress, minutes });
  }
  if (time === undefined) {
    return isDelivery
      ? t(($) => $.campaigns.gate.delivered.open, progress)
      : t(($) => $.campaigns.gate.expectedReply.open, progress);
  }
  return isDelivery
    ? t(($) => $.campaigns.gate.delivered.until, { ...progress, time })
    : t(($) => $.campaigns.gate.expectedReply.until, { ...progress, time });
}

/** The waves around the open one; `left` counts those after the last visible one. */
export function visibleWaves(
  waves: readonly WaveStatus[],
  open: number,
  most = 5,
): { readonly visible: readonly WaveStatus[]; readonly left: number } {
  const begin = Math.max(0, Math.min(open - 1, waves.length - most));
  const visible = waves.slice(begin, begin + most);
  return { visible, left: waves.length - begin - visible.length };
}
