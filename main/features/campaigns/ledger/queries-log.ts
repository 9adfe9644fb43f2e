/** History of a recipient: every step except the regular path from pending to accepted. */
import { encodeText, type CodedText } from "#shared/texts/coded-text.ts";
import type { WriteDb } from "../../../core/store/db.ts";

export function logRow(
  db: WriteDb,
  campaign: number,
  row: number,
  at: number,
  kind: string,
  code?: string,
  detail?: CodedText,
): void {
  db.run(
    "INSERT INTO recipient_event (campaign, row, at, kind, code, detail) VALUES (?, ?, ?, ?, ?, ?)",
    campaign,
    row,
    at,
    kind,
    code ?? null,
    detail === undefined ? null : encodeText(detail),
  );
}
