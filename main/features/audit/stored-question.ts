/** A question to the audit as SQL, and to the SMS that a link holds. Aliases: `h` what was asked, `a` its answer. Pure. */
import { canonicalJson } from "../../hash-chain.ts";
import type { SqlValue } from "../../store/db.ts";
import { type CallDraft, messageOf, type MessagesDraft, soughtOf } from "./entry.ts";

export interface StoredQuestion {
  readonly connection: string | undefined;
  /** In small letters; empty for none. */
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

/** One call: what was asked, and its answer. Entries are JSON. */
export interface StoredCall extends CallPlace {
  readonly entry: string;
  readonly answer: string | null;
  readonly outcome: string;
}

/** The parameter is the run that asks. */
export const outcomeSql = `COALESCE(h.outcome, a.outcome, CASE WHEN h.run = ? THEN 'under-way' ELSE 'unknown' END)`;

interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** Begins with AND, or is empty. Of links with SMS it lets through all that may hold one that fits. */
export function conditionsOf(question: StoredQuestion): Condition {
  const { connection, search, kind, outcome, from, until, run } = question;
  const parts: readonly Condition[] = [
    ...(connection === undefined ? [] : [{ sql: "h.connection = ?", values: [connection] }]),
    ...(kind === undefined ? [] : [{ sql: `h.kind IN (${marks(kind)})`, values: kind }]),
    ...(outcome === undefined
      ? []
      : [{ sql: `(h.type = 'messages' OR ${outcomeSql} IN (${marks(outcome)}))`, values: [run, ...outcome] }]),
    ...(from === undefined ? [] : [{ sql: "h.until_at >= ?", values: [from] }]),
    ...(until === undefined ? [] : [{ sql: "h.at < ?", values: [until] }]),
    ...(search === ""
      ? []
      : [{ sql: "(instr(h.sought, ?) > 0 OR instr(COALESCE(a.sought, ''), ?) > 0)", values: [search, search] }]),
    ...targetConditions(question),
  ];
  return { sql: parts.map(({ sql }) => ` AND ${sql}`).join(""), values: parts.flatMap(({ values }) => values) };
}

function targetConditions({ targetKind, targetId }: StoredQuestion): readonly Condition[] {
  if (targetId === undefined) return [];
  const inMessages = `h.type = 'messages' AND instr(h.sought, ?) > 0`;
  const values = [targetId, ...(targetKind === undefined ? [] : [targetKind])];
  const own = targetKind === undefined ? "h.target_id = ?" : "h.target_id = ? AND h.target_kind = ?";
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
  const found: StoredCall[] = [];
  for (let index = Math.min(link.calls.length, (end ?? Infinity) - 1); index >= 1; index -= 1) {
    const tuple = link.calls[index - 1];
    if (tuple === undefined) continue;
    const message = messageOf(link, tuple);
    if (question !== undefined && !fits(message, question)) continue;
    found.push({ seq: row.seq, index, entry: canonicalJson(message), answer: null, outcome: message.outcome });
  }
  return found;
}

function fits(message: CallDraft, { search, outcome, from, until, targetKind, targetId }: StoredQuestion): boolean {
  if (outcome !== undefined && !outcome.includes(message.outcome)) return false;
  if (from !== undefined && message.at < from) return false;
  if (until !== undefined && message.at >= until) return false;
  if (targetId !== undefined && (message.target?.id !== targetId || (targetKind ?? "endpoint") !== "endpoint")) {
    return false;
  }
  return search === "" || soughtOf(message).includes(search);
}
