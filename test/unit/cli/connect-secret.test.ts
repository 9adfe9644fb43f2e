import { describe, expect, test } from "vitest";
import { parseSecret } from "../../../main/cli/connect-secret.ts";
import { createFakeTerminal } from "../../fakes/fake-terminal.ts";

const read = (stdin?: string): ReturnType<typeof parseSecret> =>
  parseSecret(createFakeTerminal(stdin === undefined ? {} : { stdin }));

describe("the secret of connect", () => {
  test.each([
    ['{"application_token":"abc"}\n', { applicationToken: "abc" }],
    ['\uFEFF{"username":"a@b","password":"p"}', { username: "a@b", password: "p", portal: true }],
    ['{"username":"a@b","password":"p","portal":false}', { username: "a@b", password: "p", portal: false }],
  ])("is read from %j", async (stdin, secret) => {
    expect(await read(stdin)).toEqual(secret);
  });

  test.each([
    ["  \n", "Standard input is empty"],
    ["hunter2", "Standard input is not JSON"],
    ["[]", "is not a JSON object"],
    ["{}", "The secret is empty"],
    ['{"token":"hunter2"}', 'a key "token" that is not known'],
    ['{"application_token":""}', 'The value of "application_token" must be a text'],
    ['{"application_token":5}', 'The value of "application_token" must be a text'],
    ['{"username":"a@b"}', 'The value of "password" must be a text'],
    ['{"username":"a@b","password":"hunter2","portal":"yes"}', 'The value of "portal" must be true or false'],
    ['{"application_token":"hunter2","username":"a"}', "either an application token or a user name"],
  ])("is refused when it is %j, and not repeated", async (stdin, sentence) => {
    const failure = await read(stdin).then(
      () => undefined,
      (error: Error & { code: string }) => ({ code: error.code, message: error.message }),
    );
    expect(failure?.code).toBe("invalid-usage");
    expect(failure?.message).toContain(sentence);
    expect(failure?.message).not.toContain("hunter2");
  });

  test("is not waited for at a terminal", async () => {
    await expect(read()).rejects.toMatchObject({
      code: "invalid-usage",
      message: expect.stringContaining("Pipe the secret in") as string,
    });
  });
});
