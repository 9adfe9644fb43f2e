/**
 * Decides which call a fault applies to. The decision depends on the plan's seed, the rule and the endpoint with the number of the
 * attempt for it (without an endpoint: the number of the call), never on timing, so concurrency does not change it.
 */
import { type FaultPlan, type FaultRule, type RateLimit, readFaultPlan } from "./faults.ts";
import { chance, mix } from "./random.ts";

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
