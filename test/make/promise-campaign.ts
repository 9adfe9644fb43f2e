/**
 * A campaign under attack: random faults of the service, crashes, restarts, wall clock changes, restored databases and take-overs.
 * `docs/promise.md` states what must hold in every draw; the faults stay within its assumptions about the service.
 */
import { rmSync } from "node:fs";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import type { FaultPlan } from "../../main/simulator/faults.ts";
import { createFastClock, type FastClock } from "../fakes/fast-clock.ts";
import { openCore, type Core } from "./core.ts";
import { stateDirOf } from "./hosts.ts";
import { countOwn } from "./own-records.ts";
import { graceMs, minuteMs, times, type PlannedCampaign, type Step } from "./promise-draw.ts";

export interface PlayedCampaign {
  readonly state: CampaignStatus["state"];
  readonly counts: CampaignStatus["counts"];
  readonly matchedByText: number;
  /** Our SMS in the service's ledger. */
  readonly sent: number;
  /** Number of endpoints with more than one of them. */
  readonly twice: number;
  readonly crashes: number;
  /** Rejected recipients that were retried. */
  readonly requeued: number;
  readonly jumps: number;
  readonly restarts: number;
  readonly restores: number;
  readonly takeOvers: number;
  readonly daysLater: number;
  /** Violations of the promise; empty if it holds. */
  readonly broken: readonly string[];
}

/** Runs a campaign to its end; rejects if it does not end. */
export async function playCampaign(planned: PlannedCampaign): Promise<PlayedCampaign> {
  const { recipients, concurrency, recordClock, noDate, listHours, clockAheadMs } = planned;
  const clock = createFastClock(times);
  // The service's own clock is always correct.
  const service = createFastClock(times);
  const always = { recordClock, noDate, listHours };
  const simulator = { endpoints: recipients, clock: service, faults: always };
  clock.jump(clockAheadMs);
  await using core = await openCore({ clock, simulator, connection: { reconcileAfterMs: graceMs } });
  const { campaignId } = await core.client.campaigns.plan({
    name: "promise",
    from: "4911",
    text: "CHK",
    audience: [{ source: { csv: { file: core.writeIds(recipients) } } }],
    concurrency,
    // Rejected recipients are retried, so no number of them is a reason to stop.
    stopRule: { refusedShare: 1, minimumAttempts: 1_000, consecutive: 1_000, forbidden: 1_000 },
  });
  const setFaults = (plan: FaultPlan): void => core.simulator.setFaults({ ...always, ...plan });
  const stage: Stage = {
    core,
    service,
    campaignId,
    setFaults,
    restores: 0,
    requeued: 0,
    aheadMs: clockAheadMs,
    takenOver: false,
  };
  for (const one of planned.steps) await take(stage, one);
  setFaults({});
  setClock(stage, 0);
  const end = await runToEnd(stage);
  const sent = countOwn(core.simulator);
  const played = (name: Step["step"]): number => planned.steps.filter(({ step: of }) => of === name).length;
  return {
    state: end.state,
    counts: end.counts,
    matchedByText: end.matchedByText,
    sent: [...sent.values()].reduce((sum, count) => sum + count, 0),
    twice: [...sent.values()].filter((count) => count > 1).length,
    crashes: played("crash"),
    requeued: stage.requeued,
    jumps: played("jump"),
    restarts: played("restart"),
    daysLater: played("days-later"),
    restores: stage.restores,
    takeOvers: stage.takenOver ? 1 : 0,
    broken: await listViolations(core, campaignId, end),
  };
}

/** State that later steps use. */
interface Stage {
  readonly core: Core<FastClock>;
  /** The clock of the service. */
  readonly service: FastClock;
  readonly campaignId: string;
  readonly setFaults: (plan: FaultPlan) => void;
  /** Replaces the database by the last backup. */
  restore?: () => void;
  restores: number;
  requeued: number;
  aheadMs: number;
  /** Only one copy is made: a second one would overwrite it. */
  takenOver: boolean;
}

async function take(stage: Stage, one: Step): Promise<void> {
  const { core, campaignId, setFaults } = stage;
  switch (one.step) {
    case "faults":
      return setFaults({ seed: one.seed, rules: one.rules });
    case "jump":
      return setClock(stage, one.aheadMs);
    case "crash":
      return core.crash();
    case "restart":
      return core.restart();
    case "retry":
      return tryRetry(stage);
    case "stop-all":
      return void (await core.client.campaigns.stopAll({}));
    case "back-up": {
      const backUp = (): void => {
        stage.restore = core.backUp();
      };
      return one.live ? backUp() : core.whileStopped(backUp);
    }
    case "days-later":
      for (const clock of [core.clock, stage.service]) clock.jump(one.hours * 60 * minuteMs);
      return;
    case "restore":
      return restore(stage, one);
    case "take-over":
      return takeOver(stage, one.forMs);
    case "run":
      await tryStart(core.client, campaignId);
      await sleep(core, one.forMs);
  }
}

function setClock(stage: Stage, aheadMs: number): void {
  stage.core.clock.jump(aheadMs - stage.aheadMs);
  stage.aheadMs = aheadMs;
}

async function restore(
  stage: Stage,
  { withMark, afterCrash }: { readonly withMark: boolean; readonly afterCrash: boolean },
): Promise<void> {
  const { core, restore: restoreBackup } = stage;
  if (restoreBackup === undefined) return;
  stage.restores += 1;
  const change = (dataDir: string): void => {
    restoreBackup();
    if (!withMark) rmSync(stateDirOf(dataDir), { recursive: true, force: true });
  };
  return afterCrash ? core.crash(change) : core.whileStopped(change);
}

async function takeOver(stage: Stage, forMs: number): Promise<void> {
  const { core, campaignId } = stage;
  if (stage.takenOver) return;
  stage.takenOver = true;
  const copy = await core.openCopy();
  await tryStart(copy.client, campaignId, true);
  await sleep(core, forMs);
  await copy.stop();
}

function sleep({ clock }: Core<FastClock>, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.after(ms, resolve));
}

/** A start that the service rejects for now is ignored; a waiting campaign continues only in the process that waited. */
async function tryStart({ campaigns }: FleetClient, campaignId: string, takeOver = false): Promise<void> {
  const { state } = await campaigns.status({ campaignId });
  if (state !== "finished") await campaigns.start({ campaignId, takeOver }).catch(() => undefined);
}

/** A campaign that starts or ends at the moment is not retried. */
async function tryRetry(stage: Stage): Promise<void> {
  const { core, campaignId } = stage;
  const retried = await core.client.campaigns.retry({ campaignId, scope: "refused" }).catch(() => undefined);
  stage.requeued += retried?.requeued ?? 0;
}

const mostStarts = 30;
const decisions: ReadonlySet<string | undefined> = new Set(["unknown-recipients", "unverified-copy"]);

/** Starts the campaign and retries its rejected recipients, as an operator would, until it is finished or needs a decision. */
async function runToEnd(stage: Stage): Promise<CampaignStatus> {
  const { core, campaignId } = stage;
  for (let starts = 0; starts < mostStarts; starts += 1) {
    await tryRetry(stage);
    await tryStart(core.client, campaignId);
    const status = await core.waitFor(
      "campaigns.changed",
      () => core.client.campaigns.status({ campaignId }),
      ({ state }) => state === "finished" || state === "paused" || state === "planned",
    );
    const isEnd = status.state === "finished" || decisions.has(status.reason);
    if (isEnd && status.counts.refused === 0) return status;
    await sleep(core, graceMs / 4);
  }
  const { state, reason, message } = await core.client.campaigns.status({ campaignId });
  throw new Error(`The campaign does not end: ${state} ${reason} ${message?.code}`);
}

async function listViolations(core: Core, campaignId: string, end: CampaignStatus): Promise<string[]> {
  const { state, counts, unverified } = end;
  const sent = countOwn(core.simulator);
  const { items } = await core.client.campaigns.recipients({ campaignId, limit: 100 });
  const broken: string[] = [];
  for (const [endpoint, count] of sent) if (count > 1) broken.push(`${endpoint} was sent to ${count} times`);
  for (const { endpoint = "", outcome } of items) {
    const isSent = sent.has(Number(endpoint));
    if (outcome === "accepted" && !isSent) broken.push(`${endpoint} is reported accepted and was never sent to`);
    const isOpen = outcome === "unknown" || (outcome === "pending" && unverified !== undefined);
    if (outcome !== "accepted" && !isOpen && isSent) broken.push(`${endpoint} is reported ${outcome} and was sent to`);
  }
  const { planned, ...outcomeCounts } = counts;
  if (Object.values(outcomeCounts).reduce((sum, part) => sum + part, 0) !== planned)
    broken.push("the counts do not add up");
  if (items.length !== planned) broken.push(`${planned - items.length} recipients are missing`);
  if (state === "finished" && outcomeCounts.pending + outcomeCounts.sending + outcomeCounts.unknown > 0)
    broken.push("it is finished with recipients that are not");
  return broken;
}
