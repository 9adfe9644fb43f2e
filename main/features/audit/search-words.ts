/** A search through the audit: each of its words anywhere in what an entry shows. Aliases as in `stored-question.ts`. Pure. */
import { codesWith, formatText } from "#shared/texts/format-text.ts";
import { auditOutcomeSchema } from "#contract/audit-words.ts";
import type { SqlValue } from "../../store/db.ts";
import { type CallDraft, soughtOf, soughtOfCode } from "./entry.ts";

/** What stands for a person who signed in without a name. */
const tokenWords = "application token";
const tokenText = '"signIn":"application-token"';
const createdText = '"created":';

export function wordsOf(search: string): readonly string[] {
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
  const codes = codesWith(word).map(soughtOfCode);
  const inMessage = codes.length > 0 || outcomes.length > 0 || "created".includes(word) || /^\d+\.\d+$/.test(word);
  const parts: readonly { readonly sql: string; readonly values: readonly SqlValue[] }[] = [
    ...texts.map((text) => ({ sql: `instr(lower(COALESCE(${text}, '')), ?) > 0`, values: [word] })),
    ...(/^\d{1,15}$/.test(word) ? [{ sql: "h.seq = ?", values: [Number(word)] }] : []),
    ...(codes.length > 0 ? [{ sql: codeCondition, values: [JSON.stringify(codes)] }] : []),
    ...(inMessage ? [{ sql: "h.type = 'messages'", values: [] }] : []),
    ...(outcomes.length > 0
      ? [{ sql: `${outcomeSql} IN (${outcomes.map(() => "?").join(", ")})`, values: [run, ...outcomes] }]
      : []),
    ...(tokenWords.includes(word) ? [{ sql: "instr(h.entry, ?) > 0", values: [tokenText] }] : []),
    ...("created".includes(word)
      ? ["h", "a", "s"].map((of) => ({ sql: `instr(COALESCE(${of}.entry, ''), ?) > 0`, values: [createdText] }))
      : []),
  ];
  return { sql: `(${parts.map(({ sql }) => sql).join(" OR ")})`, values: parts.flatMap(({ values }) => values) };
}

/** Texts are stored as codes; their words are in the catalogue. */
const codeCondition = `EXISTS (SELECT 1 FROM json_each(?) AS code WHERE instr(h.sought, code.value) > 0
  OR instr(COALESCE(a.sought, ''), code.value) > 0 OR instr(COALESCE(s.sought, ''), code.value) > 0)`;

/** One SMS, with the number of its entry. */
export function hasWords(message: CallDraft, id: string, search: string): boolean {
  const { answer, outcome, who } = message;
  const { message: failure } = answer;
  const words = `${formatText({ code: message.what })}\n${failure === undefined ? "" : formatText(failure)}`;
  const text = `${soughtOf(message)}\n${words.toLowerCase()}`;
  return wordsOf(search).every(
    (word) =>
      text.includes(word) ||
      id === word ||
      id.split(".", 1)[0] === word ||
      outcome.includes(word) ||
      (answer.created !== undefined && "created".includes(word)) ||
      (who.signIn === "application-token" && tokenWords.includes(word)),
  );
}

function outcomesWith(word: string): readonly string[] {
  return auditOutcomeSchema.options.filter((outcome) => outcome.includes(word));
}
