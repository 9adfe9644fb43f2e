/** SQLite implementation of the ledger, for one campaign and one lease holder. */
import type { ClaimPosition, Clock, SendMark, SendMarks } from "../../../core/hosts.ts";
import type { Ledger } from "../../../core/jobs/ledger.ts";
import type { StoreClient } from "../../../core/store/db.ts";
import type { campaignQueries } from "../queries.ts";
import { type LeaseHolder } from "./queries-lease.ts";
import { isBehind, type nextStretch, type SendState, type setMarkGeneration } from "./queries-mark.ts";
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { localZone } from "#shared/zone-time.ts";
import type { CommitArgs } from "./queries-ledger.ts";
import type { StoredCampaign } from "./queries-state.ts";
import { AppError } from "#shared/failure.ts";

export type CampaignStore = StoreClient<typeof campaignQueries>;

/** Throws `campaign-unknown`, also for a single SMS. */
export async function findCampaign(store: CampaignStore, campaignId: string): Promise<StoredCampaign> {
  const campaign = await store.getCampaign(readCampaignId(campaignId));
  if (campaign.kind !== "bulk") throw unknownCampaign(campaignId);
  return campaign;
}

/** The stored id of a campaign. Throws `campaign-unknown` for a text that is none. */
export function readCampaignId(campaignId: string): number {
  const id = Number(campaignId);
  if (!Number.isSafeInteger(id) || id < 1) throw unknownCampaign(campaignId);
  return id;
}

function unknownCampaign(campaign: string): AppError {
  return new AppError("campaign-unknown", codedText("campaign-unknown", { campaign }));
}

export interface SqliteLedgerOptions {
  readonly store: CampaignStore;
  readonly clock: Clock;
  /** Clock for due times of look-ups; see `steadyTime`. */
  readonly steadyNow: () => number;
  readonly campaign: number;
  readonly holder: LeaseHolder;
  /** Service clock minus ours, where known. */
  readonly clockOffsetMs: () => number | undefined;
  /** Delay before the first look-up of a row that became unknown. */
  readonly firstCheckMs: number;
  /** Delay before the first check of an accepted row; undefined where delivery is not checked. */
  readonly firstWatchMs: number | undefined;
  /** See `ConnectionOptions`. */
  readonly dailyBudget: number | "none";
  /** Undefined where nothing is claimed, and for a single message, which no older database sends again. */
  readonly stretch?: SendStretch;
  /** Throws where the data directory is no longer at its path. */
  readonly requireDataDir: () => Promise<void>;
}

interface Covered {
  readonly cover?: Awaited<ReturnType<SendStretch["cover"]>>;
  readonly failure?: { readonly error: unknown };
}

export function createSqliteLedger(options: SqliteLedgerOptions): Ledger {
  const { store, clock, steadyNow, campaign, holder, firstWatchMs, stretch } = options;
  const watchAt = (now: number): number | undefined => (firstWatchMs === undefined ? undefined : now + firstWatchMs);
  /** A mark that cannot be written prevents claims; outcomes are recorded anyway. */
  const coverOf = (claim: number): Promise<Covered> | undefined =>
    stretch?.cover(claim).then(
      (cover) => ({ cover }),
      (error: unknown) => ({ failure: { error } }),
    );
  return {
    commit: async (outcomeRecords, requested) => {
      const { cover, failure: claimFailure }: Covered = (requested > 0 ? await coverOf(requested) : undefined) ?? {};
      const claim = claimFailure === undefined ? requested : 0;
      const now = clock.now();
      const offsetMs = options.clockOffsetMs();
      const dailyBudget = options.dailyBudget === "none" ? undefined : options.dailyBudget;
      const { budgetSpent, claims, ...committed } = await store.commit({
        campaign,
        holder,
        outcomeRecords,
        claim,
        cover,
        now,
        offsetMs,
        firstCheckAt: steadyNow() + options.firstCheckMs,
        watchAt: watchAt(now),
        dailyBudget,
      });
      if (claim > 0) stretch?.claimed(committed.claimed.length, claim, claims);
      return {
        ...committed,
        budgetSpent: budgetSpent && dailyBudget !== undefined ? budgetMessage(dailyBudget) : undefined,
        ...(claimFailure === undefined ? {} : { claimFailure }),
      };
    },
    async requireOwner() {
      await options.requireDataDir();
      await store.requireLease(campaign, holder, clock.now());
    },
    recover: (code) => {
      const checkAt = steadyNow() + options.firstCheckMs;
      return store.recover({ campaign, now: clock.now(), checkAt, code, owner: holder });
    },
    dueUnknown: (limit) => store.dueUnknown({ campaign, now: steadyNow(), limit }),
    reconcile: (verdicts) => {
      const now = clock.now();
      return store.reconcile({ campaign, verdicts, now, watchAt: watchAt(now) });
    },
    recheckUnknown: () => store.recheckUnknown(campaign),
    counts: () => store.counts(campaign),
    cancelPending: (code) => store.cancelPending({ campaign, code, now: clock.now() }),
  };
}

// Message for a connection whose daily budget is used up.

export function budgetMessage(dailyBudget: number): CodedText {
  return codedText("budget-spent", { budget: dailyBudget, zone: localZone() });
}

// Keeps a campaign's send mark ahead of its claims: rows are claimed in stretches, and the end of a stretch is on disk outside of
// the data directory before its first row is claimed. The next stretch is written while rows of the current one are sent.
// Invariants
// - No row after the mark's position is claimed.
// - The position never decreases, and it covers the unverified rows.
// - Before a claimed row is sent, the count of claims is stored outside of the data directory: a database with fewer claims is an
//   older state of the one that sent last, and one with as many is not.
// - The database stores a generation before the mark with that generation is written: a crash in between leaves nothing to look up,
//   and an older state of the database is still detected as behind.

interface SendStretchOptions {
  readonly store: StoreClient<{
    readonly nextStretch: typeof nextStretch;
    readonly setMarkGeneration: typeof setMarkGeneration;
  }>;
  readonly marks: SendMarks;
  readonly clock: Clock;
  readonly campaign: number;
  /** Service clock minus ours, where known. */
  readonly clockOffsetMs: () => number | undefined;
}

interface StretchState extends Pick<SendState, "uuid" | "generation" | "claims"> {
  /** Position of the last row that may have been sent, according to the database. */
  readonly sentUpTo?: ClaimPosition;
}

/** Rows of one stretch; up to this many rows that were not sent may have to be looked up. */
const stretchRows = 1_000;
/** Claims between two checkpoints in the keychain. */
const checkpointRows = 10_000;
/** Maximum age of a mark while claims are made: its time bounds when the last message may have been sent. */
export const markRefreshMs = 60_000;

export class SendStretch {
  readonly #options: SendStretchOptions;
  #uuid = "";
  #generation = 0;
  #position: ClaimPosition | undefined;
  /** Rows up to the mark that may still be claimed; there may be more when some were requeued. */
  #left = 0;
  #claimed = 0;
  /** The write of the next stretch, while it is in progress. */
  #ahead: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;
  #writtenAt = { wall: 0, monotonic: 0 };
  /** The time of the mark is on the service's clock. */
  #timed = false;
  #sinceCheckpoint = 0;

  constructor(options: SendStretchOptions) {
    this.#options = options;
  }

  /** Starts a period of sending: a new generation that covers the mark and the database's position. */
  async begin({ uuid, generation, claims, sentUpTo }: StretchState, mark: SendMark | undefined): Promise<void> {
    this.#uuid = uuid;
    this.#position = furthest(mark?.position, sentUpTo);
    // The database is one generation ahead of the mark: that mark could not be written, so the generation is used again.
    this.#generation =
      mark?.generation === generation - 1 ? mark.generation : Math.max(mark?.generation ?? 0, generation);
    this.#left = 0;
    await this.#renew(true);
    this.#options.marks.count(uuid, claims);
  }

  /** Ensures that up to `claim` rows may be claimed, and returns how far. Requires `begin`. */
  async cover(claim: number): Promise<NonNullable<CommitArgs["cover"]>> {
    if (this.#left < claim) await this.#ahead;
    if (this.#failure !== undefined) throw this.#failure.error;
    if (this.#left < claim) await this.#extend(Math.ceil(claim / stretchRows) * stretchRows);
    else if (this.#ahead === undefined && this.#isOutOfDate()) await this.#renew(false);
    return { upTo: this.#position };
  }

  /**
   * Reports that `count` of `requested` rows were claimed under the last cover; `total` counts since planning. Call it before the
   * first of them is sent.
   */
  claimed(count: number, requested: number, total: number): void {
    if (count > 0) this.#options.marks.count(this.#uuid, total);
    this.#claimed += count;
    this.#sinceCheckpoint += count;
    // Fewer than requested: others were removed in the meantime, so the stretch has to be computed again.
    this.#left = count < requested ? 0 : this.#left - count;
    if (this.#left === 0 || this.#left > stretchRows / 2 || this.#ahead !== undefined) return;
    this.#ahead = this.#extend(this.#left + stretchRows)
      .catch((error: unknown) => {
        this.#failure = { error };
      })
      .finally(() => {
        this.#ahead = undefined;
      });
  }

  /** Ends the period of sending: a copy of the database made during it is behind from then on. */
  async end(): Promise<void> {
    await this.#ahead;
    await this.#renew(true, true);
  }

  async #extend(rows: number): Promise<void> {
    const { store, campaign } = this.#options;
    const position = this.#position;
    const end = await store.nextStretch({ campaign, rows, position, generation: this.#generation + 1 });
    // The store answers in order: rows claimed before this call are excluded from its count, rows claimed after it are included.
    const before = this.#claimed;
    if (end?.further === true) {
      await this.#write(end.position, this.#sinceCheckpoint >= checkpointRows);
    } else if (this.#isOutOfDate()) {
      await this.#renew(false);
    }
    this.#left = (end?.rows ?? 0) - (this.#claimed - before);
  }

  /** The mark exceeds its maximum age, or has a time of our own clock, which may be wrong. */
  #isOutOfDate(): boolean {
    const { clock, clockOffsetMs } = this.#options;
    const timed = this.#timed || clockOffsetMs() === undefined;
    // The wall clock may be set, and the monotonic clock stops while some systems sleep, so both are checked.
    const { wall, monotonic } = this.#writtenAt;
    const isOld = clock.monotonic() - monotonic >= markRefreshMs || Math.abs(clock.now() - wall) >= markRefreshMs;
    return !timed || isOld;
  }

  /** Writes the same position under a new generation. */
  async #renew(checkpoint: boolean, ended = false): Promise<void> {
    const { store, campaign } = this.#options;
    await store.setMarkGeneration({ campaign, generation: this.#generation + 1 });
    await this.#write(this.#position, checkpoint, ended);
  }

  async #write(position: ClaimPosition | undefined, checkpoint: boolean, ended = false): Promise<void> {
    const { marks, clock, clockOffsetMs } = this.#options;
    const generation = this.#generation + 1;
    const offsetMs = clockOffsetMs();
    const now = { wall: clock.now(), monotonic: clock.monotonic() };
    const writtenAt = now.wall + (offsetMs ?? 0);
    await marks.write(this.#uuid, { generation, position, writtenAt, ended }, checkpoint);
    this.#generation = generation;
    this.#position = position;
    this.#writtenAt = now;
    this.#timed = offsetMs !== undefined;
    if (checkpoint) this.#sinceCheckpoint = 0;
  }
}

function furthest(one: ClaimPosition | undefined, other: ClaimPosition | undefined): ClaimPosition | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return isBehind(one, other) ? other : one;
}
