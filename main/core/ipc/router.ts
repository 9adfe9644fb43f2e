/** The contract at run time: calls are routed to their handlers, topics are published. Everything is validated in both directions. */
import { formatText, isTextCode, textLanguage } from "#shared/texts/text.ts";
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import type { z } from "zod";
import type {
  CallContext,
  Client,
  FeatureContract,
  Handlers,
  Outcome,
  Publish,
  TopicPayloads,
} from "#shared/contract/kit.ts";
import { type AppError, isAppError, toFailure, unwrap } from "#shared/failure.ts";
import type { Clock, Log } from "../hosts.ts";
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
      // An `AppError` may say that the service had the request before it was cancelled.
      const isPlainAbort = signal.aborted && isAbort(error) && !isAppError(error);
      const failure = toFailure(isPlainAbort ? abortedError() : error);
      if (failure.code === "internal") log.error("router.handler-failed", { address }, error);
      return { ok: false, failure };
    }
  };
}

/**
 * The contract as functions that return values and throw `AppError`, over any call: the router itself or a socket. The schemas are those of
 * the other side, so a caller does not load them.
 */
export function createClient<T extends ContractMap>(call: Call): ClientOf<T> {
  return byName((feature) =>
    byName(
      (name) => async (input: unknown, signal?: AbortSignal) => unwrap(await call(`${feature}.${name}`, input, signal)),
    ),
  ) as ClientOf<T>;
}

/** An object whose properties are created by their name. */
function byName<V>(create: (name: string) => V): object {
  return new Proxy(new Map<string, V>(), {
    get: (created, name) => {
      // An object with a `then` would be treated as a promise when it is awaited or returned.
      if (typeof name !== "string" || name === "then") return undefined;
      const value = created.get(name) ?? create(name);
      created.set(name, value);
      return value;
    },
  });
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

// Describes an invalid input as a text; uses the contract's text where it has one.

interface DescribedIssue {
  /** Dotted path of the field; empty for the input as a whole. */
  readonly field: string;
  /** 'The field "name" is empty.' */
  readonly text: CodedText;
}

/** The first issue. `whole` names the input where the issue is not about a field. */
export function describeIssue({ issues: [issue] }: z.ZodError, whole: string | CodedText): DescribedIssue {
  if (issue === undefined) return { field: "", text: codedText("input-invalid", { input: whole }) };
  const field = issue.path.map(String).join(".");
  const problem = problemOf(issue);
  if (field === "") return { field, text: codedText("input-problem", { input: whole, problem }) };
  return { field, text: codedText("field-problem", { field, problem }) };
}

type Issue = z.core.$ZodIssue;

function problemOf(issue: Issue): CodedText {
  switch (issue.code) {
    case "too_small":
      return tooSmall(issue);
    case "too_big":
      return tooBig(issue);
    case "invalid_type":
      return issue.message.endsWith("received undefined") ? codedText("value-missing") : wrongType(issue.expected);
    case "invalid_value":
      return codedText("value-none-of", { values: anyOf(issue.values.map((value) => JSON.stringify(value))) });
    case "not_multiple_of":
      return codedText("value-not-multiple", { divisor: issue.divisor });
    case "unrecognized_keys":
      return codedText("value-unknown-keys", { keys: issue.keys.map((key) => `"${key}"`).join(", ") });
    default:
      // A format of the contract has the code of its message.
      return isTextCode(issue.message)
        ? { code: issue.message }
        : codedText("value-invalid", { reason: issue.message });
  }
}

function anyOf(values: readonly string[]): string {
  return new Intl.ListFormat(textLanguage(), { type: "disjunction" }).format(values);
}

function tooSmall({ origin, minimum, inclusive }: Extract<Issue, { code: "too_small" }>): CodedText {
  const count = Number(minimum);
  if (origin === "string" || origin === "array" || origin === "set") {
    if (count <= 1) return codedText("value-empty");
    return codedText(origin === "string" ? "value-too-short" : "list-too-short", { count });
  }
  return codedText(inclusive === false ? "number-above" : "number-at-least", { count });
}

function tooBig({ origin, maximum, inclusive }: Extract<Issue, { code: "too_big" }>): CodedText {
  const count = Number(maximum);
  if (origin === "string") return codedText("value-too-long", { count });
  if (origin === "array" || origin === "set") return codedText("list-too-long", { count });
  return codedText(inclusive === false ? "number-below" : "number-at-most", { count });
}

function wrongType(expected: string): CodedText {
  switch (expected) {
    case "string":
      return codedText("type-text");
    case "int":
      return codedText("type-integer");
    case "number":
      return codedText("type-number");
    case "boolean":
      return codedText("type-boolean");
    case "array":
      return codedText("type-list");
    default:
      return codedText("type-other", { type: expected });
  }
}

// Handlers of a feature that is unavailable in this process: every operation fails with the same error.

/** Rejects each operation of `feature` with the error that `why` creates. */
export function refusing<T extends FeatureContract>(feature: T, createError: () => AppError): Handlers<T> {
  const names = Object.keys(feature.operations);
  // Sound: the keys are the contract's own, and a handler that never resolves matches any output type.
  // Object.fromEntries loses the key type, and the generic contract cannot be compared with its result.
  return Object.fromEntries(names.map((name) => [name, () => Promise.reject(createError())])) as unknown as Handlers<T>;
}

// Topics carry ids, not states; the exceptions are progress counters.
// Invariant: each key of a progress topic is published at most once per interval, and the latest value always arrives.

/** Subscribes to one topic; the returned function unsubscribes. */
export type On<P> = <N extends keyof P & string>(topic: N, listener: (payload: P[N]) => void) => () => void;

export interface Topics<P> {
  readonly publish: Publish<P>;
  readonly on: On<P>;
  /** Every topic, for a transport; the returned function unsubscribes. */
  readonly onAny: (listener: (topic: string, payload: unknown) => void) => () => void;
  /** Publishes the throttled values at once. */
  readonly flush: () => void;
}

export interface TopicsOptions<P> {
  readonly clock: Clock;
  readonly log: Log;
  /** Progress topics, and the key per which the latest value wins. */
  readonly progress: { readonly [N in keyof P]?: (payload: P[N]) => string };
  /** Default 100: ten a second. */
  readonly intervalMs?: number;
}

interface ThrottledTopic {
  latest: { readonly payload: unknown } | undefined;
  cancel: () => void;
}

type Listener = (topic: string, payload: unknown) => void;

/** Creates the bus of one process; payloads are validated against the contract, and undeclared fields are dropped. */
export function createTopics<T extends ContractMap>(
  contract: T,
  options: TopicsOptions<TopicPayloads<T>>,
): Topics<TopicPayloads<T>> {
  const schemas = new Map(Object.values(contract).flatMap(({ topics }) => Object.entries(topics)));
  const listeners = new Set<Listener>();
  const throttled = new Map<string, ThrottledTopic>();
  const intervalMs = options.intervalMs ?? 100;

  const deliver = (topic: string, payload: unknown): void => {
    for (const listener of listeners) {
      try {
        listener(topic, payload);
      } catch (error) {
        options.log.error("topics.listener-failed", { topic }, error);
      }
    }
  };

  const hold = (topic: string, key: string): ThrottledTopic => ({
    latest: undefined,
    cancel: options.clock.after(intervalMs, () => {
      const { latest } = throttled.get(key) ?? {};
      throttled.delete(key);
      if (latest === undefined) return;
      throttled.set(key, hold(topic, key));
      deliver(topic, latest.payload);
    }),
  });

  /** Throttled progress of a feature is published before its next event: an end must not be followed by its own progress. */
  const deliverThrottled = (topic: string): void => {
    const feature = topic.slice(0, topic.indexOf(".") + 1);
    for (const [key, one] of throttled) {
      const { latest } = one;
      if (latest === undefined || !key.startsWith(feature)) continue;
      one.latest = undefined;
      deliver(key.slice(0, key.indexOf(":")), latest.payload);
    }
  };

  const publish = (topic: string, payload: unknown): void => {
    const checked = schemas.get(topic)?.safeParse(payload);
    if (checked?.success !== true) {
      options.log.error("topics.payload-invalid", { topic });
      return;
    }
    const keyOf = progressKey(options.progress, topic);
    if (keyOf === undefined) {
      deliverThrottled(topic);
      return deliver(topic, checked.data);
    }
    const key = `${topic}:${keyOf(checked.data)}`;
    const waiting = throttled.get(key);
    if (waiting !== undefined) {
      waiting.latest = { payload: checked.data };
      return;
    }
    throttled.set(key, hold(topic, key));
    deliver(topic, checked.data);
  };

  const onAny = (listener: Listener): (() => void) => {
    const own: Listener = (topic, payload) => listener(topic, payload);
    listeners.add(own);
    return () => void listeners.delete(own);
  };

  return {
    publish,
    onAny,
    on: (requestedTopic, listener) => onAny((topic, payload) => topic === requestedTopic && listener(payload as never)),
    flush: () => {
      for (const [key, { latest, cancel }] of throttled) {
        cancel();
        if (latest !== undefined) deliver(key.slice(0, key.indexOf(":")), latest.payload);
      }
      throttled.clear();
    },
  };
}

function progressKey(progress: object, topic: string): ((payload: unknown) => string) | undefined {
  const toKey: unknown = Object.hasOwn(progress, topic) ? progress[topic as keyof typeof progress] : undefined;
  return typeof toKey === "function" ? (toKey as (payload: unknown) => string) : undefined;
}
