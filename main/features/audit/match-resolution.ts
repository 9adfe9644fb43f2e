/** Finds the call that a resolution belongs to, in the store's thread. */
import type { ReadDb } from "../../core/store/db.ts";
import type { AnsweredDraft, RequestDraft, ResolutionDraft, UnmatchedResolution } from "./entry.ts";
import { createdTargetOf } from "./created-target.ts";

interface RequestRow {
  readonly seq: number;
  readonly entry: string;
  readonly answer: string | null;
  readonly resolutionSeq: number | null;
}

/** Undefined where the audit has no such call, or its outcome is known already. */
export function matchResolution(
  db: ReadDb,
  { work, created, ...resolution }: UnmatchedResolution,
): ResolutionDraft | undefined {
  const row = db.get<RequestRow>(
    `SELECT h.seq, h.entry, a.entry AS answer, s.seq AS resolutionSeq
     FROM audit_entry h LEFT JOIN audit_entry a ON a.asked = h.seq LEFT JOIN audit_entry s ON s.settles = h.seq
     WHERE h.work = ? ORDER BY h.seq DESC LIMIT 1`,
    work,
  );
  if (row === undefined || row.resolutionSeq !== null) return undefined;
  const { answer, outcome = "unknown" } = row.answer === null ? {} : (JSON.parse(row.answer) as Partial<AnsweredDraft>);
  const isNewId = outcome === "done" && created !== undefined && answer?.created === undefined;
  if (outcome !== "unknown" && !isNewId) return undefined;
  const { kind, ...request } = JSON.parse(row.entry) as RequestDraft;
  const target = request.target === undefined ? createdTargetOf(request, created) : undefined;
  return {
    ...resolution,
    type: "settled",
    settles: row.seq,
    kind,
    created,
    target,
  };
}
