/** An audit query as SQL, and as a filter on the SMS of a link. Aliases: `h` the request, `a` its answer, `s` its resolution. Pure. */
import { canonicalJson } from "../../core/hash-chain.ts";
import type { SqlValue } from "../../core/store/db.ts";
import { type CallDraft, messageOf, type MessagesDraft } from "./entry.ts";
import { matchesSearch, wordCondition, splitSearch } from "./search-condition.ts";

export interface StoredQuestion {
  readonly connection: string | undefined;
  /** Words in lower case, all of which must match; empty for no search. */
  readonly search: string;
  readonly kind: readonly string[] | undefined;
  readonly outcome: readonly string[] | undefined;
  readonly from: number | undefined;
  readonly until: number | undefined;
  readonly targetKind: string | undefined;
  readonly targetId: string | undefined;
  /** Id of the current run: its requests without an answer are in progress, those of other runs will never get one. */
  readonly run: string;
}

/** `index` counts the SMS of a link that holds several, from 1. It is 0 for every other link. */
export interface CallPlace {
  readonly seq: number;
  readonly index: number;
}

/** One call: request, answer and later resolution. Entries are JSON. */
export interface StoredCall extends CallPlace {
  readonly entry: string;
  readonly answer: string | null;
  readonly resolution: string | null;
  /** Sequence numbers of its links, as a JSON array. */
  readonly chain: string;
  readonly outcome: string;
}

/** The parameter is the id of the current run. The service's answer takes precedence over a later resolution. */
export const outcomeSql = `COALESCE(h.outcome, nullif(a.outcome, 'unknown'), s.outcome, a.outcome,
  CASE WHEN h.run = ? THEN 'under-way' ELSE 'unknown' END)`;

/** Calls with their answers and resolutions; the parameters of `outcomeSql` come first. */
export const callsSql = `SELECT h.seq, h.type, h.entry, a.entry AS answer, s.entry AS resolution, ${outcomeSql} AS outcome,
    json_array(h.seq, a.seq, s.seq) AS chain
  FROM audit_entry h LEFT JOIN audit_entry a ON a.asked = h.seq LEFT JOIN audit_entry s ON s.settles = h.seq
  WHERE h.type NOT IN ('answered', 'settled')`;

interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** Begins with AND, or is empty. Of links with several SMS it selects all that may contain a match. */
export function conditionsOf(question: StoredQuestion): Condition {
  const { connection, search, kind, outcome, from, until, run } = question;
  const conditions: readonly Condition[] = [
    ...(connection === undefined ? [] : [{ sql: "h.connection = ?", values: [connection] }]),
    ...(kind === undefined ? [] : [{ sql: `h.kind IN (${marks(kind)})`, values: kind }]),
    ...(outcome === undefined
      ? []
      : [{ sql: `(h.type = 'messages' OR ${outcomeSql} IN (${marks(outcome)}))`, values: [run, ...outcome] }]),
    ...(from === undefined ? [] : [{ sql: "h.until_at >= ?", values: [from] }]),
    ...(until === undefined ? [] : [{ sql: "h.at < ?", values: [until] }]),
    ...splitSearch(search).map((word) => wordCondition(word, outcomeSql, run)),
    ...targetConditions(question),
  ];
  return {
    sql: conditions.map(({ sql }) => ` AND ${sql}`).join(""),
    values: conditions.flatMap(({ values }) => values),
  };
}

function targetConditions({ targetKind, targetId }: StoredQuestion): readonly Condition[] {
  if (targetId === undefined) return [];
  const inMessages = `h.type = 'messages' AND instr(h.sought, ?) > 0`;
  const values = [targetId, ...(targetKind === undefined ? [] : [targetKind])];
  const andKind = targetKind === undefined ? "" : " AND target_kind = ?";
  // The target of a creation is in the answer or in the resolution, since its id is not known before.
  const own = `h.seq IN (SELECT COALESCE(asked, settles, seq) FROM audit_entry WHERE target_id = ?${andKind})`;
  return [{ sql: `(${own} OR ${inMessages})`, values: [...values, `/${targetId.toLowerCase()}/`] }];
}

function marks(values: readonly unknown[]): string {
  return values.map(() => "?").join(", ");
}

/** The matching SMS of a link, last one first, only those before `end`; all of them without a query. */
export function findMessages(
  row: { readonly seq: number; readonly entry: string },
  question: StoredQuestion | undefined,
  end: number | undefined,
): StoredCall[] {
  const link = JSON.parse(row.entry) as MessagesDraft;
  const calls: StoredCall[] = [];
  for (let index = Math.min(link.calls.length, (end ?? Infinity) - 1); index >= 1; index -= 1) {
    const tuple = link.calls[index - 1];
    if (tuple === undefined) continue;
    const message = messageOf(link, tuple);
    if (question !== undefined && !fits(message, `${row.seq}.${index}`, question)) continue;
    const { seq } = row;
    const rest = { answer: null, resolution: null, chain: JSON.stringify([seq]), outcome: message.outcome };
    calls.push({ seq, index, entry: canonicalJson(message), ...rest });
  }
  return calls;
}

function fits(
  message: CallDraft,
  id: string,
  { search, outcome, from, until, targetKind, targetId }: StoredQuestion,
): boolean {
  if (outcome !== undefined && !outcome.includes(message.outcome)) return false;
  if (from !== undefined && message.at < from) return false;
  if (until !== undefined && message.at >= until) return false;
  if (targetId !== undefined && (message.target?.id !== targetId || (targetKind ?? "endpoint") !== "endpoint")) {
    return false;
  }
  return matchesSearch(message, id, search);
}
