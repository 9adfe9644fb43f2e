/** The fault plan: which failures occur, how often and where. `fault-plan.md` documents the JSON. */
import { type DateShape, dateShapes, type JsonObject, type JsonValue, isObject, chance, mix } from "./values.ts";

const faultKinds = [
  "throttle",
  "error-before",
  "error-after",
  "reset-before",
  "reset-after",
  "reset-late",
  "slow",
  "drip",
  "late",
  "truncate",
  "gzip",
  "html",
  "unauthorized",
  "refuse",
  "answer-before",
  "answer-after",
  "stale",
  "list",
  "equal-before",
  "equal-after",
] as const;
type FaultKind = (typeof faultKinds)[number];

const listForms = ["shuffled", "duplicated", "paged", "object"] as const;
type ListForm = (typeof listForms)[number];

export interface FaultRule {
  readonly kind: FaultKind;
  /** Share of the calls it applies to, 0 to 1. */
  readonly rate: number;
  /** Operations, each a name, a group such as `sms.*`, or `*`. Default: every operation but sign-in. */
  readonly on?: string | readonly string[];
  /** Only these endpoints. */
  readonly endpoints?: readonly number[];
  /** Only the first n attempts at one endpoint (or the first n calls of an operation without one). */
  readonly attempts?: number;
  /** Once it applies, it also applies to the next matching calls, so many in total. */
  readonly burst?: number;
  /** throttle 429 · error 500 · html 502 · refuse 422 · answer 200. */
  readonly status?: number;
  /**
   * throttle, error, answer: the Retry-After header. A number or another text unchanged; true means 1, "date" an HTTP date one
   * second ahead, false (default) no such header.
   */
  readonly retryAfter?: number | boolean | string;
  /** throttle: answered by the gateway in front of the service, which names the error in a header only. */
  readonly gateway?: boolean;
  /** answer: replaces the body and headers of the service's own response. */
  readonly body?: string;
  /** answer: added, or replacing the service's own header with that name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** list: the irregularity of the list. */
  readonly form?: ListForm;
  /** equal: the other SMS has this sender (default: the same). */
  readonly source?: string;
  /**
   * slow, drip: milliseconds between the work and the last byte of the response · late, reset-late: before the work · stale: how far
   * the list lags. Default 1000. Two numbers: minimum and maximum, drawn by the seed.
   */
  readonly delayMs?: number | readonly [least: number, most: number];
}

/** How the service dates its SMS records, where that differs from its `Date` header. */
export interface RecordClock {
  /** Added to every date of a record; negative is behind. */
  readonly offsetMs?: number;
  /** Each record deviates by up to this much more, in either direction, drawn by the seed. */
  readonly spreadMs?: number;
  /** `sql` with an offset: local time without a zone. */
  readonly dates?: DateShape;
}

export interface RateLimit {
  readonly requests: number;
  readonly windowMs: number;
  /** Whether a 429 has a Retry-After. */
  readonly retryAfter?: boolean;
}

export interface FaultPlan {
  readonly seed?: number;
  readonly rules?: readonly FaultRule[];
  /** A real limit per client address; the window starts with its first request. */
  readonly rateLimit?: RateLimit;
  readonly recordClock?: RecordClock;
  /** No response has a `Date` header. */
  readonly noDate?: boolean;
  /** An auth token is rejected as expired after so many calls. */
  readonly callsPerToken?: number;
  /** An endpoint's SMS list contains only records younger than so many hours. */
  readonly listHours?: number;
}

const planKeys = ["seed", "rules", "rateLimit", "recordClock", "noDate", "callsPerToken", "listHours"];
const ruleKeys = [
  "kind",
  "rate",
  "on",
  "endpoints",
  "attempts",
  "burst",
  "status",
  "retryAfter",
  "gateway",
  "body",
  "headers",
  "form",
  "source",
  "delayMs",
];
const longestDelayMs = 3_600_000;

/** Validates a plan from JSON; throws an `Error` with a plain sentence for unknown content. */
export function readFaultPlan(value: unknown): FaultPlan {
  if (!isObject(value)) throw new Error("The fault plan must be a JSON object.");
  rejectUnknownKeys(value, planKeys, "The fault plan");
  const { seed, rules, rateLimit, recordClock, noDate, callsPerToken, listHours } = value;
  if (seed !== undefined) number(seed, 0, 2 ** 32, 'The "seed" of the fault plan');
  if (rules !== undefined && !Array.isArray(rules)) throw new Error('The "rules" of the fault plan must be a list.');
  for (const [index, rule] of (Array.isArray(rules) ? (rules as JsonValue[]) : []).entries())
    checkRule(rule, `Fault rule ${index + 1}`);
  if (rateLimit !== undefined) checkRateLimit(rateLimit);
  if (recordClock !== undefined) checkRecordClock(recordClock);
  if (noDate !== undefined) requireType(noDate, "boolean", 'The "noDate" of the fault plan', "true or false");
  if (callsPerToken !== undefined) number(callsPerToken, 1, 2 ** 31, 'The "callsPerToken" of the fault plan');
  if (listHours !== undefined) number(listHours, 1, 8_760, 'The "listHours" of the fault plan');
  return value;
}

function checkRule(rule: JsonValue, where: string): void {
  if (!isObject(rule)) throw new Error(`${where} must be a JSON object.`);
  const kind = rule["kind"];
  if (!faultKinds.some((allowed) => allowed === kind)) {
    throw new Error(`${where} has the unknown kind ${JSON.stringify(kind)}. Known kinds are ${faultKinds.join(", ")}.`);
  }
  rejectUnknownKeys(rule, ruleKeys, where);
  const the = (key: string): string => `The "${key}" of ${lower(where)}`;
  number(rule["rate"], 0, 1, the("rate"));
  const leastStatus = kind === "answer-before" || kind === "answer-after" ? 200 : 400;
  if (rule["status"] !== undefined) number(rule["status"], leastStatus, 599, the("status"));
  for (const delay of Array.isArray(rule["delayMs"]) ? (rule["delayMs"] as JsonValue[]) : [rule["delayMs"] ?? 0])
    number(delay, 0, longestDelayMs, the("delayMs"));
  for (const key of ["attempts", "burst"]) if (rule[key] !== undefined) number(rule[key], 1, 2 ** 31, the(key));
  const { on, endpoints, retryAfter, gateway, body, headers, form, source } = rule;
  if (on !== undefined && !listOf(Array.isArray(on) ? on : [on], "string"))
    throw new Error(`The "on" of ${lower(where)} must be operation names.`);
  if (endpoints !== undefined && !listOf(endpoints, "number"))
    throw new Error(`The "endpoints" of ${lower(where)} must be a list of ids.`);
  if (retryAfter !== undefined && !["boolean", "number", "string"].includes(typeof retryAfter))
    throw new Error(`${the("retryAfter")} must be a number, a text or true or false.`);
  if (gateway !== undefined) requireType(gateway, "boolean", the("gateway"), "true or false");
  if (body !== undefined) requireType(body, "string", the("body"), "a text");
  if (source !== undefined) requireType(source, "string", the("source"), "a text");
  if (headers !== undefined && !(isObject(headers) && listOf(Object.values(headers), "string")))
    throw new Error(`${the("headers")} must be an object of texts.`);
  if ((kind === "list" || form !== undefined) && !listForms.some((allowed) => allowed === form))
    throw new Error(`${the("form")} must be one of ${listForms.join(", ")}.`);
}

function checkRecordClock(value: JsonValue): void {
  if (!isObject(value)) throw new Error('The "recordClock" of the fault plan must be a JSON object.');
  rejectUnknownKeys(value, ["offsetMs", "spreadMs", "dates"], "The record clock");
  const { offsetMs, spreadMs, dates } = value;
  if (offsetMs !== undefined) number(offsetMs, -(2 ** 40), 2 ** 40, 'The "offsetMs" of the record clock');
  if (spreadMs !== undefined) number(spreadMs, 0, 2 ** 40, 'The "spreadMs" of the record clock');
  if (dates !== undefined && !dateShapes.some((allowed) => allowed === dates))
    throw new Error(`The "dates" of the record clock must be one of ${dateShapes.join(", ")}.`);
}

function checkRateLimit(value: JsonValue): void {
  if (!isObject(value)) throw new Error('The "rateLimit" of the fault plan must be a JSON object.');
  rejectUnknownKeys(value, ["requests", "windowMs", "retryAfter"], "The rate limit");
  number(value["requests"], 1, 2 ** 31, 'The "requests" of the rate limit');
  number(value["windowMs"], 1, 2 ** 31, 'The "windowMs" of the rate limit');
}

function rejectUnknownKeys(value: JsonObject, allowedKeys: readonly string[], where: string): void {
  const unknownKey = Object.keys(value).find((key) => !allowedKeys.includes(key));
  if (unknownKey !== undefined)
    throw new Error(`${where} has the unknown key "${unknownKey}". Known keys are ${allowedKeys.join(", ")}.`);
}

function number(value: unknown, least: number, most: number, label: string): void {
  if (typeof value !== "number" || !(value >= least && value <= most))
    throw new Error(`${label} must be a number from ${least} to ${most}.`);
}

function requireType(value: JsonValue, type: "boolean" | "string", label: string, must: string): void {
  if (typeof value !== type) throw new Error(`${label} must be ${must}.`);
}

function listOf(value: unknown, type: "string" | "number"): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === type);
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

// Decides which call a fault applies to. The decision depends on the plan's seed, the rule and the endpoint with the number of the
// attempt for it (without an endpoint: the number of the call), never on timing, so concurrency does not change it.

/** A rule that applies to one call. */
export interface Fault {
  readonly rule: FaultRule;
  readonly delayMs: number;
  /** For other random decisions of the fault. */
  readonly seed: number;
}

interface ActiveRule {
  readonly rule: FaultRule;
  readonly position: number;
  readonly endpoints: ReadonlySet<number> | undefined;
  readonly strikes: (operation: string) => boolean;
}

export class FaultEngine {
  #plan: FaultPlan = {};
  #rules: readonly ActiveRule[] = [];
  readonly #attempts = new Map<string, Map<number, number>>();
  readonly #windows = new Map<string, { endsAt: number; used: number }>();
  /** By index of the rule: how many more of its calls fail without a random decision. */
  readonly #bursts = new Map<number, number>();
  readonly #callsOfToken = new Map<string, number>();

  constructor(plan: FaultPlan) {
    this.set(plan);
  }

  get plan(): FaultPlan {
    return this.#plan;
  }

  /** Attempt counters start again with each plan. */
  set(plan: FaultPlan): void {
    this.#plan = readFaultPlan(plan);
    this.#rules = (plan.rules ?? []).map((rule, position) => ({
      rule,
      position,
      endpoints: rule.endpoints === undefined ? undefined : new Set(rule.endpoints),
      strikes: operationTest(rule.on),
    }));
    this.#attempts.clear();
    this.#windows.clear();
    this.#bursts.clear();
    this.#callsOfToken.clear();
  }

  /** The fault for this call, if any; counts the attempt. */
  decide(operation: string, endpointId: number | undefined): Fault | undefined {
    if (this.#rules.length === 0) return undefined;
    const attempt = this.#count(operation, endpointId ?? -1);
    const seed = this.#plan.seed ?? 1;
    for (const { rule, position, endpoints, strikes } of this.#rules) {
      if (!strikes(operation)) continue;
      if (endpoints !== undefined && (endpointId === undefined || !endpoints.has(endpointId))) continue;
      if (rule.attempts !== undefined && attempt > rule.attempts) continue;
      // A rejection depends on the recipient: it is the same at every attempt.
      const turn = rule.kind === "refuse" && endpointId !== undefined ? 0 : attempt;
      const ruleSeed = seed + position * 7919;
      if (!this.#isInBurst(position) && chance(ruleSeed, endpointId ?? -1, turn) >= rule.rate) continue;
      if (rule.burst !== undefined && !this.#bursts.has(position)) this.#bursts.set(position, rule.burst - 1);
      const own = mix(ruleSeed + 1, endpointId ?? -1, attempt);
      return { rule, delayMs: delayOf(rule, own), seed: own };
    }
    return undefined;
  }

  /** Counts a call with this token; true when it exceeds the limit. */
  exceedsCallLimit(token: string): boolean {
    const most = this.#plan.callsPerToken;
    if (most === undefined) return false;
    const calls = (this.#callsOfToken.get(token) ?? 0) + 1;
    this.#callsOfToken.set(token, calls);
    return calls > most;
  }

  /** Undefined while the address is within its limit, else how long until the next window opens. */
  overLimit(address: string, now: number): { readonly waitMs: number; readonly limit: RateLimit } | undefined {
    const limit = this.#plan.rateLimit;
    if (limit === undefined) return undefined;
    const current = this.#windows.get(address);
    const window = current === undefined || current.endsAt <= now ? { endsAt: now + limit.windowMs, used: 0 } : current;
    this.#windows.set(address, window);
    if (window.used >= limit.requests) return { waitMs: window.endsAt - now, limit };
    window.used += 1;
    return undefined;
  }

  #isInBurst(position: number): boolean {
    const left = this.#bursts.get(position);
    if (left === undefined) return false;
    if (left > 0) this.#bursts.set(position, left - 1);
    else this.#bursts.delete(position);
    return left > 0;
  }

  #count(operation: string, endpointId: number): number {
    const perEndpoint = this.#attempts.get(operation) ?? new Map<number, number>();
    this.#attempts.set(operation, perEndpoint);
    const attempt = (perEndpoint.get(endpointId) ?? 0) + 1;
    perEndpoint.set(endpointId, attempt);
    return attempt;
  }
}

function delayOf({ delayMs = 1000 }: FaultRule, seed: number): number {
  if (typeof delayMs === "number") return delayMs;
  const [least, most] = delayMs;
  return Math.round(least + chance(seed, 1) * (most - least));
}

function operationTest(on: FaultRule["on"]): (operation: string) => boolean {
  if (on === undefined) return (operation) => operation !== "authenticate";
  const names = typeof on === "string" ? [on] : on;
  const verdicts = new Map<string, boolean>();
  return (operation) => {
    const cached = verdicts.get(operation);
    if (cached !== undefined) return cached;
    const verdict = names.some(
      (name) => name === "*" || name === operation || (name.endsWith(".*") && operation.startsWith(name.slice(0, -1))),
    );
    verdicts.set(operation, verdict);
    return verdict;
  };
}
