/**
 * Tests the path to a service step by step and reports where it fails.
 *
 * Invariants:
 * - A failed step ends the test; the steps after it are "skipped".
 * - Every step has a time limit; aborting the caller's signal ends the test at once.
 * - At most one sign-in is made, nothing is stored, and no secret is in a result, an error or the log.
 */
import { type CodedText, type TextParam, codedText, isCodedText } from "#shared/texts/coded-text.ts";
import type { HopResult, diagnostics } from "#shared/contract/diagnostics.ts";
import { AppError, toFailure } from "#shared/failure.ts";
import { abortedError } from "../../../core/wait.ts";
import {
  type ConnectionTestContext,
  type Facts,
  type Finding,
  type Step,
  type StepResult,
  type TestSignIns,
  type Walk,
  skipped,
} from "./step.ts";
import { addressStep, certificateStep, nameStep, proxyStep, tcpStep } from "./network-steps.ts";
import { firstCallStep, httpStep, separatorStep, signInStep } from "./service-steps.ts";
import type { Secret } from "#shared/contract/connections/connections.ts";
import type { Handlers } from "#shared/contract/kit.ts";

const steps: readonly Step[] = [
  addressStep,
  proxyStep,
  nameStep,
  tcpStep,
  certificateStep,
  httpStep,
  signInStep,
  separatorStep,
  firstCallStep,
];

interface ConnectionTest {
  readonly works: boolean;
  readonly hops: HopResult[];
  /** The clock of the service, less that of this computer; undefined where no answer had a date. */
  readonly clockOffsetMs?: number;
}

/** `hidden`: texts that must not appear in a message, whatever its source. */
async function testConnection(
  surroundings: ConnectionTestContext,
  test: { readonly address: string; readonly signIns: TestSignIns; readonly hidden: readonly string[] },
  signal: AbortSignal,
): Promise<ConnectionTest> {
  const walk: Walk = { ...surroundings, address: test.address, signIns: test.signIns };
  const { clock } = walk;
  const hops: HopResult[] = [];
  let facts: Facts = {};
  let ended = false;
  for (const step of steps) {
    if (signal.aborted) throw abortedError();
    if (ended) {
      hops.push({ hop: step.hop, ...skipped(codedText("test-skipped")).finding });
      continue;
    }
    const from = clock.monotonic();
    const stepResult = await runStep(step, walk, facts, signal);
    const { result, code } = stepResult.finding;
    const message = withoutSecrets(stepResult.finding.message, test.hidden);
    const tookMs = Math.round(clock.monotonic() - from);
    hops.push({ hop: step.hop, result, message, code, tookMs });
    facts = { ...facts, ...stepResult.facts };
    ended = result === "failed";
  }
  return { works: !ended, hops, clockOffsetMs: facts.clockOffsetMs };
}

/** Runs one step within its time limit; distinguishes the caller's abort from the timeout. */
async function runStep(step: Step, walk: Walk, facts: Facts, signal: AbortSignal): Promise<StepResult> {
  const late = new AbortController();
  const cancel = walk.clock.after(walk.limitMs, () => late.abort());
  const either = AbortSignal.any([signal, late.signal]);
  try {
    return await Promise.race([step.run(walk, facts, either), whenAborted(either)]);
  } catch (error) {
    if (signal.aborted) throw abortedError();
    if (late.signal.aborted) return { finding: tooLate(walk.limitMs) };
    // The message of an `AppError` is written for users; any other error goes to the log.
    if (error instanceof AppError)
      return { finding: { result: "failed", code: error.code, message: toFailure(error).text } };
    walk.log.error("diagnostics.step-failed", { hop: step.hop }, error);
    const message = codedText("internal");
    return { finding: { result: "failed", code: "internal", message } };
  } finally {
    cancel();
  }
}

/** Rejects on abort. A DNS lookup cannot be cancelled, so its result is discarded instead. */
function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const onAbort = (): void => reject(abortedError());
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
}

function tooLate(limitMs: number): Finding {
  const seconds = Math.round(limitMs / 1000);
  return {
    result: "failed",
    code: "timeout",
    message: codedText("test-timeout", { seconds }),
  };
}

/** The text with the hidden texts removed from every parameter. */
function withoutSecrets({ code, params }: CodedText, hidden: readonly string[]): CodedText {
  if (params === undefined) return { code };
  const secrets = hidden.filter((text) => text.length > 3);
  const clean = (param: TextParam): TextParam => {
    if (typeof param === "string") return secrets.reduce((left, text) => left.replaceAll(text, "…"), param);
    return isCodedText(param) ? withoutSecrets(param, hidden) : param;
  };
  return { code, params: Object.fromEntries(Object.entries(params).map(([name, param]) => [name, clean(param)])) };
}

// The connection test as a handler of the diagnostics contract, and the test of an existing connection for the checks of the program.

export interface ConnectionTestDeps extends Omit<ConnectionTestContext, "limitMs"> {
  /** One sign-in whose tokens are not stored; the session feature implements it. */
  readonly tryOut: (baseUrl: string, secret: Secret, signal: AbortSignal) => Promise<string>;
  /** The session of a connection. Throws `connection-unknown`. */
  readonly sessionOf: (name: string) => Promise<NonNullable<TestSignIns["ofConnection"]>>;
  /** Time limit for one step, in milliseconds; default 15 seconds. */
  readonly limitMs?: number;
}

export function createConnectionTest(deps: ConnectionTestDeps): Pick<Handlers<typeof diagnostics>, "testConnection"> {
  const { tryOut, sessionOf, limitMs = 15_000 } = deps;
  return {
    testConnection: async ({ baseUrl, secret, connection, allowUnencrypted }, { signal }) => {
      if (secret !== undefined && connection !== undefined) {
        throw new AppError("invalid-input", codedText("test-secret-or-connection"));
      }
      const signIns: TestSignIns = {
        allowUnencrypted,
        withSecret: secret === undefined ? undefined : (address, until) => tryOut(address, secret, until),
        endsOthers: secret !== undefined && "username" in secret,
        ofConnection: connection === undefined ? undefined : await sessionOf(connection),
      };
      const test = { address: baseUrl, signIns, hidden: secretTexts(secret) };
      return await testConnection({ ...deps, limitMs }, test, signal);
    },
  };
}

/** Tests a connection with its existing session; each step has a third of the time of the connection test, which waits for an answer. */
export async function testExisting(
  deps: ConnectionTestDeps,
  name: string,
  signal: AbortSignal,
): Promise<ConnectionTest> {
  const ofConnection = await deps.sessionOf(name);
  const signIns = { allowUnencrypted: false, withSecret: undefined, endsOthers: false, ofConnection };
  return await testConnection(
    { ...deps, limitMs: deps.limitMs ?? 5000 },
    { address: ofConnection.baseUrl, signIns, hidden: [] },
    signal,
  );
}

function secretTexts(secret: Secret | undefined): readonly string[] {
  if (secret === undefined) return [];
  return "applicationToken" in secret ? [secret.applicationToken] : [secret.password];
}
