/**
 * The step from one wave to the next: evaluated, recorded and opened in one transaction, together with the campaign's state.
 *
 * Invariant: `campaign.ring_open` increases by one, and only when the wave before has passed.
 */
import { codedText, encodeText, isSameText, type CodedText } from "#shared/texts/coded-text.ts";
import type { WavePlan } from "#shared/contract/campaigns/campaign-schemas.ts";
import { AppError } from "#shared/failure.ts";
import { evaluateWave, type WaveVerdict } from "../../../core/jobs/waves.ts";
import type { WriteDb } from "../../../core/store/db.ts";
import { type StoredCampaign, getCampaign, logCampaign, moveCampaign } from "./queries-state.ts";
import { isClaimable } from "./queries-ledger.ts";
import { recordPoint } from "./queries-charts.ts";
import {
  currentWave,
  listWaves,
  shiftDrained,
  countUnchecked,
  undecidedInWave,
  waveProgress,
  stepWave,
  type StoredWave,
} from "./queries-waves.ts";
import { unverifiedLeft } from "./queries-reconcile.ts";
import { gateOf, waveName, waveText, ruleOf } from "./wave-messages.ts";

export interface GateArgs {
  readonly campaign: number;
  readonly now: number;
  /** By how much the wall clock was set since the last call, which neither shortens nor extends a pause or the time of a gate. */
  readonly clockSetMs?: number;
  /** Time zone for times in messages. */
  readonly zone: string;
  /** Before a gate fails by time-out, its undecided recipients are looked up; those up to this row have been. */
  readonly checkedUpTo?: number;
  /** Why the service was not reachable; the gate is then evaluated with the data at hand. */
  readonly checkFailure?: CodedText;
}

/** Endpoints per look-up. */
const checkBatchSize = 64;

/** `changed`: the campaign's state or message changed. */
export type GateTurn = { readonly changed: boolean } & (
  | { readonly kind: "open" }
  | { readonly kind: "wait"; readonly until: number }
  /** The time is over: look these endpoints up first, and pass `upTo` to the next call. */
  | { readonly kind: "ask"; readonly endpoints: readonly string[]; readonly upTo: number }
  /** `now`: the gate failed in this call, not earlier. */
  | { readonly kind: "failed"; readonly now: boolean; readonly message: CodedText }
);

/**
 * Evaluates the current wave once none of its rows is pending, sending or unknown, and then opens the next wave, waits, or fails.
 * Call it again whenever data arrived or time has passed; `open` means that claiming continues.
 */
export function turnGate(db: WriteDb, args: GateArgs): GateTurn {
  return db.transaction(() => {
    const { campaign: id, now, clockSetMs = 0 } = args;
    if (clockSetMs !== 0) shiftDrained(db, id, clockSetMs);
    const campaign = getCampaign(db, id);
    const wave = currentWave(db, id);
    const { toLookUp, unclear } = unverifiedLeft(db, id);
    if (wave === undefined || wave.last || isClaimable(db, id) || toLookUp + unclear > 0)
      return { kind: "open", changed: resumeCampaign(db, campaign, now) };
    if (wave.phase === "failed") {
      const message = wave.message ?? codedText("gate-not-met");
      return { kind: "failed", now: false, message, changed: stayAtGate(db, campaign, now, message, "paused") };
    }
    const phase = stepWave(db, { campaign: id, wave, event: "drain", now });
    const waiting = { ...wave, phase, drainedAt: wave.drainedAt ?? now };
    const { verdict, message } = evaluateGate(db, args, campaign, waiting);
    switch (verdict.kind) {
      case "wait":
        return { kind: "wait", until: verdict.until, changed: stayAtGate(db, campaign, now, message, "waiting") };
      case "failed": {
        const open = verdict.reason === "time-over" ? endpointsToCheck(db, args, campaign, wave.wave) : [];
        const last = open.at(-1);
        if (last !== undefined) {
          return { kind: "ask", endpoints: open.map(({ endpoint }) => endpoint), upTo: last.row, changed: false };
        }
        stepWave(db, { campaign: id, wave: waiting, event: "miss", now, message });
        logCampaign(db, { ...stateOf(campaign), campaign: id, event: "ring-failed", message, now });
        stayAtGate(db, campaign, now, message, "paused");
        return { kind: "failed", now: true, message, changed: true };
      }
      case "passed":
        stepWave(db, { campaign: id, wave: waiting, event: "meet", now, message });
        openNext(db, campaign, wave.wave + 1, message, now);
        resumeCampaign(db, campaign, now);
        return { kind: "open", changed: true };
    }
  });
}

function endpointsToCheck(
  db: WriteDb,
  { checkedUpTo, checkFailure }: GateArgs,
  campaign: StoredCampaign,
  wave: number,
): ReturnType<typeof undecidedInWave> {
  const on = gateOf(wavePlanOf(campaign), wave)?.on;
  if (checkedUpTo === undefined || checkFailure !== undefined || on === undefined) return [];
  return undecidedInWave(db, { campaign: campaign.id, wave, on, after: checkedUpTo, limit: checkBatchSize });
}

export interface OpenWaveArgs {
  readonly campaign: number;
  /** The wave that the operator saw as current; where another one has become current, nothing is opened. */
  readonly after?: number;
  readonly now: number;
  readonly working: boolean;
}

/** Opens the next wave for an operator, whatever the result of the gate before it. Throws `campaign-state`, `ring-last`, `ring-moved`. */
export function openWave(db: WriteDb, { campaign: id, after, now, working }: OpenWaveArgs): StoredCampaign {
  return db.transaction(() => {
    const campaign = getCampaign(db, id);
    const wave = currentWave(db, id);
    if (wave === undefined) {
      throw new AppError("ring-last", codedText("single-wave", { campaign: id }));
    }
    if (after !== undefined && after !== wave.wave) {
      throw new AppError("ring-moved", codedText("wave-opened-meanwhile", { campaign: id }), {
        details: { wave: wave.wave },
      });
    }
    if (wave.last) throw new AppError("ring-last", codedText("last-wave-open", { campaign: id }));
    const isStarted = campaign.state === "running" || campaign.state === "waiting" || campaign.state === "paused";
    if (!isStarted || wave.phase === "closed") {
      throw new AppError(
        "campaign-state",
        codedText("wave-before-start", { campaign: id, state: codedText(`state-${campaign.state}`) }),
        {
          details: { state: campaign.state },
        },
      );
    }
    const message = codedText("opened-by-person");
    stepWave(db, { campaign: id, wave, event: "release", now, message });
    openNext(db, campaign, wave.wave + 1, message, now);
    if (campaign.reason === "canary-gate" && !working) {
      updateMessage(db, id, codedText("next-wave-opened"));
    }
    return getCampaign(db, id);
  });
}

function openNext(db: WriteDb, campaign: StoredCampaign, next: number, reason: CodedText, now: number): void {
  const { id } = campaign;
  const waves = listWaves(db, id);
  const wave = waves.find((one) => one.wave === next);
  if (wave === undefined) throw new Error(`campaign ${id} has no wave ${next}`);
  db.run("UPDATE campaign SET ring_open = ? WHERE id = ?", next, id);
  stepWave(db, { campaign: id, wave, event: "open", now });
  const message = codedText("wave-opened", { why: reason, wave: waveName(wavePlanOf(campaign), next, waves.length) });
  logCampaign(db, { ...stateOf(campaign), campaign: id, event: "ring-opened", message, now });
}

function evaluateGate(
  db: WriteDb,
  { zone, now, checkFailure }: GateArgs,
  campaign: StoredCampaign,
  wave: StoredWave & { readonly drainedAt: number },
): { readonly verdict: WaveVerdict; readonly message: CodedText } {
  const wavePlan = wavePlanOf(campaign);
  const gate = gateOf(wavePlan, wave.wave);
  const progress = waveProgress(db, { campaign: campaign.id, wave: wave.wave });
  const [satisfied, open] =
    gate?.on === "expected-reply"
      ? [progress.asExpected, progress.mayAnswer]
      : [progress.delivered, progress.mayDeliver];
  const verdict = evaluateWave(
    ruleOf(wavePlan, wave.wave),
    { sent: progress.sent, satisfied, open },
    wave.drainedAt,
    now,
  );
  const name = waveName(wavePlan, wave.wave, campaign.waveCount);
  const over = verdict.kind === "failed" && verdict.reason === "time-over";
  const unchecked = over ? countUnchecked(db, campaign.id, wave.wave) : 0;
  const report = {
    name,
    gate,
    satisfied: satisfied,
    sent: progress.sent,
    verdict,
    zone,
    unchecked,
    checkFailure: over ? checkFailure : undefined,
  };
  return { verdict, message: waveText(report) };
}

/**
 * Sets the campaign waiting at the gate, or paused once the gate failed; only the message is updated when it is in that state
 * already.
 */
function stayAtGate(
  db: WriteDb,
  campaign: StoredCampaign,
  now: number,
  message: CodedText,
  state: "waiting" | "paused",
): boolean {
  if (campaign.state !== state || campaign.reason !== "canary-gate") {
    const event = state === "waiting" ? "wait" : "pause";
    moveCampaign(db, { campaign: campaign.id, event, reason: "canary-gate", message, now });
    return true;
  }
  recordPoint(db, { campaign: campaign.id, now });
  if (isSameText(campaign.message, message)) return false;
  updateMessage(db, campaign.id, message);
  return true;
}

function resumeCampaign(db: WriteDb, campaign: StoredCampaign, now: number): boolean {
  if (campaign.state === "running") return false;
  moveCampaign(db, { campaign: campaign.id, event: "start", now });
  return true;
}

function updateMessage(db: WriteDb, campaign: number, message: CodedText): void {
  db.run("UPDATE campaign SET message = ? WHERE id = ?", encodeText(message), campaign);
}

function stateOf({ state, reason }: StoredCampaign): Pick<StoredCampaign, "state" | "reason"> {
  return { state, reason };
}

function wavePlanOf({ options }: StoredCampaign): WavePlan {
  return options.rollout ?? {};
}
