/** Search in the audit: each word matches anywhere in what an entry shows. Aliases as in `stored-question.ts`. Pure. */
import { codesWith, formatText, t } from "#shared/texts/text.ts";
import { type AuditOutcome, auditOutcomeSchema } from "#shared/contract/audit/audit-schemas.ts";
import type { SqlValue } from "../../core/store/db.ts";
import { type CallDraft, auditSearchText, codeSearchText } from "./entry.ts";

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

export function splitSearch(search: string): readonly string[] {
  return search.split(/\s+/).filter((word) => word !== "");
}

/**
 * The condition for one word; of links with several SMS it selects all that may contain one with that word. The chain is immutable and so
 * is its search text, so anything that text lacks is matched by separate conditions. `outcomeSql` has one parameter, the id of the current
 * run.
 */
export function wordCondition(
  word: string,
  outcomeSql: string,
  run: string,
): { readonly sql: string; readonly values: readonly SqlValue[] } {
  const texts = ["h.sought", "a.sought", "s.sought", "a.target_kind"];
  const outcomes = outcomesWith(word);
  const codes = codesWith(word).map(codeSearchText);
  const inMessage = codes.length > 0 || outcomes.length > 0 || createdLabel.includes(word) || /^\d+\.\d+$/.test(word);
  const conditions: readonly { readonly sql: string; readonly values: readonly SqlValue[] }[] = [
    ...texts.map((text) => ({ sql: `instr(lower(COALESCE(${text}, '')), ?) > 0`, values: [word] })),
    ...(/^\d{1,15}$/.test(word) ? [{ sql: "h.seq = ?", values: [Number(word)] }] : []),
    ...(codes.length > 0 ? [{ sql: codeCondition, values: [JSON.stringify(codes)] }] : []),
    ...(inMessage ? [{ sql: "h.type = 'messages'", values: [] }] : []),
    ...(outcomes.length > 0
      ? [{ sql: `${outcomeSql} IN (${outcomes.map(() => "?").join(", ")})`, values: [run, ...outcomes] }]
      : []),
    ...(tokenLabel.includes(word) ? [{ sql: "instr(h.entry, ?) > 0", values: [tokenText] }] : []),
    ...(createdLabel.includes(word)
      ? ["h", "a", "s"].map((of) => ({ sql: `instr(COALESCE(${of}.entry, ''), ?) > 0`, values: [createdText] }))
      : []),
  ];
  return {
    sql: `(${conditions.map(({ sql }) => sql).join(" OR ")})`,
    values: conditions.flatMap(({ values }) => values),
  };
}

/** Texts are stored as codes, so words of the catalogue's texts are translated to codes first. */
const codeCondition = `EXISTS (SELECT 1 FROM json_each(?) AS code WHERE instr(h.sought, code.value) > 0
  OR instr(COALESCE(a.sought, ''), code.value) > 0 OR instr(COALESCE(s.sought, ''), code.value) > 0)`;

/** Matches one SMS; `id` is the id of its entry. */
export function matchesSearch(message: CallDraft, id: string, search: string): boolean {
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
