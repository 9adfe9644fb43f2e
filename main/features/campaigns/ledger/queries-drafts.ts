/**
 * Campaigns that are being written; these functions run in the store's thread.
 *
 * Invariants
 * - A draft names at most one campaign, and only one that has not been started; a draft whose campaign was started is removed.
 * - A kept list is removed only when no draft and no campaign that is still to be sent names it.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "../../../failure.ts";
import type { ReadDb, WriteDb } from "../../../store/db.ts";

export interface DraftRow {
  readonly id: number;
  readonly connection: number;
  readonly step: string;
  /** JSON. */
  readonly body: string;
  /** The campaign it was frozen as, while that can still be replaced. */
  readonly campaign: number | null;
  readonly created_at: number;
  readonly updated_at: number;
}

export interface DraftArgs {
  /** Replaces this one; its connection stays where none is given. */
  readonly id: number | undefined;
  readonly connection: number | undefined;
  readonly step: string;
  readonly body: string;
  readonly now: number;
}

/** It can be frozen anew: nothing of it was sent, nobody armed it, and it is still there. */
const replaceable = "c.started_at IS NULL AND c.state IN ('planned', 'paused')";

const rows = `SELECT d.id, d.connection, d.step, d.body, CASE WHEN ${replaceable} THEN d.campaign END AS campaign,
    d.created_at, d.updated_at FROM campaign_draft d LEFT JOIN campaign c ON c.id = d.campaign`;

/** Newest first; of one connection, or of all. */
export function listDrafts(db: ReadDb, connection: number | undefined): DraftRow[] {
  const [where, values] = connection === undefined ? ["", []] : ["WHERE d.connection = ?", [connection]];
  return db.all<DraftRow>(`${rows} ${where} ORDER BY d.updated_at DESC, d.id DESC`, ...values);
}

/** Throws `draft-unknown`. */
export function getDraft(db: ReadDb, id: number): DraftRow {
  const row = db.get<DraftRow>(`${rows} WHERE d.id = ?`, id);
  if (row === undefined) throw draftUnknown(id);
  return row;
}

/** Two within a millisecond, or after the clock went back: the one that was written last is still the newest. */
function laterThanAll(db: ReadDb, now: number): number {
  const last = db.get<{ at: number | null }>("SELECT max(updated_at) AS at FROM campaign_draft")?.at ?? 0;
  return Math.max(now, last + 1);
}

/** Throws `draft-unknown` when the one to replace is not there. */
export function saveDraft(db: WriteDb, { id, connection, step, body, now: requestedAt }: DraftArgs): DraftRow {
  return db.transaction(() => {
    const now = laterThanAll(db, requestedAt);
    if (id === undefined) {
      if (connection === undefined) throw new Error("a new draft has a connection");
      const { lastInsertRowid } = db.run(
        "INSERT INTO campaign_draft (connection, step, body, created_at, updated_at) VALUES (?, ?, ?, ?, ?)",
        connection,
        step,
        body,
        now,
        now,
      );
      return getDraft(db, lastInsertRowid);
    }
    const { changes } = db.run(
      "UPDATE campaign_draft SET connection = coalesce(?, connection), step = ?, body = ?, updated_at = ? WHERE id = ?",
      connection ?? null,
      step,
      body,
      now,
      id,
    );
    if (changes === 0) throw draftUnknown(id);
    return getDraft(db, id);
  });
}

/** Throws `draft-unknown`. The campaign it was frozen as stays. */
export function removeDraft(db: WriteDb, id: number): void {
  if (db.run("DELETE FROM campaign_draft WHERE id = ?", id).changes === 0) throw draftUnknown(id);
}

/**
 * Puts a campaign that was just planned in place of the one that the draft was frozen as before, which is removed. Where that
 * one was started meanwhile, the new one is removed instead and `campaign-state` is thrown.
 */
export function replaceFrozen(
  db: WriteDb,
  { draft: id, campaign }: { readonly draft: number; readonly campaign: number },
): void {
  const started = db.transaction(() => {
    const before = db.get<{ campaign: number | null; replaceable: number | null }>(
      `SELECT d.campaign, ${replaceable} AS replaceable FROM campaign_draft d LEFT JOIN campaign c ON c.id = d.campaign
        WHERE d.id = ?`,
      id,
    );
    if (before?.replaceable === 0 && isArmed(db, before.campaign)) {
      db.run("DELETE FROM campaign WHERE id = ?", campaign);
      db.run("DELETE FROM campaign_draft WHERE id = ?", id);
      return true;
    }
    if (before?.replaceable === 1) db.run("DELETE FROM campaign WHERE id = ?", before.campaign);
    db.run("UPDATE campaign_draft SET campaign = ? WHERE id = ?", campaign, id);
    return false;
  });
  if (started) {
    throw new AppError("campaign-state", codedText("campaign-started-before-planning"));
  }
}

function isArmed(db: ReadDb, campaign: number | null): boolean {
  return db.get(`SELECT 1 FROM campaign c WHERE c.id = ? AND ${armed}`, campaign) !== undefined;
}

/** Somebody has let it go: from now on it is looked at as a campaign. */
const armed = "(c.started_at IS NOT NULL OR c.state IN ('scheduled', 'running'))";

/** Removes drafts whose campaign was started; answers how many. */
export function removeStartedDrafts(db: WriteDb): number {
  return db.run(`DELETE FROM campaign_draft WHERE campaign IN (SELECT c.id FROM campaign c WHERE ${armed})`).changes;
}

export function forgetDrafts(db: WriteDb, connection: number): void {
  db.run("DELETE FROM campaign_draft WHERE connection = ?", connection);
}

/** Numbers of the lists that audiences in a column of JSON name. */
const listsIn = (table: string, json: string): string =>
  `SELECT json_extract(step.value, '$.source.list.id') AS list
     FROM ${table}, json_each(CASE WHEN json_valid(${json}) THEN ${json} ELSE '{}' END, '$.audience') step
    WHERE step.type = 'object'`;

/**
 * Removes lists that nobody names any more: no draft, and no campaign that has not ended. One kept after `keptBefore` stays:
 * whoever keeps a list names it a moment later.
 */
export function removeUnusedLists(db: WriteDb, { createdBefore }: { readonly createdBefore: number }): number {
  return db.run(
    `DELETE FROM recipient_list WHERE created_at < ? AND id NOT IN (SELECT list FROM (
       ${listsIn("campaign_draft d", "d.body")}
       UNION ALL ${listsIn("campaign c", "c.planned")} AND c.state NOT IN ('finished', 'cancelled')
     ) WHERE list IS NOT NULL)`,
    createdBefore,
  ).changes;
}

function draftUnknown(id: number): AppError {
  return new AppError("draft-unknown", codedText("draft-unknown"), { details: { id } });
}
