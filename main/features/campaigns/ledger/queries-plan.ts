/** Stores a plan: the campaign as a draft, its rows in batches, the suppression list, then "planned". */
import { codedText, encodeText } from "#shared/texts/coded-text.ts";
import { randomUUID } from "node:crypto";
import { applyDelta, type Delta } from "./queries-counters.ts";
import type { ReadDb, WriteDb } from "../../../core/store/db.ts";
import { type CampaignOptions, getCampaign } from "./queries-state.ts";
import type { IncludedRow, PlannedRow } from "../planning/plan.ts";
import { identifierForms } from "../planning/identifier-forms.ts";
import { type LeaseHolder, recordOwner } from "./queries-lease.ts";
import { AppError } from "#shared/failure.ts";
import { removeRecipients, shiftRemoved } from "./queries-recipients.ts";

export interface CreateCampaignArgs {
  readonly kind: "bulk" | "single";
  readonly connection: number;
  readonly name: string;
  readonly sourceAddress: string;
  readonly template: string;
  readonly options: CampaignOptions;
  readonly setRate: number | undefined;
  readonly concurrency: number;
  /** The complete plan input as JSON; undefined for a single SMS. */
  readonly planned?: string;
  /** Initial owner of the campaign. */
  readonly holder: LeaseHolder;
  readonly now: number;
}

/** Creates a draft without rows; returns its id. */
export function createCampaign(db: WriteDb, args: CreateCampaignArgs): number {
  return db.transaction(() => {
    const { lastInsertRowid: campaign } = db.run(
      `INSERT INTO campaign (kind, connection, name, state, source_address, template, options, set_rate, concurrency, planned, created_at, uuid)
       VALUES (?, ?, ?, 'draft', ?, ?, ?, ?, ?, ?, ?, ?)`,
      args.kind,
      args.connection,
      args.name,
      args.sourceAddress,
      args.template,
      JSON.stringify(args.options),
      args.setRate ?? null,
      args.concurrency,
      args.planned ?? null,
      args.now,
      randomUUID(),
    );
    recordOwner(db, campaign, args.holder, args.now);
    return campaign;
  });
}

/** The stored plan input, if any. */
export function readPlanned(db: ReadDb, campaign: number): string | undefined {
  return (
    db.get<{ planned: string | null }>("SELECT planned FROM campaign WHERE id = ?", campaign)?.planned ?? undefined
  );
}

/** Appends planned rows; one whose endpoint is already planned is stored as excluded "duplicate". */
export function addRows(
  db: WriteDb,
  args: { readonly campaign: number; readonly rows: readonly PlannedRow[] },
): { readonly duplicates: ReadonlySet<number> } {
  const duplicates = new Set<number>();
  const { campaign } = args;
  db.transaction(() => {
    const delta: { -readonly [K in keyof Delta]: Delta[K] } = { excluded: 0, pending: 0 };
    for (const row of args.rows) {
      if (row.excluded === undefined) {
        const { changes } = db.run(
          `INSERT INTO recipient (campaign, row, outcome, endpoint, given, text, segments) VALUES (?, ?, 1, ?, ?, ?, ?)
           ON CONFLICT (endpoint, campaign) DO NOTHING`,
          campaign,
          row.row,
          row.endpointId,
          row.identifier,
          row.text,
          row.segments,
        );
        if (changes === 1) {
          delta.pending = (delta.pending ?? 0) + 1;
          saveIdentifiers(db, campaign, row);
          continue;
        }
        duplicates.add(row.row);
      }
      insertExcluded(db, campaign, row);
      delta.excluded = (delta.excluded ?? 0) + 1;
    }
    applyDelta(db, campaign, delta);
  });
  return { duplicates };
}

function saveIdentifiers(db: WriteDb, campaign: number, { endpointId, identifiers = [] }: IncludedRow): void {
  for (const value of identifiers) {
    db.run(
      "INSERT OR IGNORE INTO recipient_identifier (campaign, value, endpoint) VALUES (?, ?, ?)",
      campaign,
      value,
      endpointId,
    );
  }
}

function insertExcluded(db: WriteDb, campaign: number, row: PlannedRow): void {
  const reason = row.excluded ?? "duplicate";
  const detail = row.excluded === undefined ? codedText("duplicate-of", { endpoint: row.endpointId }) : row.detail;
  db.run(
    "INSERT INTO recipient (campaign, row, outcome, excluded_endpoint, given, reason, detail) VALUES (?, ?, 0, ?, ?, ?, ?)",
    campaign,
    row.row,
    row.endpointId ?? null,
    row.identifier,
    reason,
    detail === undefined ? null : encodeText(detail),
  );
}

export interface SuppressionArgs {
  readonly campaign: number;
  readonly endpoints: readonly string[];
  /** Normalised identifiers of the list (`Suppression.values`); they also match endpoints that are not cached. */
  readonly values?: readonly string[];
}

/** Suppresses endpoints, by id or by the identifier of their row; a matching pending row is cancelled when it is claimed. */
export function addSuppression(db: WriteDb, { campaign, endpoints, values = [] }: SuppressionArgs): void {
  db.transaction(() => {
    for (const endpoint of endpoints) suppress(db, campaign, endpoint);
    const added = new Set<string>();
    for (const value of values) {
      const { changes } = db.run(
        "INSERT OR IGNORE INTO suppression_value (campaign, value) VALUES (?, ?)",
        campaign,
        value,
      );
      if (changes === 1) added.add(value);
    }
    if (added.size > 0) suppressIdentifiers(db, campaign, added);
  });
}

function suppress(db: WriteDb, campaign: number, endpoint: string): void {
  db.run("INSERT OR IGNORE INTO suppression (campaign, endpoint) VALUES (?, ?)", campaign, endpoint);
}

/** Rows read at a time, to bound memory. */
const rowsPerLook = 5_000;

function suppressIdentifiers(db: WriteDb, campaign: number, values: ReadonlySet<string>): void {
  for (let after: number | undefined = -1; after !== undefined;) after = suppressSome(db, campaign, values, after);
}

/**
 * Includes rows of every outcome: one that is unknown or rejected today may be pending again later. Returns the row to continue
 * after.
 */
function suppressSome(db: WriteDb, campaign: number, values: ReadonlySet<string>, after: number): number | undefined {
  if (after < 0) suppressLiveMatches(db, campaign, values);
  const rows: { readonly row: number; readonly endpoint: string | null; readonly identifier: string }[] = db.all(
    `SELECT row, endpoint, given AS identifier FROM recipient WHERE campaign = ? AND row > ? ORDER BY row LIMIT ${rowsPerLook}`,
    campaign,
    after,
  );
  for (const { endpoint, identifier } of rows) {
    if (endpoint === null) continue;
    if (values.has(endpoint) || identifierForms(identifier).some((form) => values.has(form)))
      suppress(db, campaign, endpoint);
  }
  return rows.length < rowsPerLook ? undefined : rows.at(-1)?.row;
}

function suppressLiveMatches(db: WriteDb, campaign: number, values: ReadonlySet<string>): void {
  for (const value of values) {
    const carriers = db.all<{ endpoint: string }>(
      "SELECT endpoint FROM recipient_identifier WHERE campaign = ? AND value = ?",
      campaign,
      value,
    );
    for (const { endpoint } of carriers) suppress(db, campaign, endpoint);
  }
}

/**
 * Like `addSuppression` for identifiers only, page by page, so that a running campaign can claim in between. Returns the row to
 * continue after. The identifiers are stored after the last page, so after a crash all pages are processed again.
 */
export function suppressPage(
  db: WriteDb,
  args: { readonly campaign: number; readonly values: readonly string[]; readonly after: number },
): number | undefined {
  const { campaign, values, after } = args;
  return db.transaction(() => {
    const listedSql = "SELECT 1 FROM suppression_value WHERE campaign = ? AND value = ?";
    const fresh = new Set(values.filter((value) => db.get(listedSql, campaign, value) === undefined));
    const next = fresh.size === 0 ? undefined : suppressSome(db, campaign, fresh, after);
    if (next !== undefined) return next;
    for (const value of fresh) {
      db.run("INSERT OR IGNORE INTO suppression_value (campaign, value) VALUES (?, ?)", campaign, value);
    }
    return undefined;
  });
}

/** Deletes a campaign with all of its data; false where it was started, because it is a record of what was sent then. */
export function removeCampaign(db: WriteDb, campaign: number): boolean {
  return db.run("DELETE FROM campaign WHERE id = ? AND started_at IS NULL", campaign).changes > 0;
}

/** Deletes a plan that failed, so that the next one gets its id. One that is complete stays. */
export function discardPlan(db: WriteDb, campaign: number): void {
  db.transaction(() => {
    if (db.run("DELETE FROM campaign WHERE id = ? AND state = 'draft'", campaign).changes === 0) return;
    db.run("UPDATE sqlite_sequence SET seq = seq - 1 WHERE name = 'campaign' AND seq = ?", campaign);
  });
}

/** Deletes drafts of plans that a crash interrupted. */
export function removeDrafts(db: WriteDb): number {
  return db.run("DELETE FROM campaign WHERE state = 'draft'").changes;
}

// Recipients by endpoint, and their removal from a campaign that is not running. Plain functions of the store thread.
// Rows to remove are collected in a temporary table first, so their removal is one transaction, however many there
// are.

export interface PendingRecipient {
  readonly row: number;
  readonly endpoint: string;
  readonly identifier: string;
  readonly text: string;
}

/** Pending recipients among these endpoints. */
export function pendingOf(
  db: ReadDb,
  { campaign, endpoints }: { readonly campaign: number; readonly endpoints: readonly string[] },
): PendingRecipient[] {
  return endpoints.flatMap(
    (endpoint) =>
      db.get<PendingRecipient>(
        `SELECT row, endpoint, given AS identifier, text FROM recipient INDEXED BY recipient_endpoint
          WHERE endpoint = ? AND campaign = ? AND outcome = 1`,
        endpoint,
        campaign,
      ) ?? [],
  );
}

/** Endpoints that no row of the campaign has, neither planned nor excluded. */
export function notPlanned(
  db: ReadDb,
  { campaign, endpoints }: { readonly campaign: number; readonly endpoints: readonly string[] },
): string[] {
  return endpoints.filter(
    (endpoint) =>
      db.get(
        `SELECT 1 FROM recipient INDEXED BY recipient_endpoint WHERE endpoint = ? AND campaign = ?
         UNION ALL SELECT 1 FROM recipient INDEXED BY recipient_excluded
           WHERE campaign = ? AND excluded_endpoint = ? LIMIT 1`,
        endpoint,
        campaign,
        campaign,
        endpoint,
      ) === undefined,
  );
}

/** Adds rows to a temporary list, a new one where `list` is undefined. Returns its id. */
export function stageRows(db: WriteDb, list: number | undefined, rows: readonly number[]): number {
  db.exec(`CREATE TEMP TABLE IF NOT EXISTS recipient_aside_list (list INTEGER PRIMARY KEY AUTOINCREMENT);
    CREATE TEMP TABLE IF NOT EXISTS recipient_aside (list INTEGER NOT NULL, row INTEGER NOT NULL, PRIMARY KEY (list, row))
      WITHOUT ROWID;`);
  const mine = list ?? db.run("INSERT INTO temp.recipient_aside_list DEFAULT VALUES").lastInsertRowid;
  for (const row of rows) db.run("INSERT OR IGNORE INTO temp.recipient_aside (list, row) VALUES (?, ?)", mine, row);
  return mine;
}

export function discardStaged(db: WriteDb, list: number): void {
  db.run("DELETE FROM temp.recipient_aside WHERE list = ?", list);
}

/**
 * Removes the rows of a list that are still pending; returns how many, cancelled or unknown again. Throws `campaign-state` when the
 * campaign is running.
 */
export function cancelStaged(
  db: WriteDb,
  args: { readonly campaign: number; readonly list: number; readonly code: string; readonly now: number },
): number {
  const { campaign, list, code, now } = args;
  return db.transaction(() => {
    const { state } = getCampaign(db, campaign);
    if (state !== "planned" && state !== "paused") {
      throw new AppError(
        "campaign-state",
        codedText("recipients-not-removable", { campaign, state: codedText(`state-${state}`) }),
        {
          details: { state },
        },
      );
    }
    const condition = "row IN (SELECT row FROM temp.recipient_aside WHERE list = ?)";
    const out = removeRecipients(db, { campaign, code, now }, { condition, values: [list], logged: true });
    const delta: Delta = {};
    shiftRemoved(delta, out);
    applyDelta(db, campaign, delta);
    return out.removed;
  });
}
