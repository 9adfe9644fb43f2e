/** The fields of an audit entry, and the columns derived from them for queries. Pure. */
import type { CodedText } from "#shared/texts/coded-text.ts";
import { isTextCode } from "#shared/texts/text.ts";
import type { AuditActor, AuditAnswer, AuditKind, AuditOutcome } from "#shared/contract/audit/audit-schemas.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { canonicalJson } from "../../core/hash-chain.ts";

/** The part of an entry that is known before the call is sent. Holds no secret: see `redact.ts`. */
export interface CallRequest {
  readonly kind: AuditKind;
  /** A code of the catalogue; a phrase in entries of earlier versions; method and path for calls without a note. */
  readonly what: string;
  readonly method: string;
  readonly path: string;
  readonly target?: { readonly kind: string; readonly id: string };
  readonly before?: JsonRecord;
  readonly after?: JsonRecord;
  /** The feature's own row for this change; see `ChangeNote`. */
  readonly work?: string;
  /** Without an id until the connection is saved. */
  readonly connection?: { readonly id?: number; readonly name: string };
  /** Host of the service. */
  readonly service: string;
  readonly who: AuditActor;
}

export type AnswerOutcome = Exclude<AuditOutcome, "under-way" | "not-done">;

/** `words` replaces `message` in entries of earlier versions. */
export type StoredAnswer = AuditAnswer & { readonly message?: CodedText };

/** The record that the call created. */
type CreatedTarget = NonNullable<CallRequest["target"]>;

export interface RequestDraft extends CallRequest {
  readonly type: "asked";
  readonly at: number;
  /** Id of the program instance that made the call. */
  readonly run: string;
}

export interface AnsweredDraft {
  readonly type: "answered";
  readonly at: number;
  readonly run: string;
  /** Sequence number of the request's link. */
  readonly asked: number;
  readonly kind: AuditKind;
  readonly outcome: AnswerOutcome;
  readonly answer: StoredAnswer;
  readonly target?: CreatedTarget;
}

/** The outcome of a call whose answer was unknown, resolved later. */
export interface ResolutionDraft {
  readonly type: "settled";
  readonly at: number;
  readonly run: string;
  /** Sequence number of the request's link. */
  readonly settles: number;
  readonly kind: AuditKind;
  readonly outcome: "done" | "not-done";
  readonly created?: string;
  readonly proof?: CodedText;
  /** Replaces `proof` in entries of earlier versions. */
  readonly words?: string;
  readonly target?: CreatedTarget;
}

/** Becomes a `ResolutionDraft` if the audit has a matching call without a known outcome; otherwise nothing is appended. */
export type UnmatchedResolution = Omit<ResolutionDraft, "type" | "settles" | "kind" | "target"> & {
  readonly type: "settling";
  readonly work: string;
};

/** Request and answer in one link. */
export interface CallDraft extends CallRequest {
  readonly type: "call";
  readonly at: number;
  readonly run: string;
  readonly outcome: AnswerOutcome;
  readonly answer: StoredAnswer;
}

/** Fields that all SMS of a connection share while its session stays the same. */
export type MessageCommon = Pick<CallDraft, "run" | "what" | "connection" | "service" | "who">;

/**
 * One SMS as a tuple; null where a value is missing. `code` and `message` are present only where the SMS was not accepted; `message` is a
 * sentence in entries of earlier versions.
 */
export type MessageTuple = readonly [
  at: number,
  endpoint: string,
  outcome: AnswerOutcome,
  answeredAt: number,
  status: number | null,
  created: string | null,
  code: string | null,
  message: CodedText | string | null,
  from: string | null,
  characters: number | null,
  campaign: number | null,
  row: number | null,
];

/** SMS that were sent close to each other, in the order of their answers. Their texts are in the campaign ledger, not here. */
export interface MessagesDraft extends MessageCommon {
  readonly type: "messages";
  /** Time of the first request; `until` is the time of the last one. */
  readonly at: number;
  readonly until: number;
  readonly kind: "message";
  readonly calls: readonly MessageTuple[];
}

export type Draft = RequestDraft | AnsweredDraft | ResolutionDraft | CallDraft | MessagesDraft;
/** Drafts that callers may append. */
export type DraftInput = Exclude<Draft, ResolutionDraft> | UnmatchedResolution;
/** A link as stored, in canonical JSON. */
export type Link = Draft & { readonly seq: number };

export interface LinkColumns {
  readonly type: string;
  readonly at: number;
  readonly until_at: number;
  readonly kind: string;
  readonly connection: string | null;
  readonly target_kind: string | null;
  readonly target_id: string | null;
  readonly outcome: string | null;
  readonly asked: number | null;
  readonly settles: number | null;
  readonly work: string | null;
  readonly run: string;
  readonly sought: string;
}

export function columnsOf(link: Link): LinkColumns {
  const { type, at, kind, run } = link;
  const request = link.type === "answered" || link.type === "settled" ? undefined : link;
  const target = link.type === "messages" ? undefined : link.target;
  return {
    type,
    at,
    until_at: link.type === "messages" ? link.until : at,
    kind,
    run,
    connection: request?.connection?.name ?? null,
    target_kind: target?.kind ?? null,
    target_id: target?.id ?? null,
    outcome: link.type === "asked" || link.type === "messages" ? null : link.outcome,
    asked: link.type === "answered" ? link.asked : null,
    settles: link.type === "settled" ? link.settles : null,
    work: link.type === "asked" ? (link.work ?? null) : null,
    sought: auditSearchText(link),
  };
}

/** One SMS of a link, as a separate call. */
export function messageOf(link: MessageCommon, tuple: MessageTuple): CallDraft {
  const [at, endpoint, outcome, answeredAt, status, created, code, text, from, characters, campaign, row] = tuple;
  const message = typeof text === "string" ? { words: text } : { message: text };
  const answerFields = { status, created, code, ...message };
  const after = { from, characters, campaign, row };
  const { run, what, connection, service, who: actor } = link;
  return {
    type: "call",
    at,
    run,
    kind: "message",
    what,
    method: "POST",
    path: pathOf(endpoint),
    target: { kind: "endpoint", id: endpoint },
    after: withoutNull(after),
    connection,
    service,
    who: actor,
    outcome,
    answer: { at: answeredAt, ...withoutNull(answerFields) },
  };
}

function pathOf(endpoint: string): string {
  return `/api/v1/endpoint/${endpoint}/sms`;
}

function withoutNull<T extends object>(values: T): { readonly [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as never;
}

/** The text that a search matches, in lower case. A link's text contains everything that the text of each of its SMS contains. */
export function auditSearchText(link: Draft): string {
  if (link.type === "messages") return messagesSearchText(link);
  const segments: (string | number | undefined)[] = [];
  if (link.type === "settled")
    segments.push(...textSearchTerms(link.proof ?? link.words), link.created, link.target?.kind);
  if (link.type === "asked" || link.type === "call") {
    const { what, method, path, target, connection, service, who: actor, before, after } = link;
    segments.push(
      isTextCode(what) ? codeSearchText(what) : what,
      `${method} ${path}`,
      target?.kind,
      target?.id,
      connection?.name,
      service,
    );
    segments.push(actor.user, actor.organisation?.id, actor.organisation?.name, actor.system);
    // The values of an SMS are numbers that no search is for.
    if (link.kind !== "message")
      for (const values of [before, after]) if (values !== undefined) segments.push(canonicalJson(values));
  }
  if (link.type === "answered" || link.type === "call") {
    const { status, serviceCode, code, message, words: legacyText, created } = link.answer;
    segments.push(status, serviceCode, code, ...textSearchTerms(message ?? legacyText), created);
  }
  return segments
    .filter((part) => part !== undefined)
    .join("\n")
    .toLowerCase();
}

/** The form of a code in the search text; `wordCondition` finds codes by the words of their catalogue texts. */
export function codeSearchText(code: string): string {
  return `text:${code};`;
}

/** Code and parameters, ordered by name; not the catalogue text, which another version may word differently. */
function textSearchTerms(text: CodedText | string | null | undefined): string[] {
  if (text === undefined || text === null) return [];
  if (typeof text === "string") return [text];
  const params = Object.entries(text.params ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const values = params.flatMap(([, value]) =>
    typeof value !== "object" ? [String(value)] : "code" in value ? textSearchTerms(value) : [String(value.at)],
  );
  return [codeSearchText(text.code), ...values];
}

function messagesSearchText({ calls, ...common }: MessagesDraft): string {
  const { what, connection, service, who: actor } = common;
  const { user, organisation, system } = actor;
  const shared = [
    isTextCode(what) ? codeSearchText(what) : what,
    "post",
    "endpoint",
    connection?.name,
    service,
    user,
    organisation?.id,
    organisation?.name,
    system,
  ];
  let text = shared.filter((part) => part !== undefined).join("\n");
  for (const [, endpoint, , , status, created, code, message] of calls) {
    text += `\npost ${pathOf(endpoint)}\n${status ?? ""}\n${created ?? ""}`;
    if (code !== null || message !== null) text += `\n${[code ?? "", ...textSearchTerms(message)].join("\n")}`;
  }
  return text.toLowerCase();
}

// The record that a creation produced; its kind follows from the collection that was posted to. Pure.

const kinds: ReadonlyMap<string, string> = new Map([
  ["/api/v1/dns", "DNS configuration"],
  ["/api/v1/service_profile", "service profile"],
  ["/api/v1/data_stream", "data stream"],
  ["/api/v1/api_callback", "API callback"],
]);

/** Undefined where no id is known, or where no separate record was created. */
export function createdTargetOf(
  { method, path }: { readonly method: string; readonly path: string },
  created: string | undefined,
): { readonly kind: string; readonly id: string } | undefined {
  const kind = method === "POST" ? kinds.get(path) : undefined;
  return kind === undefined || created === undefined ? undefined : { kind, id: created };
}
