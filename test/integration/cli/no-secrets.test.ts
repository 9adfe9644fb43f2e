/** Every command that handles a secret, and a search for the secrets in all its output and files. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { t } from "../../../main/cli/text.ts";
import { startSimulator } from "../../../main/simulator/simulator.ts";
import { createCommandLine, type Ran } from "../../make/command-line.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();

function filesBelow(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile());
}

test("no secret is printed, logged, stored or exported, whichever command received it and whatever the outcome", async () => {
  const service = await startSimulator({ endpoints: 3 });
  onTestFinished(() => service.close());
  const { applicationToken, username, password, baseUrl } = service;
  const line = createCommandLine(folder.path("data"));
  const printed: Ran[] = [];
  const run = async (
    args: readonly string[],
    secret?: object,
    variables: Readonly<Record<string, string>> = {},
  ): Promise<number> => {
    const stdin = secret === undefined ? {} : { stdin: JSON.stringify(secret) };
    const ran = await line.run([...args, "--verbose"], { ...stdin, variables: { FLEETDESK_DEBUG: "1", ...variables } });
    printed.push(ran);
    return ran.code;
  };
  expect(
    await run(["connection", "create", "token", "--base-url", baseUrl], { application_token: applicationToken }),
  ).toBe(0);
  expect(await run(["connection", "create", "person", "--base-url", baseUrl], { username, password })).toBe(0);
  expect(printed.at(-1)?.err).toContain(t(($) => $.cli.connections.connect.deprecated));
  expect(
    await run(["connection", "create", "no", "--base-url", baseUrl], {
      username: "ada",
      password: "hidden-password-1",
    }),
  ).toBe(3);
  expect(
    await run(["connection", "create", "no", "--base-url", baseUrl], { application_token: "hidden-token-2" }),
  ).toBe(3);
  await run(["connection", "test", "--base-url", baseUrl, "--sign-in"], { application_token: "hidden-token-3" });
  // Nothing listens there: the message about the proxy must not contain its credentials.
  const proxied = { HTTP_PROXY: "http://ada:hidden-proxy-4@127.0.0.1:9", NO_PROXY: "", no_proxy: "" };
  await run(["connection", "test", "--base-url", baseUrl], undefined, proxied);
  await run(["connection", "create", "no", "--base-url", baseUrl], { application_token: applicationToken }, proxied);
  const proxy = { username: "ada", password: "hidden-proxy-7" };
  expect(await run(["proxy", "sign-in", "127.0.0.1:9"], proxy)).toBe(0);
  const viaProxy = ["connection", "test", "--base-url", baseUrl, "--proxy", "http://127.0.0.1:9"];
  await run(viaProxy);
  expect(await run(["proxy", "list"])).toBe(0);
  const at = ["--connection", "token"];
  const withPassword = "https://ada:hidden-password-5@fleet.example.com/in";
  expect(await run(["callback", "create", withPassword, "--purpose", "in", ...at])).toBe(2);
  const stream = ["stream", "create", "rest-api", "--content", "events", ...at];
  expect(await run([...stream, "--url", withPassword, "--purpose", "in"])).toBe(2);
  const withToken = "https://fleet.example.com/in?token=query-token-6";
  service.setFaults({ seed: 1, rules: [{ kind: "reset-after", rate: 1, on: ["callback.create", "stream.create"] }] });
  expect(await run([...stream, "--url", withToken, "--purpose", "in"])).toBe(0);
  service.setFaults({ seed: 1, rules: [] });
  expect(await run(["stream", "list", "--refresh", ...at])).toBe(0);
  const outputs = printed.length;
  for (const file of ["audit.jsonl", "audit.csv"]) {
    expect(await run(["audit", "export", "--out", folder.path(file)])).toBe(0);
  }
  await run(["audit", "list"]);
  await run(["audit", "list", "--json"]);
  await run(["audit", "verify"]);

  const sha1 = createHash("sha1").update(password).digest("hex");
  // The ciphertext of the keychain file is long enough to contain any three letters by chance.
  const tokenStart = (where: string): string => (where.endsWith("keychain.json") ? "eyJhbGci" : "eyJ");
  const secrets = (where: string): string[] => [applicationToken, password, sha1, tokenStart(where), "hidden-"];
  const storedFiles = filesBelow(folder.path(".")).map((path) => [path, readFileSync(path, "latin1")] as const);
  expect(storedFiles.map(([path]) => path)).toContainEqual(expect.stringContaining("fleetdesk.db"));
  const texts = [...storedFiles, ...printed.map(({ out, err }, index) => [`command ${index}`, out + err] as const)];
  const leaks = texts.flatMap(([where, text]) =>
    secrets(where)
      .filter((one) => text.includes(one))
      .map((one) => [where, one]),
  );
  expect(leaks).toEqual([]);
  // The register of streams stores the URL that deliveries go to; the log and the audit do not.
  const publicTexts = [
    ...storedFiles.filter(([path]) => !/fleetdesk\.db/.test(path)).map(([, text]) => text),
    ...printed.slice(outputs).map(({ out, err }) => out + err),
  ];
  expect(publicTexts.filter((text) => text.includes("query-token-6"))).toEqual([]);
});
