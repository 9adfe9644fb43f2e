/** The history of a recipient: every step that is not the plain way from pending to accepted. */
import type { WriteDb } from "../../../store/db.ts";

export function logRow(
  db: WriteDb,
  campaign: number,
  row: number,
  at: number,
  kind: string,
  code?: string,
  detail?: string,
): void {
  db.run(
    "INSERT INTO recipient_event (campaign, row, at, kind, code, detail) VALUES (?, ?, ?, ?, ?, ?)",
    campaign,
    row,
    at,
    kind,
    code ?? null,
    detail ?? null,
  );
}
