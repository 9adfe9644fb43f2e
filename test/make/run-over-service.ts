/** A campaign's run over a service that a test describes as a function of time: messages, probes, and the recorded steps. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { Schedule } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { StoredCampaign } from "../../main/features/campaigns/ledger/queries-state.ts";
import type { CampaignStore } from "../../main/features/campaigns/ledger/sqlite-ledger.ts";
import { CampaignRun } from "../../main/features/campaigns/running/campaign-run.ts";
import type { Probe } from "../../main/features/campaigns/running/service-wait.ts";
import { AppError } from "#shared/failure.ts";
import type { Ledger, RowCounts } from "../../main/core/jobs/ledger.ts";
import { moveJob, type RowState } from "../../main/core/jobs/transitions.ts";
import type { Attempt } from "../../main/core/jobs/attempt.ts";
import { createFakeClock, type FakeClock } from "../fakes/fake-clock.ts";
import { createFakeLog } from "../fakes/fake-log.ts";
import { createMemoryLedger } from "../fakes/memory-ledger.ts";
import { makeStoredCampaign } from "./stored-campaign.ts";

export interface ServiceByTime {
  /** The response to a message, and to a probe, at this time since the start. */
  readonly message: (at: number) => Attempt;
  readonly probe: (at: number) => Probe;
  /** Whether lookups of unknown recipients fail at this time; otherwise they find every message. Undefined: no lookups. */
  readonly lookUpsAway?: (at: number) => boolean;
}

export interface RunSetup extends ServiceByTime {
  readonly rows?: number;
  /** The rows of the first wave, and when the gate opens the second one; without it, there is one wave. */
  readonly firstWave?: { readonly rows: number; readonly untilMs: number };
  readonly campaign?: Partial<StoredCampaign>;
  readonly outageLimitMinutes?: number;
  readonly schedule?: Schedule;
  /** Timers fire this much early. */
  readonly earlyMs?: number;
}

export interface RunStage {
  readonly clock: FakeClock;
  readonly run: CampaignRun;
  /** Steps with their reason and the start of the wait. */
  readonly moves: string[];
  readonly state: () => StoredCampaign;
  /** Times at which messages and probes were sent, since the start. */
  readonly messages: number[];
  readonly probes: number[];
  /** Lookup rounds that had recipients to look up. */
  readonly lookUps: number[];
  readonly mostInFlight: () => number;
  readonly counts: () => Promise<RowCounts>;
  /** Advances time until the run has ended, or by this much. */
  pass(ms: number): Promise<void>;
}

const counts = { planned: 1, excluded: 0, pending: 1, sending: 0, accepted: 0, refused: 0, unknown: 0, cancelled: 0 };

export function startRun(setup: RunSetup): RunStage {
  const { rows = 100, firstWave, campaign, outageLimitMinutes, schedule, earlyMs = 0, ...service } = setup;
  const steady = createFakeClock();
  const clock: FakeClock = { ...steady, after: (delayMs, run) => steady.after(Math.max(0.1, delayMs - earlyMs), run) };
  const at = (): number => clock.monotonic();
  const { lookUpsAway } = service;
  const open = (): number => (firstWave !== undefined && at() < firstWave.untilMs ? firstWave.rows : rows);
  const memory = createMemoryLedger(clock, rows, open);
  const isClaimable = ([row, state]: readonly [number, RowState]): boolean => state === "pending" && row <= open();
  const unknown = (): number[] => [...memory.states].flatMap(([row, state]) => (state === "unknown" ? [row] : []));
  const nextAt = (): number | undefined => (lookUpsAway === undefined || unknown().length === 0 ? undefined : 0);
  const ledger: Ledger = { ...memory, dueUnknown: () => Promise.resolve({ rows: [], nextAt: nextAt() }) };
  const lookUps: number[] = [];
  const moves: string[] = [];
  const messages: number[] = [];
  const probes: number[] = [];
  let inFlight = 0;
  let most = 0;
  const { options } = makeStoredCampaign();
  const limit = outageLimitMinutes === undefined ? {} : { outageLimitMinutes };
  let stored = makeStoredCampaign({
    options: { ...options, schedule, stopRule: { ...options.stopRule, ...limit } },
    concurrency: 8,
    counts,
    ...campaign,
  });
  const move: CampaignStore["moveCampaign"] = ({ event, reason, message, since }) => {
    const state = moveJob(stored.state, event);
    stored = { ...stored, state, reason, message, waitingSince: state === "waiting" ? since : undefined };
    moves.push(reason === undefined ? event : `${event}: ${reason}`);
    return Promise.resolve(stored);
  };
  const store: Partial<CampaignStore> = {
    getCampaign: () => Promise.resolve(stored),
    moveCampaign: move,
    cancelCampaign: ({ code, ...args }) => move({ ...args, event: "cancel", reason: code as never }),
    leftToDo: async () => {
      const now = await ledger.counts();
      const unverified = { toLookUp: 0, unclear: 0 };
      const claimable = [...memory.states].some(isClaimable);
      return { counts: now, claimable, unverified, unknown: now.unknown, last: open() === rows };
    },
    turnGate: ({ now }) =>
      Promise.resolve(
        open() === rows ? { kind: "open", changed: false } : { kind: "wait", changed: false, until: now + 60_000 },
      ),
    recount: () => ledger.counts(),
    recordPoint: () => Promise.resolve(),
    recordThrottle: () => Promise.resolve(),
    unknownByCause: () => Promise.resolve({ unread: 0, proven: 0 }),
  };
  const run = new CampaignRun({
    campaign: stored,
    store: store as CampaignStore,
    ledger,
    clock,
    log: createFakeLog(),
    reconciler: {
      async round() {
        const unknownRows = lookUpsAway === undefined ? [] : unknown();
        if (unknownRows.length > 0) lookUps.push(at());
        if (unknownRows.length > 0 && lookUpsAway?.(at()) === true) {
          throw new AppError("connection-lost", codedText("connection-lost"), { details: { kind: "lost" } });
        }
        const accepted = unknownRows.map((row) => ({ row, attempt: 1, kind: "accepted" as const, reference: "1" }));
        return { checked: unknownRows.length, counts: await ledger.reconcile(accepted), nextInMs: undefined };
      },
    },
    perform: async () => {
      messages.push(at());
      most = Math.max(most, (inFlight += 1));
      const attempt = service.message(at());
      await new Promise<void>((resolve) => {
        clock.after(100, resolve);
      });
      inFlight -= 1;
      return attempt;
    },
    probe: () => {
      probes.push(at());
      return Promise.resolve(service.probe(at()));
    },
    permits: { acquireUpTo: (max) => Promise.resolve(max), giveBack: () => undefined },
    outageLimits: { namedMs: Number.POSITIVE_INFINITY, unnamedMs: 60_000 },
    reapplySuppression: () => Promise.resolve(),
    beforeSending: () => Promise.resolve({ hasLists: true }),
    heartbeat: () => Promise.resolve(),
    checkEndpoints: () => Promise.resolve(undefined),
    onProgress: () => undefined,
    onState: () => undefined,
    onNotice: () => undefined,
  });
  const ended = { yet: false };
  void run.work().finally(() => {
    ended.yet = true;
  });
  return {
    clock,
    run,
    moves,
    state: () => stored,
    messages,
    probes,
    lookUps,
    mostInFlight: () => most,
    counts: () => ledger.counts(),
    async pass(ms) {
      const until = clock.now() + ms;
      while (!ended.yet && clock.now() < until) await clock.advance(Math.min(1_000, until - clock.now()));
    },
  };
}
