import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { parseSettings } from "../../../main/cli/features/connections/connection-settings.ts";
import { t } from "../../../main/cli/text.ts";

const names =
  "reconcileAfterMs, ceiling, daily-budget, default-sender, separator, quotaPath, filterNames, sourceAddress, smsAutoRefill, environment, colour, read-only";

test.each([
  ["reconcileAfterMs=0", { reconcileAfterMs: 0 }],
  ["ceiling=2000/300", { ceiling: { requests: 2000, seconds: 300 } }],
  ["ceiling=none", { ceiling: "none" }],
  ["daily-budget=5000", { dailyBudget: 5000 }],
  ["daily-budget=none", { dailyBudget: "none" }],
  ["default-sender=+49 157 1122", { defaultSender: "491571122" }],
  ["default-sender=none", { defaultSender: "none" }],
  ["separator=space", { separator: "space" }],
  ["quotaPath = prefixed", { quotaPath: "prefixed" }],
  ["filterNames=live", { filterNames: "live" }],
  ["sourceAddress=text", { sourceAddress: "text" }],
  ["smsAutoRefill=boolean", { smsAutoRefill: "boolean" }],
  ["environment=test", { environment: "test" }],
  ["colour=blue", { colour: "blue" }],
  ["read-only=yes", { readOnly: true }],
  ["read-only=no", { readOnly: false }],
])("parses %s", (text, settings) => {
  expect(parseSettings(text)).toEqual(settings);
});

test.each([
  ["ceiling", t(($) => $.cli.connections.setting.format)],
  ["=5", t(($) => $.cli.connections.setting.format)],
  ["color=red", t(($) => $.cli.connections.setting.unknown, { key: "color", names })],
  ["constructor=red", t(($) => $.cli.connections.setting.unknown, { key: "constructor", names })],
  ["reconcileAfterMs=-1", t(($) => $.cli.connections.setting.grace)],
  ["reconcileAfterMs=soon", t(($) => $.cli.connections.setting.grace)],
  ["ceiling=0/300", t(($) => $.cli.connections.setting.ceiling)],
  ["ceiling=2000/0", t(($) => $.cli.connections.setting.ceiling)],
  ["ceiling=2000", t(($) => $.cli.connections.setting.ceiling)],
  ["daily-budget=0", t(($) => $.cli.connections.setting.dailyBudget)],
  ["default-sender=ACME", formatText(codedText("sender-not-digits", { address: "ACME" }))],
  ["separator=tab", t(($) => $.cli.connections.setting.oneOf, { key: "separator", values: "nbsp, space, auto" })],
])("rejects %s with the expected values", (text, sentence) => {
  expect(() => parseSettings(text)).toThrow(sentence);
});
