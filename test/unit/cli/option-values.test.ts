import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { t } from "../../../main/cli/text.ts";
import {
  parseMissed,
  parsePositiveRate,
  parseQuiet,
  parseRate,
  parseSnapshot,
  parseWhole,
  parseZone,
} from "../../../main/cli/option-values.ts";

describe("rate", () => {
  test.each([
    ["5/s", 5],
    ["300/min", 5],
    ["18000/h", 5],
    ["0.5", 0.5],
    ["none", 0],
    ["0", 0],
  ])("parses %s as %d per second", (text, rate) => {
    expect(parseRate(text)).toBe(rate);
  });

  test.each(["", "fast", "-5/s", "5/week", "5//s", "1e3", "5 /s", "Infinity"])("rejects %j", (text) => {
    expect(() => parseRate(text)).toThrow(t(($) => $.cli.program.badRate));
  });

  test("rejects zero where something must be sent", () => {
    expect(() => parsePositiveRate("0/s")).toThrow(t(($) => $.cli.program.zeroRate));
  });
});

describe("quiet hours", () => {
  test("may span midnight", () => {
    expect(parseQuiet("20:00-07:30")).toEqual({ fromMinute: 1200, untilMinute: 450 });
  });

  test("round-trip through their text", () => {
    const minute = fc.integer({ min: 0, max: 1439 });
    const clock = (at: number): string =>
      `${String(Math.floor(at / 60)).padStart(2, "0")}:${String(at % 60).padStart(2, "0")}`;
    fc.assert(
      fc.property(minute, minute, (fromMinute, untilMinute) => {
        fc.pre(fromMinute !== untilMinute);
        expect(parseQuiet(`${clock(fromMinute)}-${clock(untilMinute)}`)).toEqual({ fromMinute, untilMinute });
      }),
    );
  });

  test.each(["20:00", "24:00-07:00", "20:60-07:00", "07:00-07:00", "20-7", "20:00-07:00-08:00"])(
    "reject %j",
    (text) => {
      expect(() => parseQuiet(text)).toThrow(t(($) => $.cli.program.badQuietHours));
    },
  );
});

describe("missed-start rule", () => {
  test.each([
    ["run:30", { rule: "run", lateMinutes: 30 }],
    ["run", { rule: "run", lateMinutes: 15 }],
    ["ask", { rule: "ask" }],
    ["skip", { rule: "skip" }],
  ])("parses %s", (text, rule) => {
    expect(parseMissed(text)).toEqual(rule);
  });

  test.each(["later", "run:", "run:-5", "ask:15"])("rejects %j", (text) => {
    expect(() => parseMissed(text)).toThrow(t(($) => $.cli.program.badMissed));
  });
});

test("accepts a time zone that this computer knows", () => {
  expect(parseZone("Europe/Berlin")).toBe("Europe/Berlin");
  expect(() => parseZone("Europe/Atlantis")).toThrow(t(($) => $.cli.program.badZone, { text: "Europe/Atlantis" }));
});

test("rejects a whole number outside its bounds, and names the bounds", () => {
  const parse = parseWhole("The concurrency", 1, 512);
  expect(parse("64")).toBe(64);
  for (const text of ["0", "513", "1.5", "abc", ""])
    expect(() => parse(text)).toThrow(
      t(($) => $.cli.program.wholeNumberBetween, { name: "The concurrency", min: 1, max: 512 }),
    );
});

test("accepts the id of a snapshot or a date", () => {
  expect(parseSnapshot("12")).toEqual({ snapshot: 12 });
  expect(parseSnapshot("2031-04-02")).toEqual({ at: Date.UTC(2031, 3, 2) });
  expect(() => parseSnapshot("yesterday")).toThrow(t(($) => $.cli.program.badSnapshot));
});
