/** A question to the audit as SQL, and to the SMS that a link holds. Aliases: `h` what was asked, `a` its answer, `s` what settled it. Pure. */
import { canonicalJson } from "../../hash-chain.ts";
import type { SqlValue } from "../../store/db.ts";
import { type CallDraft, messageOf, type MessagesDraft } from "./entry.ts";
import { matchesSearch, wordCondition, splitSearch } from "./search-condition.ts";

export interface StoredQuestion {
  readonly connection: string | undefined;
  /** Words in small letters, each of which is found; empty for none. */
  readonly search: string;
  readonly kind: readonly string[] | undefined;
  readonly outcome: readonly string[] | undefined;
  readonly from: number | undefined;
  readonly until: number | undefined;
  readonly targetKind: string | undefined;
  readonly targetId: string | undefined;
  /** Of this program: its questions without an answer are under way, those of others have none any more. */
  readonly run: string;
}

/** Of a link that holds several SMS, `index` tells which; from 1. Everything else has 0. */
export interface CallPlace {
  readonly seq: number;
  readonly index: number;
}

/** One call: what was asked, its answer, and what was found out later. Entries are JSON. */
export interface StoredCall extends CallPlace {
  readonly entry: string;
  readonly answer: string | null;
  readonly resolution: string | null;
  /** Numbers of its links as a JSON array. */
  readonly chain: string;
  readonly outcome: string;
}

/** The parameter is the run that asks. What the service answered counts before what was found out. */
export const outcomeSql = `COALESCE(h.outcome, nullif(a.outcome, 'unknown'), s.outcome, a.outcome,
  CASE WHEN h.run = ? THEN 'under-way' ELSE 'unknown' END)`;

/** Calls with what belongs to them; each parameter of `outcomeSql` goes first. */
export const callsSql = `SELECT h.seq, h.type, h.entry, a.entry AS answer, s.entry AS resolution, ${outcomeSql} AS outcome,
    json_array(h.seq, a.seq, s.seq) AS chain
  FROM audit_entry h LEFT JOIN audit_entry a ON a.asked = h.seq LEFT JOIN audit_entry s ON s.settles = h.seq
  WHERE h.type NOT IN ('answered', 'settled')`;

interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** Begins with AND, or is empty. Of links with SMS it lets through all that may hold one that fits. */
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
  // What was created stands with the answer, or with what was found out.
  const own = `h.seq IN (SELECT COALESCE(asked, settles, seq) FROM audit_entry WHERE target_id = ?${andKind})`;
  return [{ sql: `(${own} OR ${inMessages})`, values: [...values, `/${targetId.toLowerCase()}/`] }];
}

function marks(values: readonly unknown[]): string {
  return values.map(() => "?").join(", ");
}

/** The SMS of a link that fit, last one first, those before `end` alone; without a question all. */
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
