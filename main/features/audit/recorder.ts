/**
 * Wraps every call of every connection and records those that change something.
 *
 * Invariants: a change is on disk before its call is sent, otherwise the call is not made; the answer is recorded whatever it is. The
 * links of a change in the journal or in the rows of a quota change are stored there, in one commit with what they report; those of any other call here, and a
 * failure to record such an answer never becomes a failure of the call. SMS are recorded in batches shortly after their answers: each has a durable
 * attempt in its campaign's ledger before it is sent.
 */
import { hasFields } from "#shared/defined-fields.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import type { AuditKind } from "#shared/contract/audit/audit-schemas.ts";
import { AppError, textOf } from "#shared/failure.ts";
import type { ApiRequest, Call, ChangeRef } from "../../core/api/caller.ts";
import type { CallFunction } from "../../core/api/client.ts";
import { collectionOf, createdId } from "../../core/api/bodies.ts";
import { type ApiFailure, acceptedOf } from "../../core/api/errors.ts";
import type { Clock, Log, Machine } from "../../core/hosts.ts";
import type { AuthenticateBody } from "../../core/api/authenticate.ts";
import {
  type AnswerOutcome,
  type AnsweredDraft,
  type CallDraft,
  type CallRequest,
  type MessageCommon,
  type MessageTuple,
  type RequestDraft,
  type StoredAnswer,
  createdTargetOf,
} from "./entry.ts";
import { isPlainId, plainCodedText, plainPath, plainTarget, plainText, plainValues } from "./redact.ts";
import type { AuditWriter } from "./writer.ts";

/** The connection that makes a call, as saved at that moment. */
export interface CallOwner {
  readonly id: number;
  readonly name: string;
  readonly baseUrl: string;
  readonly kind: "application-token" | "user";
  readonly identity: {
    readonly username?: string;
    readonly organisationId?: string;
    readonly organisationName?: string;
  };
}

export interface RecorderDeps {
  readonly writer: AuditWriter;
  readonly clock: Clock;
  readonly log: Log;
  readonly machine: Machine;
}

/** Wraps a call function so that calls that change something are recorded. */
export function watchCalls(deps: RecorderDeps, owner: () => CallOwner, call: CallFunction): CallFunction {
  const { writer, clock, log, machine } = deps;
  const run = machine.instanceId;

  /** The links of a call without a stored change are stored alone. */
  const alone: ChangeRef = {
    begin: (link) => writer.append(link as RequestDraft),
    answered: (link) =>
      writer.append(link as AnsweredDraft).then(
        () => undefined,
        (cause: unknown) => log.error("audit.response-not-recorded", { asked: (link as AnsweredDraft).asked }, cause),
      ),
  };

  const change = async (request: ApiRequest): Promise<Call> => {
    const links = request.note?.change ?? alone;
    // Entries that are still being collected are older.
    if (links !== alone) await writer.flush();
    const callRequest = callRequestOf("change", request, owner(), machine);
    let requestSeq: number;
    try {
      requestSeq = await links.begin({ type: "asked", at: clock.now(), run, ...callRequest } satisfies RequestDraft);
    } catch (cause) {
      return { ok: false, failure: notRecordedFailure(cause) };
    }
    const outcome = await call(request);
    const { answer, ...rest } = answerOf(request, outcome, clock.now());
    const target = callRequest.target === undefined ? createdTargetOf(callRequest, answer.created) : undefined;
    await links.answered({
      type: "answered",
      at: answer.at,
      run,
      asked: requestSeq,
      kind: "change",
      ...rest,
      answer,
      target,
    } satisfies AnsweredDraft);
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

/** An SMS of the ledger; one of a raw request is recorded before it is sent, as any change. */
function isMessage({ method, path, note }: ApiRequest): boolean {
  return (
    note?.operation !== "raw-request" &&
    method === "POST" &&
    path.endsWith(messagesAfter) &&
    path.startsWith(messagesBefore)
  );
}

function callRequestOf(kind: AuditKind, request: ApiRequest, owner: CallOwner, machine: Machine): CallRequest {
  const { method, note } = request;
  const path = plainPath(request.path);
  const target = note?.target ?? targetOf(request.path);
  return {
    kind,
    what: note?.operation ?? plainText(`${method} ${path}`),
    method,
    path,
    target: target === undefined ? undefined : plainTarget(target),
    before: note?.before === undefined ? undefined : plainValues(note.before),
    after: note?.after === undefined ? undefined : plainValues(note.after),
    ...ownerFieldsOf(owner, machine),
  };
}

function ownerFieldsOf(owner: CallOwner, machine: Machine): Pick<CallRequest, "connection" | "service" | "who"> {
  const { username, organisationId, organisationName } = owner.identity;
  const organisation = { id: organisationId, name: organisationName };
  return {
    connection: { id: owner.id, name: owner.name },
    service: hostOf(owner.baseUrl),
    who: {
      signIn: owner.kind,
      user: username,
      organisation: hasFields(organisation) ? organisation : undefined,
      system: machine.userName,
    },
  };
}

/** Returns the identical object for the same owner, because the writer groups SMS by it. */
function createCommon(machine: Machine): (owner: CallOwner) => MessageCommon {
  let cached: { readonly owner: CallOwner; readonly common: MessageCommon } | undefined;
  return (owner) => {
    if (cached?.owner !== owner) {
      cached = { owner, common: { run: machine.instanceId, what: "send-sms", ...ownerFieldsOf(owner, machine) } };
    }
    return cached.common;
  };
}

/** Called thousands of times a minute: values whose shape proves them free of secrets skip the redaction. */
function tupleOf({ path, note }: ApiRequest, at: number, { outcome, answer }: CallResult): MessageTuple {
  const { status = null, created = null, code = null, message = null } = answer;
  const values = note?.after;
  const from = values?.["from"];
  const sender = typeof from === "string" && /^\d{1,32}$/.test(from) ? from : null;
  const endpoint = path.slice(messagesBefore.length, -messagesAfter.length);
  const id = isPlainId(endpoint) ? endpoint : plainTarget({ kind: "endpoint", id: endpoint }).id;
  const [characters, campaign, row] = [values?.["characters"], values?.["campaign"], values?.["row"]];
  const counts = [numberOf(characters), numberOf(campaign), numberOf(row)] as const;
  return [at, id, outcome, answer.at, status, created, code, message, sender, ...counts];
}

function numberOf(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

/** The endpoint in a path, for calls without a noted target. */
function targetOf(path: string): { readonly kind: string; readonly id: string } | undefined {
  const id = /\/endpoint\/([^/?]+)/.exec(path)?.[1];
  return id === undefined ? undefined : { kind: "endpoint", id };
}

/** Host and port of a base address. */
function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : "unknown";
}

interface CallResult {
  readonly outcome: AnswerOutcome;
  readonly answer: StoredAnswer;
}

function answerOf(request: ApiRequest, call: Call, at: number): CallResult {
  if (!call.ok) {
    return {
      outcome: outcomeOf(call.failure),
      answer: failedAnswer(call.failure, request.body, at),
    };
  }
  const { answer } = call;
  const { status } = answer;
  const created = request.method === "POST" ? createdId(answer, collectionOf(request.path)) : undefined;
  const createdField = created !== undefined && /^[\w-]{1,64}$/.test(created) ? { created } : {};
  return { outcome: "done", answer: { at, status, ...createdField } };
}

/** The audit outcome of a failed call. */
function outcomeOf({ accepted, status }: Pick<ApiFailure, "accepted" | "status">): AnswerOutcome {
  if (accepted === "unknown") return "unknown";
  return status === undefined ? "not-sent" : "refused";
}

/** The failure, without the parts of the request body that the service echoes. */
function failedAnswer(
  { status, serviceCode, code, message }: Pick<ApiFailure, "status" | "serviceCode" | "code" | "message">,
  body: string | undefined,
  at: number,
): StoredAnswer {
  return {
    at,
    status,
    serviceCode,
    code,
    message: plainCodedText(message, body),
  };
}

function notRecordedFailure(cause: unknown): ApiFailure {
  const message = codedText("audit-unwritable", { failure: textOf(cause) });
  return { kind: "offline", code: "audit-unwritable", message, accepted: "no", cause };
}

/** The connection that signs in; without an id until it is saved. */
interface SignInSubject {
  readonly id?: number;
  readonly name: string;
  readonly identity?: { readonly username?: string };
}

type Authenticate<T> = (
  baseUrl: string,
  body: AuthenticateBody,
  signal: AbortSignal | undefined,
  subject?: SignInSubject,
) => Promise<T>;

/** Records that a sign-in happened, never its credentials. */
export function watchSignIns<T>(deps: RecorderDeps, authenticate: Authenticate<T>): Authenticate<T> {
  const { writer, clock } = deps;
  return async (baseUrl, body, signal, subject) => {
    const at = clock.now();
    const note = (outcome: AnswerOutcome, answer: CallDraft["answer"]): void =>
      writer.appendSoon({ ...draftOf(deps, { baseUrl, body, subject }), at, outcome, answer });
    try {
      const tokens = await authenticate(baseUrl, body, signal, subject);
      note("done", { at: clock.now() });
      return tokens;
    } catch (error) {
      const failure = failureOf(error);
      note(outcomeOf(failure), failedAnswer(failure, JSON.stringify(body), clock.now()));
      throw error;
    }
  };
}

function draftOf(
  { machine }: RecorderDeps,
  {
    baseUrl,
    body,
    subject,
  }: { readonly baseUrl: string; readonly body: AuthenticateBody; readonly subject: SignInSubject | undefined },
): Omit<CallDraft, "at" | "outcome" | "answer"> {
  const user = "username" in body ? body.username : subject?.identity?.username;
  const signInMethod = "username" in body ? "user" : "refreshToken" in body ? "refresh" : "application-token";
  return {
    type: "call",
    run: machine.instanceId,
    kind: "sign-in",
    what: `sign-in-${signInMethod}`,
    method: "POST",
    path: "/api/v1/authenticate",
    connection: subject === undefined ? undefined : connectionOf(subject),
    service: hostOf(baseUrl),
    who: {
      signIn: signInMethod,
      user,
      system: machine.userName,
    },
  };
}

function connectionOf({ id, name }: SignInSubject): NonNullable<CallDraft["connection"]> {
  return id === undefined ? { name } : { id, name };
}

function failureOf(error: unknown): Parameters<typeof failedAnswer>[0] & Parameters<typeof outcomeOf>[0] {
  if (!(error instanceof AppError)) {
    return { code: "internal", message: textOf(error), accepted: "unknown" };
  }
  const { code, details } = error;
  const status = typeof details?.["status"] === "number" ? { status: details["status"] } : {};
  const number = typeof details?.["serviceCode"] === "number" ? { serviceCode: details["serviceCode"] } : {};
  return { code, message: textOf(error), accepted: acceptedOf(error) ?? "no", ...status, ...number };
}
