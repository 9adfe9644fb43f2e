/** Finds the calls that match a query, and converts them to the contract's `AuditEntry`. */
import { formatText, isTextCode } from "#shared/texts/text.ts";
import type { AuditDetail, AuditEntry, AuditOutcome, FieldChange } from "#shared/contract/audit/audit-schemas.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { throwIfStopped } from "../../core/wait.ts";
import {
  type AnsweredDraft,
  type CallDraft,
  type CallRequest,
  type ResolutionDraft,
  type StoredAnswer,
  createdTargetOf,
} from "./entry.ts";
import type { AuditStore, StoredLink } from "./queries.ts";
import type { CallPlace, StoredCall, StoredQuestion } from "./stored-question.ts";

type StoredRequest = CallRequest & { readonly at: number; readonly answer?: CallDraft["answer"] };

/** `17`, or `17.3` for the third SMS of a link that holds several. */
function writePlace({ seq, index }: CallPlace): string {
  return index === 0 ? String(seq) : `${seq}.${index}`;
}

/** Undefined for a text that is not a place. */
export function readPlace(text: string): CallPlace | undefined {
  const [, seq, index = "0"] = /^(\d{1,15})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  return seq === undefined ? undefined : { seq: Number(seq), index: Number(index) };
}

export function entryOf(stored: StoredCall): AuditEntry {
  const request = JSON.parse(stored.entry) as StoredRequest;
  const answer = formatAnswer(answerOf(stored) ?? request.answer);
  const { at, kind, what, connection, service, who: actor, method, path } = request;
  const resolution = resolutionOf(stored);
  const target = request.target ?? createdTargetOf(request, answer?.created ?? resolution?.created);
  return {
    id: writePlace(stored),
    chain: (JSON.parse(stored.chain) as readonly (number | null)[])
      .flatMap((seq) => seq ?? [])
      .toSorted((a, b) => a - b),
    at,
    kind,
    outcome: stored.outcome as AuditOutcome,
    operation: isTextCode(what) ? formatText({ code: what }) : what,
    target,
    connection: connection?.name,
    service,
    actor,
    method,
    path,
    answer,
    resolution,
  };
}

function formatAnswer(answer: StoredAnswer | undefined): AuditEntry["answer"] {
  if (answer?.message === undefined) return answer;
  const { message, ...rest } = answer;
  return { ...rest, words: formatText(message, rest.at) };
}

function resolutionOf({ resolution }: StoredCall): AuditEntry["resolution"] {
  if (resolution === null) return undefined;
  const { at, outcome, created, proof, words: legacyText = "" } = JSON.parse(resolution) as ResolutionDraft;
  const text = proof === undefined ? legacyText : formatText(proof, at);
  return { at, outcome, created, message: text };
}

export function detailOf(stored: StoredCall, links: readonly StoredLink[]): AuditDetail {
  const { before, after } = JSON.parse(stored.entry) as StoredRequest;
  return {
    ...entryOf(stored),
    before,
    after,
    fields: fieldsOf(before, after),
    links: [...links],
  };
}

function answerOf({ answer }: StoredCall): AnsweredDraft["answer"] | undefined {
  return answer === null ? undefined : (JSON.parse(answer) as AnsweredDraft).answer;
}

/** Changes field by field, in the order of the former fields, then of the added ones; nested fields as `dns.id`. */
function fieldsOf(before: JsonRecord | undefined, after: JsonRecord | undefined): FieldChange[] {
  const [was, is] = [flat(before), flat(after)];
  const names = new Set([...was.keys(), ...is.keys()]);
  return [...names].map((field) => {
    const [from, to] = [was.get(field), is.get(field)];
    return {
      field,
      before: from,
      after: to,
      changed: from !== to,
    };
  });
}

function flat(values: JsonRecord | undefined, prefix = ""): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of Object.entries(values ?? {})) {
    const field = `${prefix}${name}`;
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      for (const [inner, text] of flat(value as JsonRecord, `${field}.`)) fields.set(inner, text);
    } else fields.set(field, typeof value === "string" ? value : JSON.stringify(value));
  }
  return fields;
}

/** Newest first, at most `limit`. */
export async function findCalls(
  store: AuditStore,
  question: StoredQuestion,
  page: { readonly before: CallPlace | undefined; readonly limit: number; readonly signal: AbortSignal },
): Promise<readonly StoredCall[]> {
  const calls: StoredCall[] = [];
  let { before } = page;
  for (;;) {
    throwIfStopped(page.signal);
    const { items, next } = await store.list(question, { before, limit: page.limit - calls.length });
    calls.push(...items);
    if (next === undefined || calls.length >= page.limit) return calls;
    before = next;
  }
}
