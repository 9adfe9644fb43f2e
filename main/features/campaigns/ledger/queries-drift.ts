/**
 * Recipients by endpoint, and their removal from a campaign that is not running. Plain functions of the store thread.
 * Rows to remove are collected in a temporary table first, so their removal is one transaction, however many there are.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";
import type { ReadDb, WriteDb } from "../../../core/store/db.ts";
import { shiftRemoved, removeRecipients } from "./queries-recipients.ts";
import { applyDelta, type Delta } from "./queries-counters.ts";
import { getCampaign } from "./queries-state.ts";

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
