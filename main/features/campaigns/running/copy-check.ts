/**
 * What happens before a campaign sends: the database is compared with the send mark, and some pending recipients are looked up. Where
 * another copy or a newer state of the database may have sent pending recipients, these become unverified.
 */
import { isAppError, textOf, type AppError } from "../../../failure.ts";
import type { ClaimPosition, Clock, Log, SendMark, SendMarks } from "../../../hosts.ts";
import type { LoopEnd } from "../../../jobs/worker-loop.ts";
import type { SendState, SuspectReason } from "../ledger/queries-mark.ts";
import type { SendStretch } from "../ledger/send-stretch.ts";
import type { CampaignStore } from "../ledger/sqlite-ledger.ts";
import { isAway } from "../watching/away.ts";
import type { PendingVerifier } from "./verify-pending.ts";

export interface CopyCheckOptions {
  readonly campaign: number;
  readonly store: CampaignStore;
  readonly marks: SendMarks;
  readonly stretch: SendStretch;
  readonly verifier: PendingVerifier;
  readonly clock: Clock;
  readonly log: Log;
  /** Service clock minus ours, where known. */
  readonly clockOffsetMs: () => number | undefined;
  readonly onState: () => void;
}

export interface BeforeSending {
  /** Why sending cannot start; undefined: it can. */
  readonly end?: LoopEnd | undefined;
  /** Whether the service has SMS lists; undefined where that was not found out. */
  readonly hasLists?: boolean | undefined;
}

export interface CopyCheck {
  /** To be called whenever sending starts. */
  beforeSending(signal: AbortSignal): Promise<BeforeSending>;
  /** Sending has ended; does nothing where it never started. Never throws. */
  end(): Promise<void>;
}

/** Before every row: nothing was sent. */
const nowhere: ClaimPosition = { ring: -1, row: 0 };
/** Between two attempts where the service throttles; the governor waits for as long as it names. */
const throttledMs = 5_000;

export function createCopyCheck(options: CopyCheckOptions): CopyCheck {
  const { campaign, store, marks, stretch, verifier, clock, log } = options;
  let begun = false;
  let sampled = false;

  /** Undefined until the service has answered once: our own clock may be wrong. */
  const serviceNow = (): number | undefined => {
    const offsetMs = options.clockOffsetMs();
    return offsetMs === undefined ? undefined : clock.now() + offsetMs;
  };

  async function flag(reason: SuspectReason, mark: SendMark | undefined): Promise<void> {
    const upTo = mark === undefined ? undefined : (mark.position ?? nowhere);
    const sentBefore = mark?.writtenAt ?? serviceNow();
    const flagged = await store.flagUnverified({ campaign, reason, upTo, sentBefore, now: clock.now() });
    log.warn("campaign.unverified", { campaign, reason, flagged });
    options.onState();
  }

  async function begin(): Promise<void> {
    const state = await store.sendState(campaign);
    const mark = await marks.read(state.uuid);
    const reason = suspectReason(state, mark);
    if (reason !== undefined) await flag(reason, mark);
    await store.recheckUnverified(campaign);
    await stretch.begin(state, mark);
    await beginVerifying();
  }

  async function beginVerifying(): Promise<void> {
    const at = serviceNow();
    if (at !== undefined) await store.limitSuspectAt({ campaign, at });
    verifier.begin((await store.sendState(campaign)).suspectAt);
  }

  async function sample(signal: AbortSignal): Promise<BeforeSending> {
    try {
      const { listed, hasLists } = await verifier.sample(signal);
      if (listed) await flag("listed", undefined);
      await beginVerifying();
      sampled = true;
      return { hasLists };
    } catch (error) {
      if (signal.aborted) return {};
      if (!isAppError(error) || !isAway(error)) throw error;
      return { end: endOf(error) };
    }
  }

  return {
    async beforeSending(signal) {
      if (!begun) await begin();
      begun = true;
      return sampled ? {} : sample(signal);
    },
    async end() {
      if (!begun) return;
      await stretch
        .end()
        .catch((cause: unknown) => log.warn("campaign.mark-not-ended", { campaign, cause: String(cause) }));
    },
  };
}

/** Why pending recipients may have been sent by another copy or a newer state of the database. */
function suspectReason({ suspect, generation }: SendState, mark: SendMark | undefined): SuspectReason | undefined {
  if (suspect !== undefined) return suspect;
  if (mark === undefined) return generation > 0 ? "mark-missing" : undefined;
  return mark.generation > generation ? "database-behind" : undefined;
}

function endOf(error: AppError): LoopEnd {
  const message = textOf(error);
  switch (error.details?.["kind"]) {
    case "signed-out":
      return { kind: "needs-sign-in", message };
    case "throttled":
      return { kind: "throttled", message, forMs: throttledMs };
    default:
      return { kind: "offline", message };
  }
}
