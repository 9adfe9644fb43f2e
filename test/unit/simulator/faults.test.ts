import { expect, test } from "vitest";
import { readFaultPlan } from "../../../main/simulator/faults.ts";

test.for([
  [[], "The fault plan must be a JSON object."],
  [
    { rule: [] },
    'The fault plan has the unknown key "rule". Known keys are seed, rules, rateLimit, recordClock, noDate, callsPerToken, listHours.',
  ],
  [{ rules: {} }, 'The "rules" of the fault plan must be a list.'],
  [{ rules: [{ kind: "slow" }] }, 'The "rate" of fault rule 1 must be a number from 0 to 1.'],
  [{ rules: [{ kind: "slow", rate: 2 }] }, 'The "rate" of fault rule 1 must be a number from 0 to 1.'],
  [{ rules: [{ kind: "slow", rate: 1, delay: 3 }] }, /^Fault rule 1 has the unknown key "delay"\./],
  [
    { rules: [{ kind: "storm", rate: 1 }] },
    /^Fault rule 1 has the unknown kind "storm"\. Known kinds are throttle, error-before, /,
  ],
  [{ rules: [{ kind: "late", rate: 1, delayMs: [1, -1] }] }, /^The "delayMs" of fault rule 1 must be a number from 0 /],
  [
    { rules: [{ kind: "error-after", rate: 1, status: 202 }] },
    /^The "status" of fault rule 1 must be a number from 400 /,
  ],
  [{ rules: [{ kind: "list", rate: 1 }] }, /^The "form" of fault rule 1 must be one of shuffled, /],
  [{ rules: [{ kind: "throttle", rate: 1, retryAfter: {} }] }, /^The "retryAfter" of fault rule 1 must be a number, /],
  [
    { rules: [{ kind: "answer-after", rate: 1, headers: { a: 1 } }] },
    /^The "headers" of fault rule 1 must be an object /,
  ],
  [{ recordClock: { offset: 1 } }, /^The record clock has the unknown key "offset"\./],
  [{ recordClock: { dates: "roman" } }, /^The "dates" of the record clock must be one of recorded, /],
  [{ noDate: 1 }, 'The "noDate" of the fault plan must be true or false.'],
  [{ listHours: 0 }, /^The "listHours" of the fault plan must be a number from 1 to /],
  [{ callsPerToken: 0 }, /^The "callsPerToken" of the fault plan must be a number from 1 to /],
  [{ rateLimit: { requests: 0, windowMs: 5 } }, /^The "requests" of the rate limit must be a number from 1 to /],
] as const)("the plan %j is rejected with a sentence", ([plan, message]) => {
  expect(() => readFaultPlan(plan)).toThrow(message);
});

test("a plan without rules is valid", () => {
  expect(readFaultPlan({ seed: 4 })).toEqual({ seed: 4 });
});
