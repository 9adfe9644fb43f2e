/** Records that a sign-in happened, never its credentials. */
import type { AuthenticateBody } from "../../core/api/authenticate.ts";
import { acceptedOf } from "../../core/api/errors.ts";
import { AppError, textOf } from "#shared/failure.ts";
import { failedAnswer, hostOf, outcomeOf, type RecorderDeps } from "./recorder.ts";
import type { AnswerOutcome, CallDraft } from "./entry.ts";

/** The connection that signs in; without an id until it is saved. */
export interface SignInSubject {
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
