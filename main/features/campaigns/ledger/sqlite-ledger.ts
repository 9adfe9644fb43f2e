/** SQLite implementation of the ledger, for one campaign and one lease holder. */
import type { Clock } from "../../../core/hosts.ts";
import type { Ledger } from "../../../core/jobs/ledger.ts";
import type { StoreClient } from "../../../core/store/db.ts";
import type { campaignQueries } from "../queries.ts";
import { budgetMessage } from "../budget-message.ts";
import type { LeaseHolder } from "./queries-lease.ts";
import type { SendStretch } from "./send-stretch.ts";

export type CampaignStore = StoreClient<typeof campaignQueries>;

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
      await store.heartbeat({ campaign, holder, now: clock.now() });
    },
    recover: (code) => store.recover({ campaign, now: clock.now(), checkAt: steadyNow() + options.firstCheckMs, code }),
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
