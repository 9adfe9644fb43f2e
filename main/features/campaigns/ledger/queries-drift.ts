/**
 * Recipients by their endpoints, and taking some of them out of a campaign that is not running. Plain functions of the
 * store's thread. Rows to be taken out are put aside in memory first, so that taking them out is one transaction however
 * many they are.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "../../../failure.ts";
import type { ReadDb, WriteDb } from "../../../store/db.ts";
import { shiftTaken, takeOut } from "./queries-cancel.ts";
import { applyDelta, type Delta } from "./queries-counters.ts";
import { getCampaign } from "./queries-state.ts";

export interface PendingRecipient {
  readonly row: number;
  readonly endpoint: string;
  readonly given: string;
  readonly text: string;
}

/** Who of these is still to be sent to. */
export function pendingOf(
  db: ReadDb,
  { campaign, endpoints }: { readonly campaign: number; readonly endpoints: readonly string[] },
): PendingRecipient[] {
  return endpoints.flatMap(
    (endpoint) =>
      db.get<PendingRecipient>(
        `SELECT row, endpoint, given, text FROM recipient INDEXED BY recipient_endpoint
          WHERE endpoint = ? AND campaign = ? AND outcome = 1`,
        endpoint,
        campaign,
      ) ?? [],
  );
}

/** Which of these endpoints no row of the campaign names, be it sent to or excluded. */
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

/** Puts rows aside: a new list, or more of one. Answers its number. */
export function setAside(db: WriteDb, list: number | undefined, rows: readonly number[]): number {
  db.exec(`CREATE TEMP TABLE IF NOT EXISTS recipient_aside_list (list INTEGER PRIMARY KEY AUTOINCREMENT);
    CREATE TEMP TABLE IF NOT EXISTS recipient_aside (list INTEGER NOT NULL, row INTEGER NOT NULL, PRIMARY KEY (list, row))
      WITHOUT ROWID;`);
  const mine = list ?? db.run("INSERT INTO temp.recipient_aside_list DEFAULT VALUES").lastInsertRowid;
  for (const row of rows) db.run("INSERT OR IGNORE INTO temp.recipient_aside (list, row) VALUES (?, ?)", mine, row);
  return mine;
}

export function dropAside(db: WriteDb, list: number): void {
  db.run("DELETE FROM temp.recipient_aside WHERE list = ?", list);
}

/** Takes out the rows of a list that are still pending; answers how many, be they cancelled or unknown again. Throws `campaign-state` when the campaign runs. */
export function cancelAside(
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
    const out = takeOut(db, { campaign, code, now }, { condition, values: [list], logged: true });
    const delta: Delta = {};
    shiftTaken(delta, out);
    applyDelta(db, campaign, delta);
    return out.removed;
  });
}
