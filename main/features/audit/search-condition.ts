/** A search through the audit: each of its words anywhere in what an entry shows. Aliases as in `stored-question.ts`. Pure. */
import { codesWith, formatText, t } from "#shared/texts/text.ts";
import { type AuditOutcome, auditOutcomeSchema } from "#contract/audit-schemas.ts";
import type { SqlValue } from "../../store/db.ts";
import { type CallDraft, auditSearchText, codeSearchText } from "./entry.ts";

/** What stands for a person who signed in without a name. */
const tokenLabel = t(($) => $.audit.list.applicationToken).toLowerCase();
const tokenText = '"signIn":"application-token"';
const createdText = '"created":';
/** What is shown of something that was created, apart from its id. */
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
 * One word; of links with SMS it lets through all that may hold one with it. What the chain keeps to be sought in stays as it was first
 * written, so what it lacks is asked for beside it. `outcomeSql` has one parameter, the run that asks.
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

/** Texts are stored as codes; their words are in the catalogue. */
const codeCondition = `EXISTS (SELECT 1 FROM json_each(?) AS code WHERE instr(h.sought, code.value) > 0
  OR instr(COALESCE(a.sought, ''), code.value) > 0 OR instr(COALESCE(s.sought, ''), code.value) > 0)`;

/** One SMS, with the number of its entry. */
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

/** By the value that files and the command line have, or by what the window shows. */
function hasOutcomeWord(outcome: AuditOutcome, word: string): boolean {
  return outcome.includes(word) || outcomeLabels[outcome].includes(word);
}
