/** The entry point of every handler: input and output are validated against the contract. */
import { formatText } from "#shared/texts/text.ts";
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { z } from "zod";
import type { CallContext, Client, FeatureContract, Handlers, Outcome } from "#shared/contract/kit.ts";
import { toFailure, unwrap } from "#shared/failure.ts";
import { describeIssue, type DescribedIssue } from "./describe-issue.ts";
import type { Log } from "../hosts.ts";
import { abortedError } from "../wait.ts";

export type ContractMap = Readonly<Record<string, FeatureContract>>;
export type HandlersOf<T extends ContractMap> = { readonly [F in keyof T]: Handlers<T[F]> };
export type ClientOf<T extends ContractMap> = { readonly [F in keyof T]: Client<T[F]> };

/** Handles `feature.operation`; resolves to plain data, never throws. */
export type Call = (address: string, input: unknown, signal?: AbortSignal) => Promise<Outcome<unknown>>;

type AnyHandler = (input: unknown, context: CallContext) => Promise<unknown>;

/**
 * Routes `feature.operation` to its handler.
 * @returns a call whose failures are `unknown-operation`, `invalid-input` (naming the field), `aborted`, `internal`
 *   (also when a handler violates the contract; the log has the details), or the handler's own code.
 */
export function createRouter<T extends ContractMap>(contract: T, handlers: HandlersOf<T>, log: Log): Call {
  return async (address, input, signal = new AbortController().signal) => {
    const target = find(contract, handlers, address);
    if (target === undefined) return failed("unknown-operation", codedText("unknown-operation", { address }));
    const parsed = target.input.safeParse(input ?? {});
    if (!parsed.success)
      return invalidInput(describeIssue(parsed.error, codedText("operation-input", { operation: address })));
    try {
      if (signal.aborted) throw abortedError();
      const answer = await target.handler(parsed.data, { signal });
      const checked = target.output.safeParse(answer ?? {});
      if (checked.success) return { ok: true, value: checked.data };
      log.error("router.output-invalid", {
        address,
        problem: formatText(describeIssue(checked.error, codedText("operation-output", { operation: address })).text),
      });
      return { ok: false, failure: toFailure(checked.error) };
    } catch (error) {
      const failure = signal.aborted && isAbort(error) ? toFailure(abortedError()) : toFailure(error);
      if (failure.code === "internal") log.error("router.handler-failed", { address }, error);
      return { ok: false, failure };
    }
  };
}

/** The contract as functions that return values and throw `AppError`, over any call: the router itself or a socket. */
export function createClient<T extends ContractMap>(contract: T, call: Call): ClientOf<T> {
  const features = Object.entries(contract).map(([feature, { operations }]) => {
    const functions = Object.keys(operations).map((name) => [
      name,
      async (input: unknown, signal?: AbortSignal) => unwrap(await call(`${feature}.${name}`, input, signal)),
    ]);
    return [feature, Object.fromEntries(functions)];
  });
  return Object.fromEntries(features) as ClientOf<T>;
}

function find(
  contract: ContractMap,
  handlers: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  address: string,
): { readonly input: z.ZodType; readonly output: z.ZodType; readonly handler: AnyHandler } | undefined {
  const [feature, name, ...rest] = address.split(".");
  if (feature === undefined || name === undefined || rest.length > 0) return undefined;
  const operations = own(contract, feature)?.operations;
  const stated = operations === undefined ? undefined : own(operations, name);
  const handler = own(own(handlers, feature) ?? {}, name);
  if (stated === undefined || typeof handler !== "function") return undefined;
  return { input: stated.input, output: stated.output, handler: handler as AnyHandler };
}

/** The value of an own key; undefined for inherited names such as `constructor`. */
function own<V>(of: Readonly<Record<string, V>>, key: string): V | undefined {
  return Object.hasOwn(of, key) ? of[key] : undefined;
}

function invalidInput({ field, text }: DescribedIssue): Outcome<never> {
  return { ok: false, failure: { code: "invalid-input", text, details: field === "" ? undefined : { field } } };
}

function failed(code: string, text: CodedText): Outcome<never> {
  return { ok: false, failure: { code, text } };
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === "AbortError" || ("code" in error && error.code === "aborted"));
}
