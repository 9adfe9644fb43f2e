import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { describe, expect, it } from "vitest";
import { createStopRule, type StopRuleInput } from "../../../../main/core/jobs/stop-rule.ts";

const defaults = { refusedShare: 0.2, minimumAttempts: 20, consecutive: 10, forbidden: 2 };

function feed(inputs: readonly Partial<StopRuleInput>[]): (CodedText | undefined)[] {
  const rule = createStopRule(defaults);
  return inputs.map((input) => rule.add({ outcome: "accepted", ...input }));
}

const accepted = { outcome: "accepted" } as const;
const message = codedText("service-refused", { status: 422 });
const rejected = (code: string): Partial<StopRuleInput> => ({ outcome: "refused", code, message });

describe("the stop rule of a job", () => {
  it("stops when a fifth of at least twenty attempts is rejected, with the reason", () => {
    const inputs = Array.from({ length: 20 }, (_, at) => (at % 5 === 4 ? rejected(`c${at}`) : accepted));
    const messages = feed(inputs);
    expect(messages.slice(0, 19)).toEqual(Array.from({ length: 19 }, () => undefined));
    expect(messages[19]).toEqual(codedText("stop-share", { refused: 4, attempts: 20, code: "c19", message }));
  });

  it("does not evaluate the share before twenty attempts", () => {
    expect(feed([rejected("a"), rejected("b"), rejected("c"), rejected("d")])).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("stops at ten rejections of one kind in a row, also after few attempts", () => {
    const messages = feed(Array.from({ length: 10 }, () => rejected("http-422")));
    expect(messages[9]).toEqual(codedText("stop-consecutive", { attempts: 10, code: "http-422", message }));
  });

  it("restarts the count after a success or another kind", () => {
    const nine = Array.from({ length: 9 }, () => rejected("x"));
    const messages = feed([...nine, accepted, ...nine.slice(0, 1)]);
    expect(messages.at(-1)).toBeUndefined();
  });

  it("stops at the second forbidden", () => {
    const messages = feed([
      accepted,
      { ...rejected("http-403"), forbidden: true },
      { ...rejected("http-403"), forbidden: true },
    ]);
    expect(messages[1]).toBeUndefined();
    expect(messages[2]).toEqual(codedText("stop-forbidden", { count: 2, code: "http-403", message }));
  });

  it("does not count lost answers as rejections, and does not reset the count for them", () => {
    const nine = Array.from({ length: 9 }, () => rejected("http-422"));
    const lost = Array.from({ length: 50 }, () => ({ outcome: "unknown", code: "reset" }) as const);
    const messages = feed([...lost, ...nine, ...lost, rejected("http-422")]);
    expect(messages.slice(0, -1)).toEqual(messages.slice(0, -1).map(() => undefined));
    expect(messages.at(-1)).toEqual(codedText("stop-consecutive", { attempts: 10, code: "http-422", message }));
  });
});
