/**
 * Decides which call a fault strikes. The decision depends on the plan's seed, the rule and the endpoint with the number of the
 * attempt at it (without an endpoint: the number of the call), never on timing, so concurrency does not change it.
 */
import { type FaultPlan, type FaultRule, type RateLimit, readFaultPlan } from "./faults.ts";
import { chance } from "./random.ts";

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
  }

  /** The fault that strikes this call, if any; counts the attempt. */
  decide(operation: string, endpointId: number | undefined): FaultRule | undefined {
    if (this.#rules.length === 0) return undefined;
    const attempt = this.#count(operation, endpointId ?? -1);
    const seed = this.#plan.seed ?? 1;
    for (const { rule, position, endpoints, strikes } of this.#rules) {
      if (!strikes(operation)) continue;
      if (endpoints !== undefined && (endpointId === undefined || !endpoints.has(endpointId))) continue;
      if (rule.attempts !== undefined && attempt > rule.attempts) continue;
      // A refusal is about the recipient: it is the same at every attempt.
      const turn = rule.kind === "refuse" && endpointId !== undefined ? 0 : attempt;
      if (chance(seed + position * 7919, endpointId ?? -1, turn) < rule.rate) return rule;
    }
    return undefined;
  }

  /** Undefined while the address is within its limit, else how long until the next window opens. */
  overLimit(address: string, now: number): { readonly waitMs: number; readonly limit: RateLimit } | undefined {
    const limit = this.#plan.rateLimit;
    if (limit === undefined) return undefined;
    const known = this.#windows.get(address);
    const window = known === undefined || known.endsAt <= now ? { endsAt: now + limit.windowMs, used: 0 } : known;
    this.#windows.set(address, window);
    if (window.used >= limit.requests) return { waitMs: window.endsAt - now, limit };
    window.used += 1;
    return undefined;
  }

  #count(operation: string, endpointId: number): number {
    const perEndpoint = this.#attempts.get(operation) ?? new Map<number, number>();
    this.#attempts.set(operation, perEndpoint);
    const attempt = (perEndpoint.get(endpointId) ?? 0) + 1;
    perEndpoint.set(endpointId, attempt);
    return attempt;
  }
}

function operationTest(on: FaultRule["on"]): (operation: string) => boolean {
  if (on === undefined) return (operation) => operation !== "authenticate";
  const names = typeof on === "string" ? [on] : on;
  const verdicts = new Map<string, boolean>();
  return (operation) => {
    const known = verdicts.get(operation);
    if (known !== undefined) return known;
    const verdict = names.some(
      (name) => name === "*" || name === operation || (name.endsWith(".*") && operation.startsWith(name.slice(0, -1))),
    );
    verdicts.set(operation, verdict);
    return verdict;
  };
}
