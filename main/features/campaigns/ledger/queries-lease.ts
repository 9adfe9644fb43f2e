/** One owner per campaign: a lease row names machine, directory and process. A copied profile contains another owner's lease. */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";
import type { ClaimPosition } from "../../../core/hosts.ts";
import type { WriteDb } from "../../../core/store/db.ts";
import { lastClaimed } from "./queries-mark.ts";
import { flagUnverified } from "./queries-reconcile.ts";

/** Minimum interval between two heartbeat writes. */
const heartbeatEveryMs = 5_000;

export interface LeaseHolder {
  readonly machine: string;
  /** How an earlier version of the program named this machine. */
  readonly formerMachine?: string;
  /** The resolved data directory; a copy of it has another path. */
  readonly home: string;
  readonly process: number;
  readonly instance: string;
}

interface LeaseRow {
  readonly machine: string;
  readonly home: string;
  readonly process: number;
  readonly instance: string;
  readonly heartbeat_at: number;
  readonly released: number;
}

/**
 * Records the owner of a campaign that was never started, so that a copy of the directory is recognised before the first start, too.
 */
export function recordOwner(db: WriteDb, campaign: number, holder: LeaseHolder, now: number): void {
  writeLease(db, campaign, holder, { now, released: 1, conflict: "NOTHING" });
}

function writeLease(
  db: WriteDb,
  campaign: number,
  { machine, home, process, instance }: LeaseHolder,
  { now, released, conflict }: { readonly now: number; readonly released: 0 | 1; readonly conflict: string },
): void {
  db.run(
    `INSERT INTO campaign_lease (campaign, machine, home, process, instance, heartbeat_at, released) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (campaign) DO ${conflict}`,
    campaign,
    machine,
    home,
    process,
    instance,
    now,
    released,
  );
}

/**
 * Migrates data of earlier versions: leases that name this machine by the former rule are updated, campaigns without a lease get
 * one.
 */
export function adoptLeases(
  db: WriteDb,
  { holder, now }: { readonly holder: LeaseHolder; readonly now: number },
): void {
  db.transaction(() => {
    if (holder.formerMachine !== undefined) {
      const former = `former:${holder.formerMachine}`;
      db.run(
        "UPDATE campaign_lease SET machine = ? WHERE machine = ? AND home = ?",
        holder.machine,
        former,
        holder.home,
      );
    }
    const without = db.all<{ id: number }>(
      `SELECT id FROM campaign WHERE state NOT IN ('draft', 'finished', 'cancelled')
         AND NOT EXISTS (SELECT 1 FROM campaign_lease WHERE campaign = campaign.id)`,
    );
    for (const { id } of without) recordOwner(db, id, holder, now);
  });
}

/**
 * Takes the lease. The directory's lock already excludes other processes of this machine, so a lease of the same machine and
 * directory is stale. One of another machine or directory requires `takeOver`, which flags all pending rows for a look-up, because
 * the other copy may have sent them.
 */
export function takeLease(
  db: WriteDb,
  args: { readonly campaign: number; readonly holder: LeaseHolder; readonly now: number; readonly takeOver: boolean },
): void {
  const { campaign, holder, now } = args;
  db.transaction(() => {
    const lease = readLease(db, campaign);
    const foreign = lease !== undefined && (lease.machine !== holder.machine || lease.home !== holder.home);
    if (foreign && !args.takeOver) throw heldElsewhere(campaign, lease, now);
    if (foreign) flagUnverified(db, { campaign, reason: "taken-over", upTo: undefined, sentBefore: undefined, now });
    const conflict = `UPDATE SET machine = excluded.machine, home = excluded.home, process = excluded.process,
      instance = excluded.instance, heartbeat_at = excluded.heartbeat_at, released = 0`;
    writeLease(db, campaign, holder, { now, released: 0, conflict });
  });
}

function heldElsewhere(campaign: number, lease: LeaseRow, now: number): AppError {
  const seconds = Math.round((now - lease.heartbeat_at) / 1000);
  return new AppError("lease-held", codedText("lease-held", { campaign, home: lease.home, seconds }), {
    details: { home: lease.home, process: lease.process, heartbeatAt: lease.heartbeat_at },
  });
}

/** Throws "lease-lost" unless `holder` still holds the lease; updates the heartbeat. */
export function requireLease(db: WriteDb, campaign: number, holder: LeaseHolder, now: number): void {
  const lease = readLease(db, campaign);
  if (lease === undefined || lease.instance !== holder.instance || lease.home !== holder.home || lease.released === 1) {
    throw new AppError("lease-lost", codedText("lease-lost"));
  }
  if (now - lease.heartbeat_at >= heartbeatEveryMs || now < lease.heartbeat_at) {
    db.run("UPDATE campaign_lease SET heartbeat_at = ? WHERE campaign = ?", now, campaign);
  }
}

/** Releases the lease; the holder stays recorded, so that a copy of the directory is still recognised. */
export function releaseLease(
  db: WriteDb,
  args: { readonly campaign: number; readonly holder: LeaseHolder; readonly now: number },
): void {
  db.run(
    "UPDATE campaign_lease SET released = 1, heartbeat_at = ? WHERE campaign = ? AND instance = ?",
    args.now,
    args.campaign,
    args.holder.instance,
  );
}

/** Whether the campaign has no lease, or one of this machine and directory. */
export function leaseIsOurs(db: WriteDb, campaign: number, holder: LeaseHolder): boolean {
  const lease = readLease(db, campaign);
  return lease === undefined || (lease.machine === holder.machine && lease.home === holder.home);
}

export interface Unmarked {
  readonly campaign: number;
  readonly uuid: string;
  /** Position of the last row that was ever claimed. */
  readonly position: ClaimPosition | undefined;
}

/** Campaigns of this machine and directory that may still send and whose mark was never written. */
export function unmarkedCampaigns(db: WriteDb, holder: LeaseHolder): Unmarked[] {
  return db
    .all<{ campaign: number; uuid: string }>(
      `SELECT id AS campaign, uuid FROM campaign
       WHERE kind = 'bulk' AND mark_generation = 0 AND state NOT IN ('draft', 'finished', 'cancelled')`,
    )
    .filter(({ campaign }) => leaseIsOurs(db, campaign, holder))
    .map((one) => ({ ...one, position: lastClaimed(db, one.campaign) }));
}

function readLease(db: WriteDb, campaign: number): LeaseRow | undefined {
  return db.get<LeaseRow>(
    "SELECT machine, home, process, instance, heartbeat_at, released FROM campaign_lease WHERE campaign = ?",
    campaign,
  );
}
