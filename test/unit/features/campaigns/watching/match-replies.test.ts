/** Which reply belongs to which command. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Answer,
  type Command,
  type Match,
  matchReplies,
} from "../../../../../main/features/campaigns/watching/evaluate-watch.ts";

const hourMs = 3_600_000;

function command(key: string, submittedAt: number, pattern?: string, answer?: Command["answer"]): Command {
  const fits = pattern === undefined ? undefined : (text: string): boolean => text.includes(pattern);
  return { key, submittedAt, windowMs: 24 * hourMs, fits, answer };
}

function answer(id: string, at: number, text = "?"): Answer {
  return { id, at, text };
}

function summarize(matches: readonly Match[]): Record<string, string> {
  return Object.fromEntries(matches.map(({ key, answer: { id }, fits }) => [key, `${id} ${fits ? "fits" : "not"}`]));
}

describe("a reply", () => {
  it("belongs to the latest command that was sent before it", () => {
    const commands = [command("first", 1_001), command("second", 2_001), command("third", 9_001)];
    expect(summarize(matchReplies(commands, [answer("a", 3_001)]))).toEqual({ second: "a fits" });
  });

  it("belongs to an older command when the latest has a reply", () => {
    const commands = [command("first", 1_001), command("second", 2_001)];
    expect(summarize(matchReplies(commands, [answer("a", 3_001), answer("b", 4_001)]))).toEqual({
      second: "a fits",
      first: "b fits",
    });
  });

  it("belongs to the latest command that expects it before one that expects another", () => {
    const commands = [command("ping", 1_001, "PONG"), command("status", 2_001, "BAT")];
    expect(summarize(matchReplies(commands, [answer("a", 3_001, "PONG")]))).toEqual({ ping: "a fits" });
  });

  it("that no command expects belongs to the latest command anyway, and is not as expected", () => {
    const commands = [command("ping", 1_001, "PONG"), command("status", 2_001, "BAT")];
    expect(summarize(matchReplies(commands, [answer("a", 3_001, "HELLO")]))).toEqual({ status: "a not" });
  });

  it("that is expected replaces another one, which can then belong to another command", () => {
    const commands = [command("any", 1_001), command("status", 2_001, "BAT", { id: "a", fits: false })];
    const answers = [answer("a", 3_001, "HELLO"), answer("b", 4_001, "BAT 80")];
    expect(summarize(matchReplies(commands, answers))).toEqual({ status: "b fits", any: "a fits" });
  });

  it("stays with its command", () => {
    const commands = [command("old", 1_001, "PONG", { id: "a", fits: true }), command("new", 2_001, "PONG")];
    expect(summarize(matchReplies(commands, [answer("a", 3_001, "PONG")]))).toEqual({});
  });

  it("that is too late belongs to no command", () => {
    expect(summarize(matchReplies([command("old", 1_001)], [answer("a", 1_002 + 24 * hourMs)]))).toEqual({});
  });

  it("does not precede its command only because its date is cut to whole seconds", () => {
    expect(summarize(matchReplies([command("now", 5_900)], [answer("a", 5_000)]))).toEqual({ now: "a fits" });
    expect(summarize(matchReplies([command("now", 5_900)], [answer("a", 5_001)]))).toEqual({});
  });
});

describe("for any list", () => {
  const pattern = fc.constantFrom(undefined, "A", "B");
  const commandsOf = fc
    .array(fc.record({ at: fc.integer({ min: 0, max: 40 }), pattern }), { maxLength: 6 })
    .map((all) => all.map(({ at, pattern: expects }, index) => command(`c${index}`, at * 500, expects)));
  const answersOf = fc
    .array(fc.record({ at: fc.integer({ min: 0, max: 50 }), text: fc.constantFrom("A", "B", "C") }), { maxLength: 8 })
    .map((all) => all.map(({ at, text }, index) => answer(`a${index}`, at * 500, text)));

  /** The commands as the next reading finds them. */
  const after = (commands: readonly Command[], matches: readonly Match[]): Command[] =>
    commands.map((one) => {
      const match = matches.find(({ key }) => key === one.key);
      return match === undefined ? one : { ...one, answer: { id: match.answer.id, fits: match.fits } };
    });

  it("one reply belongs to one command, and to none that was sent after it", () => {
    fc.assert(
      fc.property(commandsOf, answersOf, (commands, answers) => {
        const matches = matchReplies(commands, answers);
        expect(new Set(matches.map(({ key }) => key)).size).toBe(matches.length);
        expect(new Set(matches.map(({ answer: { id } }) => id)).size).toBe(matches.length);
        for (const { key, answer: reply } of matches) {
          const submitted = commands.find((one) => one.key === key)?.submittedAt ?? Number.POSITIVE_INFINITY;
          expect(Math.floor(submitted / 1000)).toBeLessThanOrEqual(Math.floor(reply.at / 1000));
        }
      }),
    );
  });

  it("a command is as expected only with a matching reply, and never gets a worse one", () => {
    fc.assert(
      fc.property(commandsOf, answersOf, answersOf, (commands, first, more) => {
        const later = more.map((one) => ({ ...one, id: `later-${one.id}` }));
        const before = after(commands, matchReplies(commands, first));
        const now = after(before, matchReplies(before, [...first, ...later]));
        for (const [index, one] of now.entries()) {
          const had = before[index]?.answer;
          if (had !== undefined) expect(one.answer).toBeDefined();
          if (had?.fits === true) expect(one.answer).toEqual(had);
          const text = [...first, ...later].find(({ id }) => id === one.answer?.id)?.text ?? "";
          if (one.fits !== undefined && one.answer !== undefined) expect(one.answer.fits).toBe(one.fits(text));
        }
        const ids = now.flatMap(({ answer: reply }) => reply?.id ?? []);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  it("reading the same list again changes nothing", () => {
    fc.assert(
      fc.property(commandsOf, answersOf, (commands, answers) => {
        const updatedCommands = after(commands, matchReplies(commands, answers));
        const again = matchReplies(updatedCommands, answers).filter(({ key }) => {
          // A free reply may still get an owner that had none.
          return updatedCommands.find((one) => one.key === key)?.answer !== undefined;
        });
        expect(again).toEqual([]);
      }),
    );
  });
});
