/**
 * The step from one ring to the next: judged, written down and opened in one transaction, together with the campaign's state.
 *
 * Invariant: `campaign.ring_open` grows by one, and only with the ring before it passing.
 */
import { codedText, encodeText, isSameText, type CodedText } from "#shared/texts/coded-text.ts";
import type { Rings } from "#contract/campaign-words.ts";
import { AppError } from "../../../failure.ts";
import { judgeRing, type RingVerdict } from "../../../jobs/rings.ts";
import type { WriteDb } from "../../../store/db.ts";
import type { StoredCampaign } from "./campaign-row.ts";
import { isClaimable } from "./queries-ledger.ts";
import { recordPoint } from "./queries-points.ts";
import {
  currentRing,
  listRings,
  neverAsked,
  openOfRing,
  ringStanding,
  stepRing,
  type StoredRing,
} from "./queries-rings.ts";
import { getCampaign, logCampaign, moveCampaign } from "./queries-state.ts";
import { unverifiedLeft } from "./queries-unverified.ts";
import { gateOf, ringName, ringText, ruleOf } from "./ring-words.ts";

export interface GateArgs {
  readonly campaign: number;
  readonly now: number;
  /** Zone that times are said in. */
  readonly zone: string;
  /** Before a gate fails because its time is over, whoever is open of it is asked about; those up to this row have been. */
  readonly asked?: number | undefined;
  /** Why the service could not be asked: then the gate is judged by what is known. */
  readonly notAsked?: CodedText | undefined;
}

/** Endpoints that are asked about at once. */
const askedAtOnce = 64;

/** `changed`: something of the campaign is not as it was. */
export type GateTurn = { readonly changed: boolean } & (
  | { readonly kind: "open" }
  | { readonly kind: "wait"; readonly until: number }
  /** The time is over: these are to be asked about first, and the next turn told of it. */
  | { readonly kind: "ask"; readonly endpoints: readonly string[]; readonly upTo: number }
  /** `now`: it failed just now, not earlier. */
  | { readonly kind: "failed"; readonly now: boolean; readonly message: CodedText }
);

/**
 * Judges the ring being worked once nothing of it is pending, sending or unknown, and does what follows: opens the next one,
 * waits, or fails. To be asked again whenever more is known or time has passed; the answer `open` means: go on claiming.
 */
export function turnGate(db: WriteDb, args: GateArgs): GateTurn {
  return db.transaction(() => {
    const { campaign: id, now } = args;
    const campaign = getCampaign(db, id);
    const ring = currentRing(db, id);
    const { toLookUp, unclear } = unverifiedLeft(db, id);
    if (ring === undefined || ring.last || isClaimable(db, id) || toLookUp + unclear > 0)
      return { kind: "open", changed: goOn(db, campaign, now) };
    if (ring.phase === "failed") {
      const message = ring.message ?? codedText("gate-not-met");
      return { kind: "failed", now: false, message, changed: stayAtGate(db, campaign, now, message, "paused") };
    }
    const phase = stepRing(db, { campaign: id, ring, event: "drain", now });
    const waiting = { ...ring, phase, drainedAt: ring.drainedAt ?? now };
    const { verdict, message } = judge(db, args, campaign, waiting);
    switch (verdict.kind) {
      case "wait":
        return { kind: "wait", until: verdict.until, changed: stayAtGate(db, campaign, now, message, "waiting") };
      case "failed": {
        const open = verdict.why === "time-over" ? toAsk(db, args, campaign, ring.ring) : [];
        const last = open.at(-1);
        if (last !== undefined) {
          return { kind: "ask", endpoints: open.map(({ endpoint }) => endpoint), upTo: last.row, changed: false };
        }
        stepRing(db, { campaign: id, ring: waiting, event: "miss", now, message });
        logCampaign(db, { ...stateOf(campaign), campaign: id, event: "ring-failed", message, now });
        stayAtGate(db, campaign, now, message, "paused");
        return { kind: "failed", now: true, message, changed: true };
      }
      case "passed":
        stepRing(db, { campaign: id, ring: waiting, event: "meet", now, message });
        openNext(db, campaign, ring.ring + 1, message, now);
        goOn(db, campaign, now);
        return { kind: "open", changed: true };
    }
  });
}

function toAsk(
  db: WriteDb,
  { asked, notAsked }: GateArgs,
  campaign: StoredCampaign,
  ring: number,
): ReturnType<typeof openOfRing> {
  const on = gateOf(ringsOf(campaign), ring)?.on;
  if (asked === undefined || notAsked !== undefined || on === undefined) return [];
  return openOfRing(db, { campaign: campaign.id, ring, on, after: asked, limit: askedAtOnce });
}

export interface OpenRingArgs {
  readonly campaign: number;
  /** The ring that the person saw being worked; where another one is by now, nothing is opened. */
  readonly after?: number | undefined;
  readonly now: number;
  readonly working: boolean;
}

/** A person opens the next ring, whatever the gate of the one before it says. Throws `campaign-state`, `ring-last`, `ring-moved`. */
export function openRing(db: WriteDb, { campaign: id, after, now, working }: OpenRingArgs): StoredCampaign {
  return db.transaction(() => {
    const campaign = getCampaign(db, id);
    const ring = currentRing(db, id);
    if (ring === undefined) {
      throw new AppError("ring-last", codedText("single-wave", { campaign: id }));
    }
    if (after !== undefined && after !== ring.ring) {
      throw new AppError("ring-moved", codedText("wave-opened-meanwhile", { campaign: id }), {
        details: { ring: ring.ring },
      });
    }
    if (ring.last) throw new AppError("ring-last", codedText("last-wave-open", { campaign: id }));
    const begun = campaign.state === "running" || campaign.state === "waiting" || campaign.state === "paused";
    if (!begun || ring.phase === "closed") {
      throw new AppError(
        "campaign-state",
        codedText("wave-before-start", { campaign: id, state: codedText(`state-${campaign.state}`) }),
        {
          details: { state: campaign.state },
        },
      );
    }
    const message = codedText("opened-by-person");
    stepRing(db, { campaign: id, ring, event: "release", now, message });
    openNext(db, campaign, ring.ring + 1, message, now);
    if (campaign.reason === "canary-gate" && !working) {
      say(db, id, codedText("next-ring-opened"));
    }
    return getCampaign(db, id);
  });
}

function openNext(db: WriteDb, campaign: StoredCampaign, next: number, why: CodedText, now: number): void {
  const { id } = campaign;
  const rings = listRings(db, id);
  const ring = rings.find((one) => one.ring === next);
  if (ring === undefined) throw new Error(`campaign ${id} has no wave ${next}`);
  db.run("UPDATE campaign SET ring_open = ? WHERE id = ?", next, id);
  stepRing(db, { campaign: id, ring, event: "open", now });
  const message = codedText("ring-opened", { why, ring: ringName(ringsOf(campaign), next, rings.length) });
  logCampaign(db, { ...stateOf(campaign), campaign: id, event: "ring-opened", message, now });
}

function judge(
  db: WriteDb,
  { zone, now, notAsked }: GateArgs,
  campaign: StoredCampaign,
  ring: StoredRing & { readonly drainedAt: number },
): { readonly verdict: RingVerdict; readonly message: CodedText } {
  const rings = ringsOf(campaign);
  const gate = gateOf(rings, ring.ring);
  const standing = ringStanding(db, { campaign: campaign.id, ring: ring.ring });
  const [met, open] =
    gate?.on === "expected-reply"
      ? [standing.asExpected, standing.mayAnswer]
      : [standing.delivered, standing.mayDeliver];
  const verdict = judgeRing(ruleOf(rings, ring.ring), { sent: standing.sent, met, open }, ring.drainedAt, now);
  const name = ringName(rings, ring.ring, campaign.rings);
  const over = verdict.kind === "failed" && verdict.why === "time-over";
  const unasked = over ? neverAsked(db, campaign.id, ring.ring) : 0;
  const report = { name, gate, met, sent: standing.sent, verdict, zone, unasked, ...(over ? { notAsked } : {}) };
  return { verdict, message: ringText(report) };
}

/** Waiting at the gate, or paused once it failed; only the message changes when it was so before. */
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
  say(db, campaign.id, message);
  return true;
}

function goOn(db: WriteDb, campaign: StoredCampaign, now: number): boolean {
  if (campaign.state === "running") return false;
  moveCampaign(db, { campaign: campaign.id, event: "start", now });
  return true;
}

function say(db: WriteDb, campaign: number, message: CodedText): void {
  db.run("UPDATE campaign SET message = ? WHERE id = ?", encodeText(message), campaign);
}

function stateOf({ state, reason }: StoredCampaign): Pick<StoredCampaign, "state" | "reason"> {
  return { state, reason };
}

function ringsOf({ options }: StoredCampaign): Rings {
  return options.rings ?? {};
}
