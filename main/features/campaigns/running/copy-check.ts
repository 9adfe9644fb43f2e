/**
 * What happens before a campaign sends: the database is compared with the send mark, and some pending recipients are looked up. Where
 * another copy or a newer state of the database may have sent pending recipients, these become unverified.
 */
import { isAppError, textOf, type AppError } from "../../../failure.ts";
import type { ClaimPosition, SendMark } from "../../../hosts.ts";
import type { LoopEnd } from "../../../jobs/worker-loop.ts";
import { sleep } from "../../../wait.ts";
import type { CampaignConnection, CampaignDeps } from "../campaign-deps.ts";
import type { StoredCampaign } from "../ledger/campaign-row.ts";
import type { SendState, SuspectReason } from "../ledger/queries-mark.ts";
import type { FlagArgs } from "../ledger/queries-unverified.ts";
import { createSendStretch, markRefreshMs, type SendStretch } from "../ledger/send-stretch.ts";
import { isAway } from "../watching/away.ts";
import { firstWatchMs } from "../watching/judge-watch.ts";
import type { Proof } from "./list-evaluator.ts";
import { probeService } from "./probe-service.ts";
import type { Reconciler } from "./reconciler.ts";
import { createPendingVerifier, withPendingVerifier, type Sample } from "./verify-pending.ts";

export interface BeforeSending {
  /** Why sending cannot start; undefined: it can. */
  readonly end?: LoopEnd | undefined;
  /** Whether the service has SMS lists; undefined where that was not found out. */
  readonly hasLists?: boolean | undefined;
}

/** Keeps a bulk campaign from being sent twice by a copied or an older database, for one run. */
export interface CopyCheck {
  readonly stretch: SendStretch;
  /** Looks unverified recipients up beside the unknown ones. */
  join(reconciler: Reconciler): Reconciler;
  /** To be called whenever sending starts. */
  beforeSending(signal: AbortSignal): Promise<BeforeSending>;
  /** Sending has ended; does nothing where it never started. Never throws. */
  end(): Promise<void>;
}

/** By campaign: the generation of the mark under which this process ended sending. */
export type EndedHere = Map<number, number>;

/** Before every row: nothing was sent. */
const nowhere: ClaimPosition = { ring: -1, row: 0 };
/** Between two attempts where the service throttles; the governor waits for as long as it names. */
const throttledMs = 5_000;
/** So long after the last message the lists are up to date. */
const settledMs = 3_600_000;

export function createCopyCheck(
  deps: CampaignDeps,
  { proof, endedHere }: { readonly proof: Proof; readonly endedHere: EndedHere },
  { id: campaign, options, ...stored }: StoredCampaign,
  { id: connection, api, options: { reconcileAfterMs: graceMs } }: CampaignConnection,
): CopyCheck {
  const { store, clock, log, marks, publish, onList, random } = deps;
  const clockOffsetMs = (): number | undefined => api.clockOffsetMs();
  const stretch = createSendStretch({ store, marks, clock, campaign, clockOffsetMs });
  const verifier = createPendingVerifier({
    ...{ api, store, clock, log, proof, connection, graceMs, onList, random },
    campaign: { id: campaign, options, ...stored },
    firstWatchMs: firstWatchMs(options),
  });
  let begun = false;
  let sampled = false;
  /** Messages may have left so lately that the lists do not show them yet. */
  let justSent = false;

  /** Undefined until the service has answered once: our own clock may be wrong. */
  const serviceNow = (): number | undefined => {
    const offsetMs = clockOffsetMs();
    return offsetMs === undefined ? undefined : clock.now() + offsetMs;
  };

  async function flag(args: Pick<FlagArgs, "reason" | "upTo" | "rows" | "sentBefore" | "sentAfter">): Promise<void> {
    const flagged = await store.flagUnverified({ campaign, ...args, now: clock.now() });
    log.warn("campaign.unverified", { campaign, reason: args.reason, flagged });
    publish("campaigns.changed", { campaignId: String(campaign) });
  }

  async function begin(): Promise<void> {
    const state = await store.sendState(campaign);
    const mark = await marks.read(state.uuid);
    const reason = suspectReason(state, mark);
    if (reason === "mark-missing" || (reason !== undefined && mark === undefined)) {
      await flag({ reason, upTo: undefined, sentBefore: serviceNow() });
    } else if (reason !== undefined && mark !== undefined) {
      // The database of an unclean end knew this mark: what it does not know of was sent under it.
      const sentAfter = reason === "unclean-end" ? mark.writtenAt - markRefreshMs : undefined;
      await flag({ reason, upTo: mark.position ?? nowhere, sentBefore: mark.writtenAt, sentAfter });
    }
    await store.recheckUnverified(campaign);
    const isOurs = mark !== undefined && endedHere.get(campaign) === mark.generation;
    const sinceMs = mark === undefined ? 0 : Math.abs((serviceNow() ?? clock.now()) - mark.writtenAt);
    justSent = mark?.position !== undefined && !isOurs && sinceMs < settledMs;
    endedHere.delete(campaign);
    await beginStretch(mark);
    await beginVerifying();
  }

  async function beginStretch(mark: SendMark | undefined): Promise<void> {
    const state = await store.sendState(campaign);
    const claimed = mark?.generation !== state.generation;
    await stretch.begin({ ...state, sentUpTo: await store.sentUpTo({ campaign, claimed }) }, mark);
  }

  async function beginVerifying(): Promise<void> {
    const at = serviceNow();
    if (at !== undefined) await store.limitSuspectAt({ campaign, at });
    verifier.begin(await store.sendState(campaign));
  }

  async function readSample(signal: AbortSignal): Promise<Sample> {
    const first = await verifier.sample(signal);
    if (!justSent || first.listed || first.hasLists !== true) return first;
    await sleep(clock, graceMs, signal);
    return verifier.sample(signal);
  }

  async function sample(signal: AbortSignal): Promise<BeforeSending> {
    const { rows, listed, unread, failure, hasLists } = await readSample(signal);
    if (failure !== undefined) return { end: endOf(failure) };
    if (rows === 0 && clockOffsetMs() === undefined) {
      // No claim before the service's clock is known.
      const probe = await probeService(api, signal);
      if (probe.kind === "signed-out") return { end: { kind: "needs-sign-in", message: probe.message } };
      if (probe.kind === "no-answer") return { end: { kind: "offline", message: probe.message } };
    }
    if (listed || unread.length > 0) {
      const found = listed ? { reason: "listed" as const } : { reason: "list-not-read" as const, rows: unread };
      await flag({ ...found, sentBefore: serviceNow() });
      await beginStretch(await marks.read((await store.sendState(campaign)).uuid));
    }
    await beginVerifying();
    sampled = true;
    return { hasLists };
  }

  return {
    stretch,
    join: (reconciler) => withPendingVerifier(reconciler, verifier),
    async beforeSending(signal) {
      if (!begun) await begin();
      begun = true;
      if (sampled) return {};
      try {
        return await sample(signal);
      } catch (error) {
        if (signal.aborted) return {};
        if (!isAppError(error) || !isAway(error)) throw error;
        return { end: endOf(error) };
      }
    },
    async end() {
      if (!begun) return;
      try {
        endedHere.set(campaign, await stretch.end());
      } catch (cause) {
        log.warn("campaign.mark-not-ended", { campaign, cause: String(cause) });
      }
    },
  };
}

/** Why pending recipients may have been sent by another copy or a newer state of the database. */
function suspectReason({ suspect, generation }: SendState, mark: SendMark | undefined): SuspectReason | undefined {
  if (mark === undefined) return suspect ?? (generation > 0 ? "mark-missing" : undefined);
  // One generation may have been written to the database alone; more are an older mark in the place of the last one.
  if (mark.generation < generation - 1) return "mark-missing";
  if (suspect !== undefined) return suspect;
  if (mark.generation > generation) return "database-behind";
  return mark.ended ? undefined : "unclean-end";
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
