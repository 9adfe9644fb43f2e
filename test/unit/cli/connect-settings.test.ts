import { expect, test } from "vitest";
import { parseSettings } from "../../../main/cli/connect-settings.ts";

test.each([
  ["reconcileAfterMs=0", { reconcileAfterMs: 0 }],
  ["ceiling=2000/300", { ceiling: { requests: 2000, seconds: 300 } }],
  ["ceiling=none", { ceiling: "none" }],
  ["daily-budget=5000", { dailyBudget: 5000 }],
  ["daily-budget=none", { dailyBudget: "none" }],
  ["separator=space", { separator: "space" }],
  ["quotaPath = prefixed", { quotaPath: "prefixed" }],
  ["filterNames=live", { filterNames: "live" }],
  ["sourceAddress=text", { sourceAddress: "text" }],
  ["smsAutoRefill=boolean", { smsAutoRefill: "boolean" }],
])("%s is read", (text, settings) => {
  expect(parseSettings(text)).toEqual(settings);
});

test.each([
  ["ceiling", "written as key=value"],
  ["=5", "written as key=value"],
  ["color=red", 'There is no setting "color"'],
  ["constructor=red", 'There is no setting "constructor"'],
  ["reconcileAfterMs=-1", "whole number of milliseconds"],
  ["reconcileAfterMs=soon", "whole number of milliseconds"],
  ["ceiling=0/300", "requests/seconds"],
  ["ceiling=2000/0", "requests/seconds"],
  ["ceiling=2000", "requests/seconds"],
  ["daily-budget=0", "whole number of SMS a day"],
  ["separator=tab", "one of nbsp, space, auto"],
])("%s is refused with what was expected", (text, sentence) => {
  expect(() => parseSettings(text)).toThrow(sentence);
});
