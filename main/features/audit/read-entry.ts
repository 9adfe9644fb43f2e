/** A stored call as the treaty shows it. Pure. */
import { formatText, isTextCode } from "#shared/texts/text.ts";
import type { AuditDetail, AuditEntry, AuditOutcome, FieldChange } from "#contract/audit-words.ts";
import type { JsonRecord } from "#contract/kit.ts";
import type { AnsweredDraft, AskedFor, CallDraft, SettledDraft, StoredAnswer } from "./entry.ts";
import { madeOf } from "./made.ts";
import type { StoredLink } from "./queries.ts";
import type { CallPlace, StoredCall } from "./stored-question.ts";

type Asking = AskedFor & { readonly at: number; readonly answer?: CallDraft["answer"] };

/** `17`, or `17.3` for the third SMS of a link that holds several. */
export function writePlace({ seq, index }: CallPlace): string {
  return index === 0 ? String(seq) : `${seq}.${index}`;
}

/** Undefined for what is none. */
export function readPlace(text: string): CallPlace | undefined {
  const [, seq, index = "0"] = /^(\d{1,15})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  return seq === undefined ? undefined : { seq: Number(seq), index: Number(index) };
}

export function entryOf(stored: StoredCall): AuditEntry {
  const asking = JSON.parse(stored.entry) as Asking;
  const answer = shownAnswer(answerOf(stored) ?? asking.answer);
  const { at, kind, what, connection, service, who, method, path } = asking;
  const settled = settledOf(stored);
  const target = asking.target ?? madeOf(asking, answer?.created ?? settled?.created);
  return {
    id: writePlace(stored),
    chain: (JSON.parse(stored.chain) as readonly (number | null)[])
      .flatMap((seq) => seq ?? [])
      .toSorted((a, b) => a - b),
    at,
    kind,
    outcome: stored.outcome as AuditOutcome,
    what: isTextCode(what) ? formatText({ code: what }) : what,
    ...(target === undefined ? {} : { target }),
    ...(connection === undefined ? {} : { connection: connection.name }),
    service,
    who,
    method,
    path,
    ...(answer === undefined ? {} : { answer }),
    ...(settled === undefined ? {} : { settled }),
  };
}

function shownAnswer(answer: StoredAnswer | undefined): AuditEntry["answer"] {
  if (answer?.message === undefined) return answer;
  const { message, ...rest } = answer;
  return { ...rest, words: formatText(message, rest.at) };
}

function settledOf({ settled }: StoredCall): AuditEntry["settled"] {
  if (settled === null) return undefined;
  const { at, outcome, created, proof, words = "" } = JSON.parse(settled) as SettledDraft;
  const shown = proof === undefined ? words : formatText(proof, at);
  return { at, outcome, ...(created === undefined ? {} : { created }), words: shown };
}

export function detailOf(stored: StoredCall, links: readonly StoredLink[]): AuditDetail {
  const { before, after } = JSON.parse(stored.entry) as Asking;
  return {
    ...entryOf(stored),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    fields: fieldsOf(before, after),
    links: [...links],
  };
}

function answerOf({ answer }: StoredCall): AnsweredDraft["answer"] | undefined {
  return answer === null ? undefined : (JSON.parse(answer) as AnsweredDraft).answer;
}

/** Field by field, in the order of the names before and then of those that are new; inner fields as `dns.id`. */
export function fieldsOf(before: JsonRecord | undefined, after: JsonRecord | undefined): FieldChange[] {
  const [was, is] = [flat(before), flat(after)];
  const names = new Set([...was.keys(), ...is.keys()]);
  return [...names].map((field) => {
    const [from, to] = [was.get(field), is.get(field)];
    return {
      field,
      ...(from === undefined ? {} : { before: from }),
      ...(to === undefined ? {} : { after: to }),
      changed: from !== to,
    };
  });
}

function flat(values: JsonRecord | undefined, prefix = ""): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(values ?? {})) {
    const field = `${prefix}${name}`;
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      for (const [inner, text] of flat(value as JsonRecord, `${field}.`)) found.set(inner, text);
    } else found.set(field, typeof value === "string" ? value : JSON.stringify(value));
  }
  return found;
}
