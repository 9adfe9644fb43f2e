import { codedText } from "#shared/texts/coded-text.ts";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { AppError } from "#shared/failure.ts";
import type { Keychain } from "../../../../main/core/hosts.ts";
import { createDecidedKeychain, createMemoryKeychain } from "../../../../main/platform/node/keychain-choice.ts";
import { createFileKeychain } from "../../../../main/platform/node/keychain-file.ts";
import { createFakeClock, type FakeClock } from "../../../fakes/fake-clock.ts";
import { jsonAnswer, startOddService } from "../../../fakes/odd-service.ts";
import { openCore, type Core } from "../../../make/core.ts";
import { administer } from "../../../make/service-client.ts";
import { useScratchFolder } from "../../../make/scratch-folder.ts";

const scratch = useScratchFolder();
const minute = 60_000;

/** Signed in with one fake clock, and restarted since. */
async function openSignedIn(
  kind: "user" | "application-token",
  { keychain = createMemoryKeychain(), tokenPadding = 0 } = {},
): Promise<Core<FakeClock>> {
  const core = await openCore({
    clock: createFakeClock(),
    simulator: { endpoints: 200, tokenPadding },
    connection: false,
    hosts: { keychain: createDecidedKeychain(keychain) },
  });
  try {
    await (kind === "user" ? connectUser(core, core.simulator.password) : core.connect("practice"));
    await core.restart();
    return core;
  } catch (error) {
    await core[Symbol.asyncDispose]();
    throw error;
  }
}

function connectUser({ client, simulator }: Core, password: string, portal = false): Promise<unknown> {
  const { baseUrl, username } = simulator;
  return client.connections.connect({ name: "practice", baseUrl, secret: { username, password, portal } });
}

/** Changes the database as another program with write access could. */
function rewriteAddress(core: Core, baseUrl: string): void {
  core.inDatabase((database) => database.prepare("UPDATE connection SET base_url = ?").run(baseUrl));
}

/** Sign-ins and refreshes after the first. */
async function renewals(core: Core): Promise<number> {
  return (await core.requests("authenticate")) - 1;
}

/** "read", or the code of the failure. */
async function read({ client }: Core): Promise<string> {
  return await client.fleet.listLive({ collection: "endpoint", limit: 1 }).then(
    () => "read",
    (error: AppError) => error.code,
  );
}

test("forty concurrent calls after a sleep of five hours cost one refresh", async () => {
  await using core = await openSignedIn("user");
  core.clock.jump(5 * 60 * minute);
  const statuses = await Promise.all(Array.from({ length: 40 }, () => read(core)));
  expect([new Set(statuses), await renewals(core)]).toEqual([new Set(["read"]), 1]);
});

test("after 350 minutes a user must sign in again, and the session is reported as expired", async () => {
  await using core = await openSignedIn("user");
  core.clock.jump(351 * minute);
  expect([await read(core), await core.client.session.get({}), await renewals(core)]).toMatchObject([
    "sign-in-required",
    { state: "signed-out", reason: "expired" },
    0,
  ]);
});

test("an application-token session signs in again automatically, days later, in another process", async () => {
  await using core = await openSignedIn("application-token");
  core.clock.jump(3 * 24 * 60 * minute);
  await core.restart();
  expect([await read(core), await renewals(core)]).toEqual(["read", 1]);
});

test("tokens that expire during concurrent calls are renewed once for all", async () => {
  await using core = await openSignedIn("user");
  expect(await read(core)).toBe("read");
  await administer(core.simulator, "sessions", { revokeAuth: true });
  const statuses = await Promise.all(Array.from({ length: 40 }, () => read(core)));
  expect([new Set(statuses), await renewals(core)]).toEqual([new Set(["read"]), 1]);
});

test("a sign-in elsewhere ends the session with that reason, after one attempt", async () => {
  await using core = await openSignedIn("user");
  const { baseUrl, username, password } = core.simulator;
  await fetch(`${baseUrl}/api/v1/authenticate`, { method: "POST", body: JSON.stringify({ username, password }) });
  await administer(core.simulator, "sessions", { revokeAuth: true });
  const before = await renewals(core);
  const results = [await read(core), await read(core)];
  expect([results, await core.client.session.get({}), (await renewals(core)) - before]).toMatchObject([
    ["sign-in-required", "sign-in-required"],
    { state: "signed-out", reason: "signed-in-elsewhere" },
    1,
  ]);
});

test("a refresh whose response was lost stays unknown in the next process too, and is never repeated", async () => {
  await using core = await openSignedIn("user");
  core.clock.jump(241 * minute);
  core.setFaults({ kind: "reset-after", rate: 1, on: "authenticate" });
  expect(await read(core)).toBe("sign-in-required");
  core.setFaults();
  await core.restart();
  expect([await read(core), await core.client.session.get({}), await renewals(core)]).toMatchObject([
    "sign-in-required",
    { state: "signed-out", reason: "refresh-lost" },
    1,
  ]);
});

test("a refresh that the service rejects unprocessed is retried later, and the session continues", async () => {
  await using core = await openSignedIn("user");
  core.clock.jump(241 * minute);
  core.setFaults({ kind: "throttle", rate: 1, on: "authenticate", status: 503, retryAfter: 1 });
  const during = await read(core);
  core.setFaults();
  core.clock.jump(6 * minute);
  expect([during, await read(core)]).toEqual(["throttled", "read"]);
});

test.each([
  ["an HTML page with 403", { kind: "html", status: 403 } as const],
  ["a text with 404", { kind: "answer-before", status: 404, body: "404 page not found" } as const],
])("a refresh that a gateway rejects by %s is retried later, and the session continues", async (_name, fault) => {
  await using core = await openSignedIn("user");
  core.clock.jump(241 * minute);
  core.setFaults({ ...fault, rate: 1, on: "authenticate" });
  const during = await read(core);
  core.setFaults();
  expect([during, await read(core)]).toEqual(["unexpected-answer", "read"]);
});

test("an application token stays in use after a gateway's page at a sign-in", async () => {
  await using core = await openSignedIn("application-token");
  core.clock.jump(3 * 24 * 60 * minute);
  core.setFaults({ kind: "html", rate: 1, status: 401, on: "authenticate" });
  const during = await read(core);
  core.setFaults();
  expect([during, await read(core)]).toEqual(["unexpected-answer", "read"]);
});

test("signing out removes the tokens, reports it, and stays in effect in the next process", async () => {
  await using core = await openSignedIn("user");
  const connections: string[] = [];
  core.app.on("session.changed", ({ connection }) => connections.push(connection));
  expect(await core.client.session.signOut({})).toMatchObject({ state: "signed-out", reason: "signed-out" });
  expect(connections).toEqual(["practice"]);
  await core.restart();
  expect([await read(core), (await core.client.session.get({})).reason]).toEqual(["sign-in-required", "signed-out"]);
});

test("tokens in another storage are reported as missing with their location", async () => {
  await using core = await openSignedIn("user");
  const keychain = createFileKeychain({
    file: scratch.path("keychain.json"),
    passphrase: "my passphrase",
    cost: { N: 2 ** 15, r: 1, p: 1 },
  });
  await core.restart({ hosts: { keychain: createDecidedKeychain(keychain) } });
  expect(await core.client.session.get({})).toMatchObject({
    state: "signed-out",
    reason: "never-signed-in",
    protection: "file",
    message: codedText("tokens-were-in-memory"),
  });
});

test("no secret is in any response, topic, log line or file", async () => {
  const file = createFileKeychain({
    file: scratch.path("keychain.json"),
    passphrase: "my passphrase",
    cost: { N: 2 ** 15, r: 1, p: 1 },
  });
  const secrets = new Set<string>(["my passphrase"]);
  const keychain: Keychain = {
    ...file,
    set: (key, value) => {
      for (const part of value.match(/[\w-]{40,}/g) ?? []) secrets.add(part);
      return file.set(key, value);
    },
  };
  const seen: unknown[] = [];
  const texts: string[] = [];
  const note = async (call: Promise<unknown>): Promise<void> => {
    seen.push(await call.catch((error: AppError) => [error.code, error.message, error.stack, error.details]));
  };
  for (const kind of ["user", "application-token"] as const) {
    await using core = await openSignedIn(kind, { keychain, tokenPadding: 3_000 });
    const { applicationToken, baseUrl, password } = core.simulator;
    core.app.onAny((topic, payload) => seen.push(topic, payload));
    for (const secret of [applicationToken, password, "wrong-secret"]) secrets.add(secret);
    await note(connectUser(core, "wrong-secret", true));
    const wrong = { name: "practice", baseUrl, secret: { applicationToken: "wrong-secret" } };
    await note(core.client.connections.connect(wrong));
    await note(kind === "user" ? connectUser(core, password) : core.connect("practice"));
    await note(core.client.connections.list({}));
    await note(core.client.connections.get({}));
    await note(core.client.session.get({}));
    for (const step of [5 * 60, 6 * 60]) {
      core.clock.jump(step * minute);
      await note(read(core));
    }
    core.setFaults({ kind: "html", rate: 1, on: "authenticate" });
    core.clock.jump(5 * 60 * minute);
    await note(read(core));
    await note(core.client.session.get({}));
    await note(core.client.session.signOut({}));
    const files = readdirSync(core.dataDir).map((name) => readFileSync(join(core.dataDir, name), "latin1"));
    texts.push(core.log.text(), ...files);
  }
  texts.push(JSON.stringify(seen), readFileSync(scratch.path("keychain.json"), "latin1"));
  const everything = texts.join("\n");
  expect([...secrets].filter((secret) => everything.includes(secret))).toEqual([]);
  expect(secrets.size).toBeGreaterThan(8);
});

test("tokens are only sent to the address that issued them, whatever the database contains", async () => {
  await using core = await openSignedIn("application-token");
  const otherService = await startOddService((_request, socket) => socket.end(jsonAnswer(401, {})));
  try {
    const { baseUrl } = core.simulator;
    rewriteAddress(core, otherService.baseUrl);
    await core.restart();
    core.clock.jump(241 * minute);
    expect([await read(core), await core.client.session.get({})]).toMatchObject([
      "sign-in-required",
      { state: "signed-out", reason: "origin-changed", message: { params: { issuedBy: baseUrl } } },
    ]);
    expect(otherService.seen).toEqual([]);
    rewriteAddress(core, baseUrl);
    await core.restart();
    expect(await read(core)).toBe("read");
  } finally {
    await otherService.close();
  }
});

test("tokens of an earlier version, without a service, are migrated once", async () => {
  const keychain = createMemoryKeychain();
  const entries = new Map<string, string>();
  const seen: Keychain = {
    ...keychain,
    set: async (key, value) => {
      entries.set(key, value);
      await keychain.set(key, value);
    },
  };
  await using core = await openSignedIn("application-token", { keychain: seen });
  const [key = "", storedSecret = ""] = [...entries].at(-1) ?? [];
  const { baseUrl: _unsealed, ...before } = JSON.parse(storedSecret) as Record<string, unknown>;
  await keychain.set(key, JSON.stringify(before));
  await core.restart();
  expect(await read(core)).toBe("read");
  expect(JSON.parse(entries.get(key) ?? "")).toMatchObject({ baseUrl: core.simulator.baseUrl });
});

test("a token in memory is not sent to an address that is changed while the program runs", async () => {
  await using core = await openSignedIn("application-token");
  const otherService = await startOddService((_request, socket) => socket.end(jsonAnswer(200, [])));
  try {
    expect(await core.client.session.get({})).toMatchObject({ state: "signed-in" });
    rewriteAddress(core, otherService.baseUrl);
    expect(await read(core)).toBe("sign-in-required");
    expect(otherService.seen).toEqual([]);
  } finally {
    await otherService.close();
  }
});
