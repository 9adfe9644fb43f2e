/** An audit query as SQL, and as a filter on the SMS of a link; each word of a search matches anywhere in what an entry shows. Aliases: `h` the request, `a` its answer, `s` its resolution. Pure. */
import { codesWith, formatText, t } from "#shared/texts/text.ts";
import { type AuditOutcome, auditOutcomeSchema } from "#shared/contract/audit/audit-schemas.ts";
import { canonicalJson } from "../../core/hash-chain.ts";
import { anyOf, placeholders, type SqlPart } from "../../core/store/sql.ts";
import { type CallDraft, type MessagesDraft, auditSearchText, codeSearchText, messageOf } from "./entry.ts";

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
const outcomeSql = `COALESCE(h.outcome, nullif(a.outcome, 'unknown'), s.outcome, a.outcome,
  CASE WHEN h.run = ? THEN 'under-way' ELSE 'unknown' END)`;

/** Calls with their answers and resolutions; the parameters of `outcomeSql` come first. */
export const callsSql = `SELECT h.seq, h.type, h.entry, a.entry AS answer, s.entry AS resolution, ${outcomeSql} AS outcome,
    json_array(h.seq, a.seq, s.seq) AS chain
  FROM audit_entry h LEFT JOIN audit_entry a ON a.asked = h.seq LEFT JOIN audit_entry s ON s.settles = h.seq
  WHERE h.type NOT IN ('answered', 'settled')`;

/** Begins with AND, or is empty. Of links with several SMS it selects all that may contain a match. */
export function conditionsOf(question: StoredQuestion): SqlPart {
  const { connection, search, kind, outcome, from, until, run } = question;
  const conditions: readonly SqlPart[] = [
    ...(connection === undefined ? [] : [{ sql: "h.connection = ?", values: [connection] }]),
    ...(kind === undefined ? [] : [{ sql: `h.kind IN (${placeholders(kind)})`, values: kind }]),
    ...(outcome === undefined
      ? []
      : [{ sql: `(h.type = 'messages' OR ${outcomeSql} IN (${placeholders(outcome)}))`, values: [run, ...outcome] }]),
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

function targetConditions({ targetKind, targetId }: StoredQuestion): readonly SqlPart[] {
  if (targetId === undefined) return [];
  const inMessages = `h.type = 'messages' AND instr(h.sought, ?) > 0`;
  const values = [targetId, ...(targetKind === undefined ? [] : [targetKind])];
  const andKind = targetKind === undefined ? "" : " AND target_kind = ?";
  // The target of a creation is in the answer or in the resolution, since its id is not known before.
  const own = `h.seq IN (SELECT COALESCE(asked, settles, seq) FROM audit_entry WHERE target_id = ?${andKind})`;
  return [{ sql: `(${own} OR ${inMessages})`, values: [...values, `/${targetId.toLowerCase()}/`] }];
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

/** Shown for an operator who signed in with an application token and has no user name. */
const tokenLabel = t(($) => $.audit.list.applicationToken).toLowerCase();
const tokenText = '"signIn":"application-token"';
const createdText = '"created":';
/** The text shown for a created record, without its id. */
const createdLabel = t(($) => $.audit.list.created, { id: "" })
  .trim()
  .toLowerCase();
const outcomeLabels: Readonly<Record<AuditOutcome, string>> = {
  done: t(($) => $.audit.outcomes.done).toLowerCase(),
  refused: t(($) => $.audit.outcomes.rejected).toLowerCase(),
  unknown: t(($) => $.audit.outcomes.unknown).toLowerCase(),
  "not-sent": t(($) => $.audit.outcomes.notSent).toLowerCase(),
  "not-done": t(($) => $.audit.outcomes.notDone).toLowerCase(),
  "under-way": t(($) => $.audit.outcomes.inProgress).toLowerCase(),
};

function splitSearch(search: string): readonly string[] {
  return search.split(/\s+/).filter((word) => word !== "");
}

/**
 * The condition for one word; of links with several SMS it selects all that may contain one with that word. The chain is immutable and so
 * is its search text, so anything that text lacks is matched by separate conditions. `outcomeSql` has one parameter, the id of the current
 * run.
 */
function wordCondition(word: string, outcomeSql: string, run: string): SqlPart {
  const texts = ["h.sought", "a.sought", "s.sought", "a.target_kind"];
  const outcomes = outcomesWith(word);
  const codes = codesWith(word).map(codeSearchText);
  const inMessage = codes.length > 0 || outcomes.length > 0 || createdLabel.includes(word) || /^\d+\.\d+$/.test(word);
  return anyOf([
    ...texts.map((text) => ({ sql: `instr(lower(COALESCE(${text}, '')), ?) > 0`, values: [word] })),
    ...(/^\d{1,15}$/.test(word) ? [{ sql: "h.seq = ?", values: [Number(word)] }] : []),
    ...(codes.length > 0 ? [{ sql: codeCondition, values: [JSON.stringify(codes)] }] : []),
    ...(inMessage ? [{ sql: "h.type = 'messages'", values: [] }] : []),
    ...(outcomes.length > 0
      ? [{ sql: `${outcomeSql} IN (${placeholders(outcomes)})`, values: [run, ...outcomes] }]
      : []),
    ...(tokenLabel.includes(word) ? [{ sql: "instr(h.entry, ?) > 0", values: [tokenText] }] : []),
    ...(createdLabel.includes(word)
      ? ["h", "a", "s"].map((of) => ({ sql: `instr(COALESCE(${of}.entry, ''), ?) > 0`, values: [createdText] }))
      : []),
  ]);
}

/** Texts are stored as codes, so words of the catalogue's texts are translated to codes first. */
const codeCondition = `EXISTS (SELECT 1 FROM json_each(?) AS code WHERE instr(h.sought, code.value) > 0
  OR instr(COALESCE(a.sought, ''), code.value) > 0 OR instr(COALESCE(s.sought, ''), code.value) > 0)`;

/** Matches one SMS; `id` is the id of its entry. */
function matchesSearch(message: CallDraft, id: string, search: string): boolean {
  const { answer, outcome, who: actor } = message;
  const { message: failure } = answer;
  const labels = `${formatText({ code: message.what })}\n${failure === undefined ? "" : formatText(failure)}`;
  const text = `${auditSearchText(message)}\n${labels.toLowerCase()}`;
  return splitSearch(search).every(
    (word) =>
      text.includes(word) ||
      id === word ||
      id.split(".", 1)[0] === word ||
      hasOutcomeWord(outcome, word) ||
      (answer.created !== undefined && createdLabel.includes(word)) ||
      (actor.signIn === "application-token" && tokenLabel.includes(word)),
  );
}

function outcomesWith(word: string): readonly string[] {
  return auditOutcomeSchema.options.filter((outcome) => hasOutcomeWord(outcome, word));
}

/** Matches the value used in files and on the command line, or the label shown in the window. */
function hasOutcomeWord(outcome: AuditOutcome, word: string): boolean {
  return outcome.includes(word) || outcomeLabels[outcome].includes(word);
}
