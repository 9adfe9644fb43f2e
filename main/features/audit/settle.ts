/** Finds the call that a settlement is about, in the store's thread. */
import type { ReadDb } from "../../store/db.ts";
import type { AnsweredDraft, AskedDraft, SettledDraft, SettlingDraft } from "./entry.ts";
import { madeOf } from "./made.ts";

interface Asked {
  readonly seq: number;
  readonly entry: string;
  readonly answer: string | null;
  readonly settled: number | null;
}

/** Undefined where the audit has no such call, or what became of it is known already. */
export function settledBy(db: ReadDb, { work, created, ...told }: SettlingDraft): SettledDraft | undefined {
  const found = db.get<Asked>(
    `SELECT h.seq, h.entry, a.entry AS answer, s.seq AS settled
     FROM audit_entry h LEFT JOIN audit_entry a ON a.asked = h.seq LEFT JOIN audit_entry s ON s.settles = h.seq
     WHERE h.work = ? ORDER BY h.seq DESC LIMIT 1`,
    work,
  );
  if (found === undefined || found.settled !== null) return undefined;
  const { answer, outcome = "unknown" } =
    found.answer === null ? {} : (JSON.parse(found.answer) as Partial<AnsweredDraft>);
  const isNewId = outcome === "done" && created !== undefined && answer?.created === undefined;
  if (outcome !== "unknown" && !isNewId) return undefined;
  const { kind, ...asked } = JSON.parse(found.entry) as AskedDraft;
  const target = asked.target === undefined ? madeOf(asked, created) : undefined;
  return {
    ...told,
    type: "settled",
    settles: found.seq,
    kind,
    ...(created === undefined ? {} : { created }),
    ...(target === undefined ? {} : { target }),
  };
}
