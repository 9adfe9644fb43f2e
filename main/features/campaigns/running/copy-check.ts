/**
 * Checks before a campaign sends: the database is compared with the send mark, and some pending recipients are looked up. Pending
 * recipients that another copy or a newer state of the database may have sent become unverified.
 */
import { AppError, isAppError, textOf } from "#shared/failure.ts";
import type { ClaimPosition, SendMark, StoredSendMark } from "../../../core/hosts.ts";
import type { LoopEnd } from "../../../core/jobs/worker-loop.ts";
import type { CampaignConnection, CampaignDeps } from "../campaign-deps.ts";
import type { StoredCampaign } from "../ledger/queries-state.ts";
import type { PendingRow, SendState, SuspectReason } from "../ledger/queries-mark.ts";
import type { FlagArgs } from "../ledger/queries-reconcile.ts";
import { markRefreshMs, SendStretch } from "../ledger/sqlite-ledger.ts";
import { isConnectivityError } from "../watching/read-list.ts";
import { firstWatchMs } from "../watching/evaluate-watch.ts";
import { createListEvaluator, type ListEvaluator, type Proof } from "./list-evaluator.ts";
import { probeService } from "./service-wait.ts";
import type { Reconciler } from "./reconciler.ts";
import { beforeClaim, PendingVerifier, type PendingVerifierOptions, withPendingVerifier } from "./verify-pending.ts";
import { isWithoutList } from "../../../core/api/sms.ts";

export interface BeforeSending {
  /** Why sending cannot start; undefined: it can. */
  readonly end?: LoopEnd;
  /** Whether the service provides SMS lists; undefined where this was not determined. */
  readonly hasLists?: boolean;
}

/** A position before every row: nothing was sent. */
const nowhere: ClaimPosition = { wave: -1, row: 0 };
/** Minimum delay between two attempts while the service throttles. */
const throttledMs = 5_000;

interface CopyCheckOptions {
  readonly deps: CampaignDeps;
  readonly campaign: StoredCampaign;
  readonly connection: CampaignConnection;
  readonly proof: Proof;
}

/** Prevents a copied or an older database from sending a bulk campaign twice, for one run. */
export class CopyCheck {
  readonly stretch: SendStretch;
  readonly #options: CopyCheckOptions;
  readonly #lookUps: PendingSamplerOptions;
  readonly #verifier: PendingVerifier;
  #isStarted = false;
  #sampled = false;

  constructor(options: CopyCheckOptions) {
    const { deps, campaign, proof, connection } = options;
    const { store, marks, clock, log, holder, onList, random } = deps;
    const { id, api } = connection;
    this.#options = options;
    this.stretch = new SendStretch({
      store,
      marks,
      clock,
      campaign: campaign.id,
      clockOffsetMs: () => api.clockOffsetMs(),
    });
    this.#lookUps = {
      api,
      store,
      clock,
      log,
      proof,
      holder,
      campaign,
      onList,
      random,
      connection: id,
      graceMs: connection.options.reconcileAfterMs,
      firstWatchMs: firstWatchMs(campaign.options),
    };
    this.#verifier = new PendingVerifier(this.#lookUps);
  }

  /** A reconciler that looks up unverified recipients in addition to unknown ones. */
  join(reconciler: Reconciler): Reconciler {
    return withPendingVerifier(reconciler, this.#verifier);
  }

  /** Call it whenever sending starts. */
  async beforeSending(signal: AbortSignal): Promise<BeforeSending> {
    if (!this.#isStarted) await this.#begin();
    this.#isStarted = true;
    if (this.#sampled) return {};
    try {
      return await this.#sample(signal);
    } catch (error) {
      if (signal.aborted) return {};
      if (!isAppError(error) || !isConnectivityError(error)) throw error;
      return { end: endOf(error) };
    }
  }

  /** Ends the period of sending; does nothing where sending never started. Never throws. */
  async end(): Promise<void> {
    if (!this.#isStarted) return;
    const { deps, campaign } = this.#options;
    try {
      await this.stretch.end();
    } catch (cause) {
      deps.log.warn("campaign.mark-not-ended", { campaign: campaign.id }, cause);
    }
  }

  async #begin(): Promise<void> {
    const { deps, campaign } = this.#options;
    const { store, marks } = deps;
    const state = await store.sendState(campaign.id);
    const mark = await marks.read(state.uuid);
    const reason = suspectReason(state, mark);
    if (mark === undefined || reason === "mark-missing") {
      if (reason !== undefined) await this.#flag({ reason, sentBefore: this.#serviceNow() });
    } else if (reason !== undefined) {
      // After an unclean end the database has this mark, so messages that it does not have were sent under the mark.
      const sentAfter = reason === "unclean-end" ? mark.writtenAt - markRefreshMs : undefined;
      await this.#flag({ reason, upTo: mark.position ?? nowhere, sentBefore: mark.writtenAt, sentAfter });
    }
    await store.recheckUnverified(campaign.id);
    await this.#beginStretch(mark);
    await this.#beginVerifying();
  }

  async #sample(signal: AbortSignal): Promise<BeforeSending> {
    const { deps, campaign, connection } = this.#options;
    const { rows, listed, unread, failure, hasLists } = await samplePending(this.#lookUps, signal);
    if (failure !== undefined) return { end: endOf(failure) };
    if (rows === 0 && connection.api.clockOffsetMs() === undefined) {
      // No row is claimed before the service's clock is known.
      const probe = await probeService(connection.api, signal);
      if (probe.kind === "signed-out") return { end: { kind: "needs-sign-in", message: probe.message } };
      if (probe.kind === "no-answer") return { end: { kind: "offline", message: probe.message } };
    }
    if (listed || unread.length > 0) {
      const finding = listed ? { reason: "listed" as const } : { reason: "list-not-read" as const, rows: unread };
      await this.#flag({ ...finding, sentBefore: this.#serviceNow() });
      const { uuid } = await deps.store.sendState(campaign.id);
      await this.#beginStretch(await deps.marks.read(uuid));
    }
    await this.#beginVerifying();
    this.#sampled = true;
    return { hasLists };
  }

  async #flag(args: Pick<FlagArgs, "reason" | "upTo" | "rows" | "sentBefore" | "sentAfter">): Promise<void> {
    const { deps, campaign } = this.#options;
    const { store, clock, log, publish } = deps;
    const flagged = await store.flagUnverified({ campaign: campaign.id, ...args, now: clock.now() });
    log.warn("campaign.unverified", { campaign: campaign.id, reason: args.reason, flagged });
    publish("campaigns.changed", { campaignId: String(campaign.id) });
  }

  async #beginStretch(mark: SendMark | undefined): Promise<void> {
    const { store } = this.#options.deps;
    const campaign = this.#options.campaign.id;
    const state = await store.sendState(campaign);
    const claimed = mark?.generation !== state.generation;
    await this.stretch.begin({ ...state, sentUpTo: await store.sentUpTo({ campaign, claimed }) }, mark);
  }

  async #beginVerifying(): Promise<void> {
    const { store } = this.#options.deps;
    const campaign = this.#options.campaign.id;
    const at = this.#serviceNow();
    if (at !== undefined) await store.limitSuspectAt({ campaign, at });
    this.#verifier.begin(await store.sendState(campaign));
  }

  /** Undefined until the service has answered once, because our own clock may be wrong. */
  #serviceNow(): number | undefined {
    const { deps, connection } = this.#options;
    const offsetMs = connection.api.clockOffsetMs();
    return offsetMs === undefined ? undefined : deps.clock.now() + offsetMs;
  }
}

/** Why pending recipients may have been sent by another copy or a newer state of the database. */
function suspectReason(
  { suspect, generation, claims }: SendState,
  mark: StoredSendMark | undefined,
): SuspectReason | undefined {
  if (mark === undefined) return suspect ?? (generation > 0 ? "mark-missing" : undefined);
  // The database may be one generation ahead, where the mark could not be written; more means that an older mark replaced the last
  // one.
  if (mark.generation < generation - 1) return "mark-missing";
  if (suspect !== undefined) return suspect;
  if (mark.generation > generation) return "database-behind";
  // A crash leaves the database with all of its claims; an older state of it has fewer.
  const isSame = mark.claims !== undefined && claims >= mark.claims;
  return mark.ended || isSame ? undefined : "unclean-end";
}

function endOf(error: AppError): LoopEnd {
  const message = textOf(error);
  const { kind, retryAfterMs } = error.details ?? {};
  switch (kind) {
    case "signed-out":
      return { kind: "needs-sign-in", message };
    case "throttled":
      return { kind: "throttled", message, forMs: Math.max(throttledMs, Number(retryAfterMs ?? 0)) };
    default:
      return { kind: "offline", message };
  }
}

// Reads some lists before a campaign sends, to find a message that this database does not have. This detects an older database whose
// send mark is just as old.

interface PendingSamplerOptions extends PendingVerifierOptions {
  readonly random: () => number;
}

interface Sample {
  /** Number of rows in the sample. */
  readonly rows: number;
  /** The service lists what may be a message of a sampled row that this database does not have. */
  readonly listed: boolean;
  /** Rows whose lists were inconclusive although others can be read. */
  readonly unread: readonly number[];
  /** Why no list could be read. */
  readonly failure: AppError | undefined;
  /** Whether the service provides the lists that prove outcomes; undefined where this was not determined. */
  readonly hasLists: boolean | undefined;
}

type Sampled =
  | { readonly kind: "listed" | "not-listed" | "without-list" | "incomplete" }
  | { readonly kind: "not-read"; readonly failure?: AppError };

/** Rows of a sample: this many of the next ones in claim order, as many at random, and as many rejected ones. */
const sampleRows = 10;

/** Looks up the next rows in claim order, some random and some rejected ones, once. Throws where the service is not reachable. */
async function samplePending(options: PendingSamplerOptions, signal: AbortSignal): Promise<Sample> {
  const { store, campaign, random } = options;
  const evaluator = createListEvaluator({
    ...options,
    sourceAddress: campaign.sourceAddress,
    intentMeasured: false,
  });
  const numbers = Array.from({ length: sampleRows }, () => random());
  const rows = await store.sampleClaimable({ campaign: campaign.id, next: sampleRows, random: numbers });
  const sampled = new Map<number, Sampled>();
  for (let start = 0; start < rows.length;) {
    const group = rows.slice(start, start + evaluator.parallel);
    const samples = await Promise.all(group.map((row) => sampleOne(options, evaluator, row, signal)));
    for (const [index, { row }] of group.entries()) sampled.set(row, samples[index] ?? { kind: "not-read" });
    start += group.length;
  }
  return summarize(sampled);
}

function summarize(sampled: ReadonlyMap<number, Sampled>): Sample {
  const all = [...sampled.values()];
  const hasKind = (...kinds: readonly Sampled["kind"][]): boolean => all.some(({ kind }) => kinds.includes(kind));
  const readable = hasKind("listed", "not-listed");
  // A service that never returns complete lists cannot prove anything.
  const unread = readable ? ["not-read", "incomplete"] : ["not-read"];
  return {
    rows: sampled.size,
    listed: hasKind("listed"),
    unread: [...sampled].flatMap(([row, { kind }]) => (unread.includes(kind) ? [row] : [])),
    failure: readable ? undefined : all.flatMap((one) => (one.kind === "not-read" ? (one.failure ?? []) : []))[0],
    hasLists: readable || (hasKind("without-list", "incomplete") ? false : undefined),
  };
}

async function sampleOne(
  { campaign, graceMs, proof, log }: PendingSamplerOptions,
  evaluator: ListEvaluator,
  { row, target, text }: PendingRow,
  signal: AbortSignal,
): Promise<Sampled> {
  const intent = { text, intentAt: campaign.createdAt, intentOffsetMs: undefined };
  const subject = { campaign: campaign.id, row, attempt: beforeClaim, graceMs };
  try {
    const { classification } = await evaluator.evaluate({ ...intent, target, graceEnded: true }, subject, signal);
    switch (classification.kind) {
      case "absent":
      case "wait":
        return { kind: "not-listed" };
      case "rival":
        return { kind: "not-read" };
      case "accepted":
        return { kind: "listed" };
      case "unclear":
        // The last check of `classifyList`: nothing on the list resembles the message.
        if (classification.code === "list-too-young") return { kind: "not-listed" };
        if (classification.code === "list-incomplete") return { kind: "incomplete" };
        return { kind: classification.stale === true ? "not-read" : "listed" };
    }
  } catch (error) {
    if (signal.aborted || !(error instanceof AppError) || isConnectivityError(error)) throw error;
    log.warn("campaign.sample-failed", { row, code: error.code });
    // A missing list of this endpoint says nothing about others, and a rejection is permanent.
    const isRejected = error.details?.["kind"] === "refused";
    return isWithoutList(error) || isRejected ? { kind: "without-list" } : { kind: "not-read", failure: error };
  } finally {
    proof.absences.remove(subject);
  }
}
