/**
 * A campaign under attack: random faults of the service, ends of the program without a goodbye, restarts, wall
 * clocks that are set, older copies of the database and take-overs. `docs/promise.md` says what must hold whatever is drawn here; the faults keep to what it assumes of the service.
 */
import { rmSync } from "node:fs";
import fc from "fast-check";
import type { CampaignStatus } from "#contract/campaign-words.ts";
import type { FleetClient } from "#contract/index.ts";
import type { FaultPlan, FaultRule, RecordClock } from "../../main/simulator/faults.ts";
import { createFastClock, type FastClock } from "../fakes/fast-clock.ts";
import { openCore, type Core } from "./core.ts";
import { stateDirOf } from "./hosts.ts";
import { countOwn } from "./own-records.ts";

/** Times of the model: a grace passes in 0.4 s of the computer. */
const times = 10;
export const graceMs = 4_000;

export type Step =
  | { readonly step: "run"; readonly forMs: number }
  | { readonly step: "crash" | "restart" | "panic" }
  /** `live`: while the program, and perhaps the campaign, runs. */
  | { readonly step: "back-up"; readonly live: boolean }
  /** Both clocks go on while the computer sleeps or is off. */
  | { readonly step: "days-later"; readonly hours: number }
  /** The last backup in the place of the database, if there is one; `withMark`: with the computer's record of what was sent. */
  | { readonly step: "restore"; readonly withMark: boolean; readonly afterCrash: boolean }
  /** A copy on the same computer takes the campaign over and sends for a while. */
  | { readonly step: "take-over"; readonly forMs: number }
  /** The wall clock is set: so far ahead of the service's clock, or behind it. */
  | { readonly step: "jump"; readonly aheadMs: number }
  | { readonly step: "faults"; readonly seed: number; readonly rules: readonly FaultRule[] };

export interface PlannedCampaign {
  readonly recipients: number;
  readonly concurrency: number;
  readonly recordClock: RecordClock;
  readonly noDate: boolean;
  /** How long lists hold a record. */
  readonly listHours: number;
  /** Before the first request: a clock that was wrong when the computer started. */
  readonly clockAheadMs: number;
  readonly steps: readonly Step[];
}

const minuteMs = 60_000;

/** Acceptance up to one grace late, and lists up to one grace old: together less than the three graces of a proof. */
const rule: fc.Arbitrary<FaultRule> = fc
  .record({
    base: fc.constantFrom<Omit<FaultRule, "rate">>(
      { kind: "reset-before", on: "sms.send" },
      { kind: "reset-after", on: "sms.send" },
      { kind: "reset-late", on: "sms.send", delayMs: [0, graceMs] },
      { kind: "late", on: "sms.send", delayMs: [0, graceMs] },
      { kind: "slow", on: "sms.send", delayMs: [0, graceMs] },
      { kind: "truncate", on: "sms.send" },
      { kind: "error-before", on: "sms.send", status: 503, retryAfter: 1 },
      { kind: "error-after", on: "sms.send", status: 503, retryAfter: 1 },
      { kind: "error-after", on: "sms.send" },
      { kind: "answer-after", on: "sms.send", status: 200, body: "<html>ok</html>" },
      { kind: "answer-before", on: "sms.send", status: 302, headers: { location: "/portal" } },
      { kind: "throttle", on: "sms.send", retryAfter: 1 },
      { kind: "unauthorized", on: "sms.send", attempts: 1 },
      { kind: "equal-after", on: "sms.send" },
      { kind: "stale", on: "sms.list", delayMs: [0, graceMs] },
      { kind: "drip", on: "sms.list", delayMs: [0, 2 * graceMs] },
      { kind: "slow", on: "sms.list", delayMs: [0, 2 * graceMs] },
      { kind: "answer-before", on: "sms.list", body: "" },
      { kind: "error-before", on: "sms.list" },
      { kind: "error-before", on: "sms.list", burst: 40 },
      { kind: "list", on: "sms.list", form: "shuffled" },
      { kind: "list", on: "sms.list", form: "duplicated" },
      { kind: "list", on: "sms.list", form: "paged" },
    ),
    rate: fc.constantFrom(0.1, 0.3, 0.6),
  })
  .map(({ base, rate }) => ({ ...base, rate }));

const faults = fc.record({
  step: fc.constant("faults" as const),
  seed: fc.nat({ max: 1_000_000 }),
  rules: fc.array(rule, { minLength: 1, maxLength: 5 }),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ step: fc.constant("run" as const), forMs: fc.nat({ max: 2 * graceMs }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      step: fc.constantFrom("crash" as const, "restart" as const, "panic" as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ step: fc.constant("back-up" as const), live: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ step: fc.constant("days-later" as const), hours: fc.constantFrom(2, 25, 60) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ step: fc.constant("restore" as const), withMark: fc.boolean(), afterCrash: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ step: fc.constant("take-over" as const), forMs: fc.nat({ max: 2 * graceMs }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      step: fc.constant("jump" as const),
      aheadMs: fc
        .constantFrom(-48 * 60, -18 * 60, -60, -1, 0, 1, 60, 18 * 60, 48 * 60)
        .map((minutes) => minutes * minuteMs),
    }),
  },
  { weight: 2, arbitrary: faults },
);

const plannedCampaign: fc.Arbitrary<PlannedCampaign> = fc.record({
  recipients: fc.integer({ min: 20, max: 40 }),
  concurrency: fc.constantFrom(1, 4, 16),
  recordClock: fc.constantFrom<RecordClock>(
    {},
    {},
    { offsetMs: -20 * minuteMs },
    { offsetMs: -120 * minuteMs },
    { offsetMs: -5 * minuteMs, spreadMs: 10_000 },
    { offsetMs: 20 * minuteMs },
    { offsetMs: -5 * 60 * minuteMs, dates: "sql" },
  ),
  noDate: fc.constantFrom(false, false, false, true),
  listHours: fc.constantFrom(24, 8_760),
  clockAheadMs: fc.constantFrom(0, 0, 120 * minuteMs, -120 * minuteMs),
  steps: fc.tuple(faults, fc.array(step, { minLength: 2, maxLength: 9 })).map(([first, more]) => [first, ...more]),
});

/** The same seed draws the same campaigns; a longer draw begins as a shorter one. */
export function drawCampaigns(seed: number, count: number): PlannedCampaign[] {
  return fc.sample(plannedCampaign, { seed, numRuns: count });
}

export interface PlayedCampaign {
  readonly state: CampaignStatus["state"];
  readonly counts: CampaignStatus["counts"];
  readonly matchedByText: number;
  /** SMS of ours in the service's ledger. */
  readonly sent: number;
  /** Endpoints with more than one of them. */
  readonly twice: number;
  readonly crashes: number;
  readonly jumps: number;
  readonly restarts: number;
  readonly restores: number;
  readonly takeOvers: number;
  readonly daysLater: number;
  /** What the promise excludes and happened; empty when it was kept. */
  readonly broken: readonly string[];
}

/** Plays a campaign to its end; rejects when it has none. */
export async function playCampaign(planned: PlannedCampaign): Promise<PlayedCampaign> {
  const { recipients, concurrency, recordClock, noDate, listHours, clockAheadMs } = planned;
  const clock = createFastClock(times);
  // The service's own clock is right all along.
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
  });
  const setFaults = (plan: FaultPlan): void => core.simulator.setFaults({ ...always, ...plan });
  const stage: Stage = { core, service, campaignId, setFaults, restores: 0, aheadMs: clockAheadMs, takenOver: false };
  for (const one of planned.steps) await take(stage, one);
  setFaults({});
  setClock(stage, 0);
  const end = await runToEnd(core, campaignId);
  const sent = countOwn(core.simulator);
  const played = (name: Step["step"]): number => planned.steps.filter(({ step: of }) => of === name).length;
  return {
    state: end.state,
    counts: end.counts,
    matchedByText: end.matchedByText,
    sent: [...sent.values()].reduce((sum, count) => sum + count, 0),
    twice: [...sent.values()].filter((count) => count > 1).length,
    crashes: played("crash"),
    jumps: played("jump"),
    restarts: played("restart"),
    daysLater: played("days-later"),
    restores: stage.restores,
    takeOvers: stage.takenOver ? 1 : 0,
    broken: await whatIsBroken(core, campaignId, end),
  };
}

/** What steps leave for later ones. */
interface Stage {
  readonly core: Core<FastClock>;
  /** The clock of the service. */
  readonly service: FastClock;
  readonly campaignId: string;
  readonly setFaults: (plan: FaultPlan) => void;
  /** Puts the last backup in the place of the database. */
  restore?: (() => void) | undefined;
  restores: number;
  aheadMs: number;
  /** One copy is enough: another would be made over it. */
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
    case "panic":
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
      await startIfItCan(core.client, campaignId);
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
  const { core, restore: putBack } = stage;
  if (putBack === undefined) return;
  stage.restores += 1;
  const change = (dataDir: string): void => {
    putBack();
    if (!withMark) rmSync(stateDirOf(dataDir), { recursive: true, force: true });
  };
  return afterCrash ? core.crash(change) : core.whileStopped(change);
}

async function takeOver(stage: Stage, forMs: number): Promise<void> {
  const { core, campaignId } = stage;
  if (stage.takenOver) return;
  stage.takenOver = true;
  const copy = await core.openCopy();
  await startIfItCan(copy.client, campaignId, true);
  await sleep(core, forMs);
  await copy.stop();
}

function sleep({ clock }: Core<FastClock>, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.after(ms, resolve));
}

/** A start that the service refuses just now is no more than that; one that waits goes on only in the process that waited. */
async function startIfItCan({ campaigns }: FleetClient, campaignId: string, takeOver = false): Promise<void> {
  const { state } = await campaigns.status({ campaignId });
  if (state !== "finished") await campaigns.start({ campaignId, takeOver }).catch(() => undefined);
}

const mostStarts = 30;
const decisions: ReadonlySet<string | undefined> = new Set(["unknown-recipients", "unverified-copy"]);

/** Starts it again, as a person would, until it is finished or waits for a decision. */
async function runToEnd(core: Core<FastClock>, campaignId: string): Promise<CampaignStatus> {
  for (let starts = 0; starts < mostStarts; starts += 1) {
    await startIfItCan(core.client, campaignId);
    const status = await core.waitFor(
      "campaigns.changed",
      () => core.client.campaigns.status({ campaignId }),
      ({ state }) => state === "finished" || state === "paused" || state === "planned",
    );
    if (status.state === "finished" || decisions.has(status.reason)) return status;
    await sleep(core, graceMs / 4);
  }
  const { state, reason, message } = await core.client.campaigns.status({ campaignId });
  throw new Error(`The campaign does not end: ${state} ${reason} ${message}`);
}

async function whatIsBroken(core: Core, campaignId: string, end: CampaignStatus): Promise<string[]> {
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
  const { planned, ...parts } = counts;
  if (Object.values(parts).reduce((sum, part) => sum + part, 0) !== planned) broken.push("the counts do not add up");
  if (items.length !== planned) broken.push(`${planned - items.length} recipients are missing`);
  if (state === "finished" && parts.pending + parts.sending + parts.unknown > 0)
    broken.push("it is finished with recipients that are not");
  return broken;
}
