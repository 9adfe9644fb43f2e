/** What an entry of the audit is made of, and the columns that say again what it says. Pure. */
import type { AuditAnswer, AuditKind, AuditOutcome, AuditWho } from "#contract/audit-words.ts";
import type { JsonRecord } from "#contract/kit.ts";

/** What is known before a call leaves. Nothing in it is a secret: see `redact.ts`. */
export interface AskedFor {
  readonly kind: AuditKind;
  readonly what: string;
  readonly method: string;
  readonly path: string;
  readonly target?: { readonly kind: string; readonly id: string };
  readonly before?: JsonRecord;
  readonly after?: JsonRecord;
  readonly connection?: { readonly id: number; readonly name: string };
  /** Host of the service. */
  readonly service: string;
  readonly who: AuditWho;
}

export type AnswerOutcome = Exclude<AuditOutcome, "under-way">;

export interface AskedDraft extends AskedFor {
  readonly type: "asked";
  readonly at: number;
  /** Of the program that made it. */
  readonly run: string;
}

export interface AnsweredDraft {
  readonly type: "answered";
  readonly at: number;
  readonly run: string;
  /** Number of the link that asked. */
  readonly asked: number;
  readonly kind: AuditKind;
  readonly outcome: AnswerOutcome;
  readonly answer: AuditAnswer;
}

/** Asked and answered in one link. */
export interface CallDraft extends AskedFor {
  readonly type: "call";
  readonly at: number;
  readonly run: string;
  readonly outcome: AnswerOutcome;
  readonly answer: AuditAnswer;
}

export type Draft = AskedDraft | AnsweredDraft | CallDraft;
/** A link as its canonical JSON holds it. */
export type Link = Draft & { readonly seq: number };

export interface LinkColumns {
  readonly type: string;
  readonly at: number;
  readonly kind: string;
  readonly connection: string | null;
  readonly target_kind: string | null;
  readonly target_id: string | null;
  readonly outcome: string | null;
  readonly asked: number | null;
  readonly run: string;
  readonly sought: string;
}

export function columnsOf(link: Link): LinkColumns {
  const { type, at, kind, run } = link;
  const asking = link.type === "answered" ? undefined : link;
  return {
    type,
    at,
    kind,
    run,
    connection: asking?.connection?.name ?? null,
    target_kind: asking?.target?.kind ?? null,
    target_id: asking?.target?.id ?? null,
    outcome: link.type === "asked" ? null : link.outcome,
    asked: link.type === "answered" ? link.asked : null,
    sought: soughtOf(link),
  };
}

/** What a search looks at, in small letters. */
function soughtOf(link: Link): string {
  const parts: (string | number | undefined)[] = [];
  if (link.type !== "answered") {
    const { what, method, path, target, connection, service, who, before, after } = link;
    parts.push(what, `${method} ${path}`, target?.kind, target?.id, connection?.name, service);
    parts.push(who.user, who.organisation?.id, who.organisation?.name, who.system);
    for (const values of [before, after]) if (values !== undefined) parts.push(JSON.stringify(values));
  }
  if (link.type !== "asked") {
    const { status, serviceCode, code, words, created } = link.answer;
    parts.push(status, serviceCode, code, words, created);
  }
  return parts
    .filter((part) => part !== undefined)
    .join("\n")
    .toLowerCase();
}
