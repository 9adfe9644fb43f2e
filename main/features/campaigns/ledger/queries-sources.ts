/** Sources of an audience: saved lists, and parts of earlier campaigns. Plain functions of the store thread. */
import type { CampaignPart } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { ReadDb, WriteDb } from "../../../core/store/db.ts";

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
  args: { readonly campaign: number; readonly which: CampaignPart; readonly after: number; readonly limit: number },
): { readonly endpoints: readonly string[]; readonly next: number | undefined } {
  const rows = db.all<{ row: number; endpoint: string }>(
    `SELECT row, endpoint FROM recipient WHERE campaign = ? AND row > ? AND endpoint IS NOT NULL AND ${conditions[args.which]}
     ORDER BY row LIMIT ?`,
    args.campaign,
    args.after,
    args.limit,
  );
  const next = rows.length < args.limit ? undefined : rows.at(-1)?.row;
  return { endpoints: rows.map(({ endpoint }) => endpoint), next };
}
