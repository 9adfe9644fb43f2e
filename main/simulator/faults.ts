/** The fault plan: what goes wrong, how often and where. The README of this folder documents the JSON. */
import { isObject, type JsonObject, type JsonValue } from "./json.ts";

export const faultKinds = [
  "throttle",
  "error-before",
  "error-after",
  "reset-before",
  "reset-after",
  "slow",
  "late",
  "truncate",
  "html",
  "unauthorized",
  "refuse",
] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface FaultRule {
  readonly kind: FaultKind;
  /** Share of the calls it strikes, 0 to 1. */
  readonly rate: number;
  /** Operations, each a name, a group such as `sms.*`, or `*`. Default: every operation but sign-in. */
  readonly on?: string | readonly string[];
  /** Only these endpoints. */
  readonly endpoints?: readonly number[];
  /** Only the first n attempts at one endpoint (or the first n calls of an operation without one). */
  readonly attempts?: number;
  /** throttle 429 · error 500 · html 502 · refuse 422. */
  readonly status?: number;
  /** throttle: seconds in Retry-After; true means 1, "date" an HTTP date one second ahead, false (default) no such header. */
  readonly retryAfter?: number | boolean | "date";
  /** slow: milliseconds between doing the work and answering; late: before the work. Default 1000. */
  readonly delayMs?: number;
}

export interface RateLimit {
  readonly requests: number;
  readonly windowMs: number;
  /** Whether a 429 says how long to wait. */
  readonly retryAfter?: boolean;
}

export interface FaultPlan {
  readonly seed?: number;
  readonly rules?: readonly FaultRule[];
  /** A real limit per client address; the window starts with its first request. */
  readonly rateLimit?: RateLimit;
}

const planKeys = ["seed", "rules", "rateLimit"];
const ruleKeys = ["kind", "rate", "on", "endpoints", "attempts", "status", "retryAfter", "delayMs"];

/** Checks a plan that came as JSON; throws an `Error` with a plain sentence for anything it does not know. */
export function readFaultPlan(value: unknown): FaultPlan {
  if (!isObject(value)) throw new Error("The fault plan must be a JSON object.");
  refuseUnknown(value, planKeys, "The fault plan");
  const { seed, rules, rateLimit } = value;
  if (seed !== undefined) number(seed, 0, 2 ** 32, 'The "seed" of the fault plan');
  if (rules !== undefined && !Array.isArray(rules)) throw new Error('The "rules" of the fault plan must be a list.');
  for (const [index, rule] of (Array.isArray(rules) ? (rules as JsonValue[]) : []).entries())
    checkRule(rule, `Fault rule ${index + 1}`);
  if (rateLimit !== undefined) checkRateLimit(rateLimit);
  return value;
}

function checkRule(rule: JsonValue, where: string): void {
  if (!isObject(rule)) throw new Error(`${where} must be a JSON object.`);
  const kind = rule["kind"];
  if (!faultKinds.some((known) => known === kind)) {
    throw new Error(`${where} has the unknown kind ${JSON.stringify(kind)}. Known kinds are ${faultKinds.join(", ")}.`);
  }
  refuseUnknown(rule, ruleKeys, where);
  number(rule["rate"], 0, 1, `The "rate" of ${lower(where)}`);
  if (rule["status"] !== undefined) number(rule["status"], 400, 599, `The "status" of ${lower(where)}`);
  if (rule["delayMs"] !== undefined) number(rule["delayMs"], 0, 3_600_000, `The "delayMs" of ${lower(where)}`);
  if (rule["attempts"] !== undefined) number(rule["attempts"], 1, 2 ** 31, `The "attempts" of ${lower(where)}`);
  const { on, endpoints, retryAfter } = rule;
  if (on !== undefined && !listOf(Array.isArray(on) ? on : [on], "string"))
    throw new Error(`The "on" of ${lower(where)} must be operation names.`);
  if (endpoints !== undefined && !listOf(endpoints, "number"))
    throw new Error(`The "endpoints" of ${lower(where)} must be a list of ids.`);
  if (retryAfter !== undefined && retryAfter !== "date" && typeof retryAfter !== "boolean") {
    number(retryAfter, 0, 86_400, `The "retryAfter" of ${lower(where)}`);
  }
}

function checkRateLimit(value: JsonValue): void {
  if (!isObject(value)) throw new Error('The "rateLimit" of the fault plan must be a JSON object.');
  refuseUnknown(value, ["requests", "windowMs", "retryAfter"], "The rate limit");
  number(value["requests"], 1, 2 ** 31, 'The "requests" of the rate limit');
  number(value["windowMs"], 1, 2 ** 31, 'The "windowMs" of the rate limit');
}

function refuseUnknown(value: JsonObject, known: readonly string[], where: string): void {
  const stranger = Object.keys(value).find((key) => !known.includes(key));
  if (stranger !== undefined)
    throw new Error(`${where} has the unknown key "${stranger}". Known keys are ${known.join(", ")}.`);
}

function number(value: unknown, least: number, most: number, what: string): void {
  if (typeof value !== "number" || !(value >= least && value <= most))
    throw new Error(`${what} must be a number from ${least} to ${most}.`);
}

function listOf(value: unknown, type: "string" | "number"): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === type);
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
