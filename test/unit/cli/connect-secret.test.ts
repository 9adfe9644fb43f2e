import { describe, expect, test } from "vitest";
import { parseSecret, secretShapes as shapes } from "../../../main/cli/features/connections/credentials.ts";
import { t } from "../../../main/cli/text.ts";
import { createFakeTerminal } from "../../fakes/fake-terminal.ts";

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
