import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { expect, test, describe } from "vitest";
import {
  parseSettings,
  parseSecret,
  secretShapes as shapes,
} from "../../../main/cli/features/connections/connections.ts";
import { t } from "../../../main/cli/text.ts";
import { createFakeTerminal } from "../../fakes/fake-terminal.ts";

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

const read = (stdin?: string): ReturnType<typeof parseSecret> =>
  parseSecret(createFakeTerminal(stdin === undefined ? {} : { stdin }));

describe("secret of a connection", () => {
  test.each([
    ['{"application_token":"abc"}\n', { applicationToken: "abc" }],
    ['\uFEFF{"username":"a@b","password":"p"}', { username: "a@b", password: "p", portal: true }],
    ['{"username":"a@b","password":"p","portal":false}', { username: "a@b", password: "p", portal: false }],
  ])("is read from %j", async (stdin, secret) => {
    expect(await read(stdin)).toEqual(secret);
  });

  test.each([
    ["  \n", t(($) => $.cli.connections.secret.empty, { shapes })],
    ["hunter2", t(($) => $.cli.connections.secret.notJson, { shapes })],
    ["[]", t(($) => $.cli.connections.secret.notObject, { shapes })],
    ["{}", t(($) => $.cli.connections.secret.missing, { shapes })],
    ['{"token":"hunter2"}', t(($) => $.cli.connections.secret.unknownKey, { key: "token", shapes })],
    ['{"application_token":""}', t(($) => $.cli.connections.secret.emptyValue, { key: "application_token" })],
    ['{"application_token":5}', t(($) => $.cli.connections.secret.emptyValue, { key: "application_token" })],
    ['{"username":"a@b"}', t(($) => $.cli.connections.secret.emptyValue, { key: "password" })],
    ['{"username":"a@b","password":"hunter2","portal":"yes"}', t(($) => $.cli.connections.secret.portal)],
    ['{"application_token":"hunter2","username":"a"}', t(($) => $.cli.connections.secret.both)],
  ])("is rejected as %j, without repeating the input", async (stdin, sentence) => {
    const failure = await read(stdin).then(
      () => undefined,
      (error: Error & { code: string }) => ({ code: error.code, message: error.message }),
    );
    expect(failure?.code).toBe("invalid-usage");
    expect(failure?.message).toBe(sentence);
    expect(failure?.message).not.toContain("hunter2");
  });

  test("is not read from a terminal", async () => {
    await expect(read()).rejects.toMatchObject({
      code: "invalid-usage",
      message: t(($) => $.cli.connections.secret.notPiped, { shapes }),
    });
  });
});
