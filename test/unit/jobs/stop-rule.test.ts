import { describe, expect, it } from "vitest";
import { createStopRule, type StopRuleInput } from "../../../main/jobs/stop-rule.ts";

const defaults = { refusedShare: 0.2, minimumAttempts: 20, consecutive: 10, forbidden: 2 };

function feed(inputs: readonly Partial<StopRuleInput>[]): (string | undefined)[] {
  const rule = createStopRule(defaults);
  return inputs.map((input, at) => rule.add({ outcome: "accepted", beganAt: at, endedAt: at, ...input }));
}

const accepted = { outcome: "accepted" } as const;
const refused = (code: string): Partial<StopRuleInput> => ({ outcome: "refused", code });

describe("the rule by which a job stops itself", () => {
  it("stops when a fifth of at least twenty attempts is refused, and says so", () => {
    const inputs = Array.from({ length: 20 }, (_, at) => (at % 5 === 4 ? refused(`c${at}`) : accepted));
    const said = feed(inputs);
    expect(said.slice(0, 19)).toEqual(Array.from({ length: 19 }, () => undefined));
    expect(said[19]).toBe("4 of 20 attempts were refused (last: c19).");
  });

  it("does not judge the share before twenty attempts", () => {
    expect(feed([refused("a"), refused("b"), refused("c"), refused("d")])).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("stops at ten refusals of one kind in a row, also when there are few attempts", () => {
    const said = feed(Array.from({ length: 10 }, () => refused("http-422")));
    expect(said[9]).toContain("10 attempts in a row ended the same way (http-422");
  });

  it("begins to count anew after a success or another kind", () => {
    const nine = Array.from({ length: 9 }, () => refused("x"));
    const said = feed([...nine, accepted, ...nine.slice(0, 1)]);
    expect(said.at(-1)).toBeUndefined();
  });

  it("stops at the second forbidden", () => {
    const said = feed([
      accepted,
      { ...refused("http-403"), forbidden: true },
      { ...refused("http-403"), forbidden: true },
    ]);
    expect(said[1]).toBeUndefined();
    expect(said[2]).toContain('"forbidden" 2 times');
  });

  it("counts a burst of answers lost together as one", () => {
    const rule = createStopRule(defaults);
    const burst = Array.from({ length: 64 }, () =>
      rule.add({ outcome: "unknown", code: "connection-lost", cut: true, beganAt: 0, endedAt: 100 }),
    );
    expect(burst).toEqual(Array.from({ length: 64 }, () => undefined));
  });

  it("counts answers of their own each, also when they were under way together", () => {
    const rule = createStopRule(defaults);
    const said = Array.from({ length: 10 }, () =>
      rule.add({ outcome: "unknown", code: "http-500", beganAt: 0, endedAt: 100 }),
    );
    expect(said[9]).toContain("10 attempts in a row");
  });

  it("stops when ten attempts, one after the other, lose their answer", () => {
    const said = feed(
      Array.from({ length: 10 }, (_, at) => ({
        outcome: "unknown" as const,
        code: "reset",
        beganAt: at * 10,
        endedAt: at * 10 + 5,
      })),
    );
    expect(said[9]).toContain("10 attempts in a row");
  });
});
