/**
 * Behaviour of services and clocks that once made Fleetdesk send twice, one attack at a time, checked with the service's own ledger. Where
 * the outcome cannot be determined, the recipients have to stay unknown and the campaign has to wait for an operator.
 */
import { describe, expect, it, vi } from "vitest";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { FaultPlan } from "../../../../main/simulator/faults.ts";
import { createFastClock, type FastClock } from "../../../fakes/fast-clock.ts";
import { openCore, type Core } from "../../../make/core.ts";
import { countOwn } from "../../../make/own-records.ts";
import { soon } from "../../../make/soon.ts";

/** A grace period takes 0.6 s of real time. */
const times = 5;
const graceMs = 3_000;
const hourMs = 3_600_000;
const recipients = 16;

interface Attack {
  readonly name: string;
  readonly faults: FaultPlan;
  /** Offset of this computer's wall clock from the service's at the start. */
  readonly clockAheadMs?: number;
  /** Runs once every message was requested. */
  readonly duringRun?: (core: Core<FastClock>) => void | Promise<void>;
  /** Nothing can prove the outcome of messages whose response was lost. */
  readonly left?: "unknown";
  /** SMS of another sender that are matched as ours. */
  readonly isMatchedAsOurs?: true;
}

/** Every response is lost, and the message is accepted much later, but within the grace period. */
const acceptedLate = { kind: "reset-late", rate: 1, on: "sms.send", attempts: 1, delayMs: [1_500, 2_800] } as const;
const answerLost = { kind: "reset-after", rate: 0.5, on: "sms.send", attempts: 1 } as const;
const jump =
  (byMs: number) =>
  ({ clock }: Core<FastClock>): void =>
    clock.jump(byMs);
/** The messages are accepted, and their responses take longer than the program runs. */
const noAnswer = { kind: "slow", rate: 1, on: "sms.send", attempts: 1, delayMs: hourMs } as const;
const dieAndSet =
  (byMs: number) =>
  async (core: Core<FastClock>): Promise<void> => {
    await core.crash();
    core.clock.jump(byMs);
    core.setFaults();
  };

const attacks: readonly Attack[] = [
  {
    name: "accepted late, and lists that take longer than the grace period",
    faults: { rules: [acceptedLate, { kind: "drip", rate: 1, on: "sms.list", attempts: 3, delayMs: 4_000 }] },
  },
  {
    name: "503 with Retry-After after the message was accepted",
    faults: {
      rules: [{ kind: "error-after", rate: 0.3, on: "sms.send", status: 503, retryAfter: 1, attempts: 1 }],
    },
  },
  {
    name: "503 with Retry-After before, from a gateway",
    faults: {
      rules: [{ kind: "error-before", rate: 0.3, on: "sms.send", status: 503, retryAfter: 1, attempts: 1 }],
    },
  },
  {
    name: "an empty list from a stale replica, most of the time",
    faults: { rules: [answerLost, { kind: "answer-before", rate: 0.7, on: "sms.list", attempts: 3, body: "[]" }] },
  },
  {
    name: "lists that lag by two grace periods",
    faults: { rules: [answerLost, { kind: "stale", rate: 1, on: "sms.list", delayMs: 2 * graceMs }] },
  },
  {
    name: "records dated 20 minutes behind",
    faults: { rules: [answerLost], recordClock: { offsetMs: -20 * 60_000 } },
  },
  {
    name: "records dated 20 minutes behind, by a service that confirms nothing",
    faults: { rules: [{ ...answerLost, rate: 1 }], recordClock: { offsetMs: -20 * 60_000 } },
    left: "unknown",
  },
  {
    name: "records dated 5 minutes behind",
    faults: { rules: [answerLost], recordClock: { offsetMs: -5 * 60_000 } },
  },
  {
    name: "records dated in a local time west of UTC without its zone",
    faults: { rules: [answerLost], recordClock: { offsetMs: -5 * hourMs, dates: "sql" } },
  },
  {
    name: "a portal user sends the same text, and ours as well",
    faults: { rules: [{ kind: "equal-after", rate: 0.5, on: "sms.send", attempts: 1 }] },
  },
  {
    name: "a portal user sends the same text, and ours is lost",
    faults: { rules: [{ kind: "equal-before", rate: 0.5, on: "sms.send", attempts: 1 }] },
    isMatchedAsOurs: true,
  },
  {
    name: "a wall clock set forward by an hour while responses are pending",
    faults: { rules: [acceptedLate] },
    duringRun: jump(hourMs),
  },
  {
    name: "a wall clock set back by an hour while responses are pending",
    faults: { rules: [acceptedLate] },
    duringRun: jump(-hourMs),
  },
  {
    name: "a clock two hours ahead at the start, set right after the program was killed",
    faults: { rules: [noAnswer] },
    clockAheadMs: 2 * hourMs,
    duringRun: dieAndSet(-2 * hourMs),
  },
  {
    name: "a clock two hours behind at the start, set right after the program was killed",
    faults: { rules: [noAnswer] },
    clockAheadMs: -2 * hourMs,
    duringRun: dieAndSet(2 * hourMs),
  },
  {
    name: "no SMS list",
    faults: { rules: [answerLost, { kind: "refuse", rate: 1, on: "sms.list", status: 404 }] },
    left: "unknown",
  },
  {
    name: "an SMS list above the limit for a body",
    faults: {
      rules: [
        { kind: "reset-after", rate: 1, on: "sms.send", endpoints: [70_005] },
        { kind: "answer-before", rate: 1, on: "sms.list", body: `["${"x".repeat(64 * 2 ** 20)}"]` },
      ],
    },
    left: "unknown",
  },
];

async function run(core: Core<FastClock>, { duringRun }: Attack): Promise<CampaignStatus> {
  const { campaignId } = await core.client.campaigns.plan({
    name: "attack",
    from: "4911",
    text: "CHK",
    audience: [{ source: { csv: { file: core.writeIds(recipients) } } }],
    concurrency: recipients,
  });
  const { counts } = await core.client.campaigns.start({ campaignId });
  if (duringRun !== undefined) {
    const sendable = counts.planned - counts.excluded;
    await vi.waitUntil(async () => (await core.requests("sms.send")) >= sendable, soon);
    await duringRun(core);
    await core.client.campaigns.start({ campaignId });
  }
  return core.waitFor(
    "campaigns.changed",
    () => core.client.campaigns.status({ campaignId }),
    ({ state }) => state === "finished" || state === "paused",
  );
}

describe("a campaign never sends twice and reports unknown outcomes, under the attack", () => {
  it.concurrent.each(attacks)("$name", async (attack) => {
    const { faults, clockAheadMs = 0, left, isMatchedAsOurs = false } = attack;
    const clock = createFastClock(times);
    clock.jump(clockAheadMs);
    // The service's own clock is always correct.
    const simulator = { endpoints: recipients, clock: createFastClock(times), faults: { seed: 3, ...faults } };
    await using core = await openCore({ clock, simulator, connection: { reconcileAfterMs: graceMs } });
    const { state, reason, counts, matchedByText } = await run(core, attack);
    const sent = countOwn(core.simulator);
    const { planned, excluded, accepted, unknown, ...rest } = counts;
    expect([...sent.values()].filter((count) => count > 1)).toEqual([]);
    expect(rest).toEqual({ pending: 0, sending: 0, refused: 0, cancelled: 0 });
    expect(excluded + accepted + unknown).toBe(planned);
    expect([state, reason, unknown > 0]).toEqual(
      left === undefined ? ["finished", undefined, false] : ["paused", "unknown-recipients", true],
    );
    const matched = "SELECT count(*) AS count FROM recipient WHERE outcome = 3 AND code = 'matched-by-text'";
    expect(core.inDatabase((database) => database.prepare(matched).get()?.["count"])).toBe(matchedByText);
    // SMS that are taken for ours are reported as matched by text.
    const foreign = isMatchedAsOurs ? matchedByText : 0;
    expect(isMatchedAsOurs).toBe(foreign > 0);
    if (left === undefined) expect(sent.size).toBe(accepted - foreign);
    else expect(sent.size).toBe(accepted + unknown);
  });
});
