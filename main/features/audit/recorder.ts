/**
 * Sees every call of every connection and notes those that change something.
 *
 * Invariants: a change is on disk before its call is begun, else the call is not made; the answer is noted whatever it is, and a
 * failure to note it never becomes a failure of the call. SMS are noted together shortly after their answers: each has a durable
 * attempt in its campaign's ledger before it leaves.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import type { AuditKind } from "#contract/audit-words.ts";
import type { ApiRequest, Call } from "../../api/caller.ts";
import type { CallFunction } from "../../api/client.ts";
import { collectionOf, createdId } from "../../api/write-answer.ts";
import type { ApiFailure } from "../../api/errors.ts";
import { textOf } from "../../failure.ts";
import type { Clock, Log, Machine } from "../../hosts.ts";
import { madeOf } from "./made.ts";
import type { AnswerOutcome, AskedFor, MessageCommon, MessageTuple, StoredAnswer } from "./entry.ts";
import { isPlainId, plainCodedText, plainPath, plainTarget, plainText, plainValues } from "./redact.ts";
import type { AuditWriter } from "./writer.ts";

/** Whose call it is, as the connection knows it now. */
export interface CallOwner {
  readonly id: number;
  readonly name: string;
  readonly baseUrl: string;
  readonly kind: "application-token" | "user";
  readonly identity: {
    readonly username?: string | undefined;
    readonly organisationId?: string | undefined;
    readonly organisationName?: string | undefined;
  };
}

export interface RecorderParts {
  readonly writer: AuditWriter;
  readonly clock: Clock;
  readonly log: Log;
  readonly machine: Machine;
}

/** The same calls, with those that change something noted. */
export function watchCalls(parts: RecorderParts, owner: () => CallOwner, call: CallFunction): CallFunction {
  const { writer, clock, log, machine } = parts;
  const run = machine.instanceId;

  const change = async (request: ApiRequest): Promise<Call> => {
    const asking = askedFor("change", request, owner(), machine);
    let asked: number;
    try {
      asked = await writer.append({ type: "asked", at: clock.now(), run, ...asking });
    } catch (cause) {
      return { ok: false, failure: unnoted(cause) };
    }
    const outcome = await call(request);
    const { answer, ...told } = answerOf(request, outcome, clock.now());
    const target = asking.target === undefined ? madeOf(asking, answer.created) : undefined;
    const made = target === undefined ? {} : { target };
    await writer
      .append({ type: "answered", at: answer.at, run, asked, kind: "change", ...told, answer, ...made })
      .catch((cause: unknown) => log.error("audit.answer-not-noted", { asked }, cause));
    return outcome;
  };

  const commonOf = createCommon(machine);
  const message = async (request: ApiRequest): Promise<Call> => {
    const at = clock.now();
    const outcome = await call(request);
    writer.appendMessage(commonOf(owner()), tupleOf(request, at, answerOf(request, outcome, clock.now())));
    return outcome;
  };

  return (request) => {
    if (request.method === "GET") return call(request);
    return isMessage(request) ? message(request) : change(request);
  };
}

const messagesBefore = "/api/v1/endpoint/";
const messagesAfter = "/sms";

function isMessage({ method, path }: ApiRequest): boolean {
  return method === "POST" && path.endsWith(messagesAfter) && path.startsWith(messagesBefore);
}

function askedFor(kind: AuditKind, request: ApiRequest, owner: CallOwner, machine: Machine): AskedFor {
  const { method, note } = request;
  const path = plainPath(request.path);
  const target = note?.target ?? targetOf(request.path);
  return {
    kind,
    what: note?.what ?? plainText(`${method} ${path}`),
    method,
    path,
    ...(target === undefined ? {} : { target: plainTarget(target) }),
    ...(note?.before === undefined ? {} : { before: plainValues(note.before) }),
    ...(note?.after === undefined ? {} : { after: plainValues(note.after) }),
    ...(note?.work === undefined ? {} : { work: plainText(note.work) }),
    ...whoseCall(owner, machine),
  };
}

function whoseCall(owner: CallOwner, machine: Machine): Pick<AskedFor, "connection" | "service" | "who"> {
  const { username, organisationId, organisationName } = owner.identity;
  const organisation = {
    ...(organisationId === undefined ? {} : { id: organisationId }),
    ...(organisationName === undefined ? {} : { name: organisationName }),
  };
  return {
    connection: { id: owner.id, name: owner.name },
    service: hostOf(owner.baseUrl),
    who: {
      signIn: owner.kind,
      ...(username === undefined ? {} : { user: username }),
      ...(Object.keys(organisation).length === 0 ? {} : { organisation }),
      ...(machine.userName === undefined ? {} : { system: machine.userName }),
    },
  };
}

/** The same object as long as the owner is the same one. */
function createCommon(machine: Machine): (owner: CallOwner) => MessageCommon {
  let known: { readonly owner: CallOwner; readonly common: MessageCommon } | undefined;
  return (owner) => {
    if (known?.owner !== owner) {
      known = { owner, common: { run: machine.instanceId, what: "send-sms", ...whoseCall(owner, machine) } };
    }
    return known.common;
  };
}

/** Thousands of these in a minute: what is plain by its shape is looked at once. */
function tupleOf({ path, note }: ApiRequest, at: number, { outcome, answer }: Told): MessageTuple {
  const { status = null, created = null, code = null, message = null } = answer;
  const values = note?.after;
  const from = values?.["from"];
  const sender = typeof from === "string" && /^\d{1,32}$/.test(from) ? from : null;
  const endpoint = path.slice(messagesBefore.length, -messagesAfter.length);
  const id = isPlainId(endpoint) ? endpoint : plainTarget({ kind: "endpoint", id: endpoint }).id;
  const [characters, campaign, row] = [values?.["characters"], values?.["campaign"], values?.["row"]];
  const counted = [numberOf(characters), numberOf(campaign), numberOf(row)] as const;
  return [at, id, outcome, answer.at, status, created, code, message, sender, ...counted];
}

function numberOf(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

/** The endpoint in a path, where the call says nothing else of what it is about. */
function targetOf(path: string): { readonly kind: string; readonly id: string } | undefined {
  const id = /\/endpoint\/([^/?]+)/.exec(path)?.[1];
  return id === undefined ? undefined : { kind: "endpoint", id };
}

/** Host and port of a base address. */
export function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : "unknown";
}

interface Told {
  readonly outcome: AnswerOutcome;
  readonly answer: StoredAnswer;
}

function answerOf(request: ApiRequest, call: Call, at: number): Told {
  if (!call.ok) {
    return {
      outcome: outcomeOf(call.failure),
      answer: failedAnswer(call.failure, request.body, at),
    };
  }
  const { answer } = call;
  const { status } = answer;
  const created = request.method === "POST" ? createdId(answer, collectionOf(request.path)) : undefined;
  const known = created !== undefined && /^[\w-]{1,64}$/.test(created) ? { created } : {};
  return { outcome: "done", answer: { at, status, ...known } };
}

/** What the audit says of a call that ended badly. */
export function outcomeOf({ accepted, status }: Pick<ApiFailure, "accepted" | "status">): AnswerOutcome {
  if (accepted === "unknown") return "unknown";
  return status === undefined ? "not-sent" : "refused";
}

/** The failure without what the service echoes of the body. */
export function failedAnswer(
  { status, serviceCode, code, message }: Pick<ApiFailure, "status" | "serviceCode" | "code" | "message">,
  body: string | undefined,
  at: number,
): StoredAnswer {
  return {
    at,
    ...(status === undefined ? {} : { status }),
    ...(serviceCode === undefined ? {} : { serviceCode }),
    code,
    message: plainCodedText(message, body),
  };
}

function unnoted(cause: unknown): ApiFailure {
  const message = codedText("audit-unwritable", { failure: textOf(cause) });
  return { kind: "offline", code: "audit-unwritable", message, accepted: "no", cause };
}
