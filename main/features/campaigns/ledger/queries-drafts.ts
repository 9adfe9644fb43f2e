/**
 * Stored drafts. Plain functions of the store thread.
 *
 * Invariants
 * - A draft references at most one campaign, and only one that was not started; a draft whose campaign was started is deleted.
 * - A saved list is deleted only when no draft and no campaign that may still send references it.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";
import type { ReadDb, WriteDb } from "../../../core/store/db.ts";
import type { CampaignPart } from "#shared/contract/campaigns/campaign-schemas.ts";
import { applyDelta, type Delta } from "./queries-counters.ts";
import { removeRecipients, shiftRemoved } from "./queries-recipients.ts";
import { type MoveArgs, moveCampaign } from "./queries-state.ts";

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
  /** The draft to replace; it keeps its connection where none is given. */
  readonly id: number | undefined;
  readonly connection: number | undefined;
  readonly step: string;
  readonly body: string;
  readonly now: number;
}

/** The frozen campaign can be replaced: it still exists, nothing of it was sent, and it is not armed. */
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

/** Timestamps increase strictly: the last draft written stays the newest, within a millisecond and after the clock was set back. */
function laterThanAll(db: ReadDb, now: number): number {
  const last = db.get<{ at: number | null }>("SELECT max(updated_at) AS at FROM campaign_draft")?.at ?? 0;
  return Math.max(now, last + 1);
}

/** Throws `draft-unknown` when the draft to replace does not exist. */
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

/** Throws `draft-unknown`. Keeps the campaign it was frozen as. Its lists count as new, so that they outlast an undo. */
export function removeDraft(db: WriteDb, { id, now }: { readonly id: number; readonly now: number }): void {
  db.transaction(() => {
    const lists = listsIn("campaign_draft d", "d.body");
    db.run(`UPDATE recipient_list SET created_at = ? WHERE id IN (${lists} AND d.id = ?)`, now, id);
    if (db.run("DELETE FROM campaign_draft WHERE id = ?", id).changes === 0) throw draftUnknown(id);
  });
}

/**
 * Restores a removed draft under its id, with the campaign it was frozen as; one that exists is returned unchanged. Throws
 * `campaign-state` where that campaign was started in the meantime: another campaign from the same draft would send everything twice.
 */
export function restoreDraft(
  db: WriteDb,
  args: DraftArgs & { readonly id: number; readonly connection: number; readonly campaign: number | undefined },
): DraftRow {
  const { id, campaign = null } = args;
  return db.transaction(() => {
    if (db.get("SELECT 1 FROM campaign_draft WHERE id = ?", id) !== undefined) return getDraft(db, id);
    if (isArmed(db, campaign)) throw new AppError("campaign-state", codedText("draft-restore-started"));
    const used = db.get<{ seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'campaign_draft'")?.seq ?? 0;
    if (id > used) throw draftUnknown(id);
    const now = laterThanAll(db, args.now);
    db.run(
      `INSERT INTO campaign_draft (id, connection, step, body, campaign, created_at, updated_at)
       VALUES (?, ?, ?, ?, (SELECT id FROM campaign WHERE id = ?), ?, ?)`,
      id,
      args.connection,
      args.step,
      args.body,
      campaign,
      now,
      now,
    );
    return getDraft(db, id);
  });
}

/**
 * Plans a campaign as the frozen form of a draft: in the same commit it replaces the campaign that the draft was frozen as before, which is
 * deleted; recipients that were excluded from that one because their endpoint changed stay excluded. Throws `campaign-state` where that one was
 * started in the meantime, and `draft-unknown` where the draft was removed.
 */
export function planFrozen(
  db: WriteDb,
  { draft: id, ...plan }: Omit<MoveArgs, "event"> & { readonly draft: number },
): void {
  db.transaction(() => {
    const before = db.get<{ campaign: number | null; replaceable: number | null; cancelled: number | null }>(
      `SELECT d.campaign, ${replaceable} AS replaceable, c.c_cancelled AS cancelled FROM campaign_draft d LEFT JOIN campaign c ON c.id = d.campaign
        WHERE d.id = ?`,
      id,
    );
    if (before === undefined) throw draftUnknown(id);
    if (isArmed(db, before.campaign)) {
      throw new AppError("campaign-state", codedText("campaign-started-before-planning"));
    }
    if (before.campaign !== null && before.replaceable === 1) {
      // Without an index for them: only where there are some.
      if ((before.cancelled ?? 0) > 0) removeDrifted(db, plan, before.campaign);
      db.run("DELETE FROM campaign WHERE id = ?", before.campaign);
    }
    db.run("UPDATE campaign_draft SET campaign = ? WHERE id = ?", plan.campaign, id);
    moveCampaign(db, { ...plan, event: "plan" });
  });
}

function removeDrifted(db: WriteDb, { campaign, now }: Omit<MoveArgs, "event">, former: number): void {
  const condition =
    "endpoint IN (SELECT f.endpoint FROM recipient f WHERE f.campaign = ? AND f.outcome = 6 AND f.code = 'drift')";
  const out = removeRecipients(db, { campaign, code: "drift", now }, { condition, values: [former], logged: true });
  const delta: Delta = {};
  shiftRemoved(delta, out);
  applyDelta(db, campaign, delta);
}

function isArmed(db: ReadDb, campaign: number | null): boolean {
  return db.get(`SELECT 1 FROM campaign c WHERE c.id = ? AND ${armed}`, campaign) !== undefined;
}

/** Started or armed: from then on it is shown as a campaign, not as a draft. */
const armed = "(c.started_at IS NOT NULL OR c.state IN ('scheduled', 'running'))";

/** Deletes drafts whose campaign was started; returns how many. */
export function removeStartedDrafts(db: WriteDb): number {
  return db.run(`DELETE FROM campaign_draft WHERE campaign IN (SELECT c.id FROM campaign c WHERE ${armed})`).changes;
}

export function deleteDrafts(db: WriteDb, connection: number): void {
  db.run("DELETE FROM campaign_draft WHERE connection = ?", connection);
}

/** Ids of the lists that audiences in a JSON column reference. */
const listsIn = (table: string, json: string): string =>
  `SELECT json_extract(step.value, '$.source.list.id') AS list
     FROM ${table}, json_each(CASE WHEN json_valid(${json}) THEN ${json} ELSE '{}' END, '$.audience') step
    WHERE step.type = 'object'`;

/**
 * Deletes lists that no draft and no unfinished campaign references. Lists created at or after `createdBefore` are kept, because a
 * draft may reference them shortly.
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

// Sources of an audience: saved lists, and parts of earlier campaigns. Plain functions of the store thread.

export interface ListRow {
  readonly id: number;
  readonly name: string;
  readonly text: string;
  /** Analysis of the list, as JSON. */
  readonly about: string;
  readonly createdAt: number;
}

export function saveList(
  db: WriteDb,
  {
    name,
    text,
    about,
    now,
  }: { readonly name: string; readonly text: string; readonly about: string; readonly now: number },
): number {
  return db.run(
    "INSERT INTO recipient_list (name, text, about, created_at) VALUES (?, ?, ?, ?)",
    name,
    text,
    about,
    now,
  ).lastInsertRowid;
}

export function readList(db: ReadDb, id: number): ListRow | undefined {
  return db.get<ListRow>("SELECT id, name, text, about, created_at AS createdAt FROM recipient_list WHERE id = ?", id);
}

/** `delivery` is NULL where it was never checked. A reply that is still awaited counts as unanswered. */
const conditions: Readonly<Record<CampaignPart, string>> = {
  all: "outcome <> 0",
  accepted: "outcome = 3",
  refused: "outcome = 4",
  unknown: "outcome = 5",
  pending: "outcome = 1",
  undelivered: "outcome = 3 AND delivery IS NOT 'delivered'",
  silent: "outcome = 3 AND reply = 'silent'",
  unanswered: "outcome = 3 AND reply IS NOT 'as-expected' AND reply IS NOT 'answered'",
};

/** Endpoints of a campaign's part after a row, in row order. */
export function endpointsOfPart(
  db: ReadDb,
  args: { readonly campaign: number; readonly part: CampaignPart; readonly after: number; readonly limit: number },
): { readonly endpoints: readonly string[]; readonly next: number | undefined } {
  const rows = db.all<{ row: number; endpoint: string }>(
    `SELECT row, endpoint FROM recipient WHERE campaign = ? AND row > ? AND endpoint IS NOT NULL AND ${conditions[args.part]}
     ORDER BY row LIMIT ?`,
    args.campaign,
    args.after,
    args.limit,
  );
  const next = rows.length < args.limit ? undefined : rows.at(-1)?.row;
  return { endpoints: rows.map(({ endpoint }) => endpoint), next };
}
