import { expect, test } from "vitest";
import { readFaultPlan } from "../../../main/simulator/faults.ts";

test.for([
  [[], "The fault plan must be a JSON object."],
  [{ rule: [] }, 'The fault plan has the unknown key "rule". Known keys are seed, rules, rateLimit.'],
  [{ rules: {} }, 'The "rules" of the fault plan must be a list.'],
  [{ rules: [{ kind: "slow" }] }, 'The "rate" of fault rule 1 must be a number from 0 to 1.'],
  [{ rules: [{ kind: "slow", rate: 2 }] }, 'The "rate" of fault rule 1 must be a number from 0 to 1.'],
  [{ rules: [{ kind: "slow", rate: 1, delay: 3 }] }, /^Fault rule 1 has the unknown key "delay"\./],
  [
    { rules: [{ kind: "storm", rate: 1 }] },
    /^Fault rule 1 has the unknown kind "storm"\. Known kinds are throttle, error-before, /,
  ],
  [{ rateLimit: { requests: 0, windowMs: 5 } }, /^The "requests" of the rate limit must be a number from 1 to /],
] as const)("the plan %j is refused in a sentence", ([plan, message]) => {
  expect(() => readFaultPlan(plan)).toThrow(message);
});

test("a plan without rules is a plan", () => {
  expect(readFaultPlan({ seed: 4 })).toEqual({ seed: 4 });
});
