import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Secret } from "#contract/connections.ts";
import type { AppError } from "../../../main/failure.ts";
import type { Keychain } from "../../../main/hosts.ts";
import { createFileKeychain } from "../../../main/node/keychain-file.ts";
import { createMemoryKeychain } from "../../../main/node/keychain-memory.ts";
import { createFakeClock } from "../../fakes/fake-clock.ts";
import { createFakeLog } from "../../fakes/fake-log.ts";
import type { FakeLog } from "../../fakes/fake-log.ts";
import { openCore } from "../../make/connected-core.ts";
import type { ConnectedCore } from "../../make/connected-core.ts";
import { openPracticeService } from "../../make/practice-service.ts";
import type { PracticeService } from "../../make/practice-service.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const scratch = useScratchFolder();
const minute = 60_000;

interface Bench extends AsyncDisposable {
  readonly service: PracticeService;
  /** Both sides' clocks. */
  readonly pass: (ms: number) => void;
  readonly open: () => Promise<ConnectedCore>;
}

async function bench(
  kind: "user" | "application-token",
  options: { readonly keychain?: Keychain; readonly log?: FakeLog; readonly tokenPadding?: number } = {},
): Promise<Bench> {
  const { keychain = createMemoryKeychain(), log = createFakeLog(), tokenPadding = 0 } = options;
  const clock = createFakeClock();
  const service = await openPracticeService({ tokenPadding });
  const open = (): Promise<ConnectedCore> => openCore({ dataDir: scratch.path(""), clock, keychain, log });
  await using core = await open();
  const { baseUrl, applicationToken, username, password } = service.simulator;
  const secret: Secret = kind === "user" ? { username, password, portal: false } : { applicationToken };
  await core.connect("work", baseUrl, secret);
  return {
    service,
    open,
    pass: (ms) => {
      clock.jump(ms);
      service.simulator.advance(ms);
    },
    [Symbol.asyncDispose]: () => service.simulator.close(),
  };
}

/** Sign-ins and refreshes after the one of `connect`; the practice service makes one itself. */
async function renewals({ bare }: PracticeService): Promise<number> {
  const { json } = await bare("GET", "/_simulator/requests");
  return ((json as { readonly operations: Record<string, number> }).operations["authenticate"] ?? 0) - 2;
}

async function read(core: ConnectedCore): Promise<number | string> {
  const { api } = await core.gateway.open();
  const call = await api.call({ method: "GET", path: "/api/v1/endpoint?per_page=1" });
  return call.ok ? call.answer.status : call.failure.code;
}

test("forty calls after a sleep of five hours cost one refresh", async () => {
  await using b = await bench("user");
  await using core = await b.open();
  b.pass(5 * 60 * minute);
  const statuses = await Promise.all(Array.from({ length: 40 }, () => read(core)));
  expect([new Set(statuses), await renewals(b.service)]).toEqual([new Set([200]), 1]);
});

test("past 350 minutes a user must sign in again, and is told that the session expired", async () => {
  await using b = await bench("user");
  await using core = await b.open();
  b.pass(351 * minute);
  expect([await read(core), await core.session.get({}), await renewals(b.service)]).toMatchObject([
    "sign-in-required",
    { state: "signed-out", reason: "expired" },
    0,
  ]);
});

test("an application-token session signs in again by itself, days later, in another process", async () => {
  await using b = await bench("application-token");
  b.pass(3 * 24 * 60 * minute);
  await using core = await b.open();
  expect([await read(core), await renewals(b.service)]).toEqual([200, 1]);
});

test("tokens that end in the middle of everything are renewed once for all", async () => {
  await using b = await bench("user");
  await using core = await b.open();
  expect(await read(core)).toBe(200);
  await b.service.bare("POST", "/_simulator/sessions", { revokeAuth: true });
  const statuses = await Promise.all(Array.from({ length: 40 }, () => read(core)));
  expect([new Set(statuses), await renewals(b.service)]).toEqual([new Set([200]), 1]);
});

test("someone who signed in elsewhere ends the session by name, with one attempt", async () => {
  await using b = await bench("user");
  await using core = await b.open();
  const { username, password } = b.service.simulator;
  await b.service.bare("POST", "/api/v1/authenticate", { username, password });
  await b.service.bare("POST", "/_simulator/sessions", { revokeAuth: true });
  const before = await renewals(b.service);
  const results = [await read(core), await read(core)];
  expect([results, await core.session.get({}), (await renewals(b.service)) - before]).toMatchObject([
    ["sign-in-required", "sign-in-required"],
    { state: "signed-out", reason: "signed-in-elsewhere" },
    1,
  ]);
});

test("a refresh whose answer was lost on the wire is known as that in the next process too, and never repeated", async () => {
  await using b = await bench("user");
  b.pass(241 * minute);
  b.service.simulator.setFaults({ rules: [{ kind: "reset-after", rate: 1, on: "authenticate" }] });
  {
    await using core = await b.open();
    expect(await read(core)).toBe("sign-in-required");
  }
  b.service.simulator.setFaults({});
  await using core = await b.open();
  expect([await read(core), await core.session.get({}), await renewals(b.service)]).toMatchObject([
    "sign-in-required",
    { state: "signed-out", reason: "refresh-lost" },
    1,
  ]);
});

test("a service that sends the refresh back unread is asked again later, and the session goes on", async () => {
  await using b = await bench("user");
  await using core = await b.open();
  b.pass(241 * minute);
  b.service.simulator.setFaults({
    rules: [{ kind: "throttle", rate: 1, on: "authenticate", status: 503, retryAfter: 1 }],
  });
  const during = await read(core);
  b.service.simulator.setFaults({});
  b.pass(6 * minute);
  expect([during, await read(core)]).toEqual(["throttled", 200]);
});

test("signing out removes the tokens, tells so, and stays so in the next process", async () => {
  await using b = await bench("user");
  {
    await using core = await b.open();
    expect(await core.session.signOut({})).toMatchObject({ state: "signed-out", reason: "signed-out" });
    expect(core.told).toEqual(["session.changed work"]);
  }
  await using core = await b.open();
  expect([await read(core), (await core.session.get({})).reason]).toEqual(["sign-in-required", "signed-out"]);
});

test("tokens kept elsewhere are missed with a sentence that says where", async () => {
  await using _signedIn = await bench("user", { keychain: createMemoryKeychain() });
  const keychain = createFileKeychain({
    file: scratch.path("keychain.json"),
    passphrase: "p",
    cost: { N: 1024, r: 8, p: 1 },
  });
  await using core = await openCore({ dataDir: scratch.path(""), clock: createFakeClock(), keychain });
  expect(await core.session.get({})).toMatchObject({
    state: "signed-out",
    reason: "never-signed-in",
    protection: "file",
    message: expect.stringContaining("earlier run"),
  });
});

test("no secret is in any answer, topic, log line or file", async () => {
  const log = createFakeLog();
  const keychain = createFileKeychain({
    file: scratch.path("keychain.json"),
    passphrase: "my passphrase",
    cost: { N: 1024, r: 8, p: 1 },
  });
  const secrets = new Set<string>(["my passphrase"]);
  const seen: unknown[] = [];
  const note = async (call: Promise<unknown>): Promise<void> => {
    seen.push(await call.catch((error: AppError) => [error.code, error.message, error.stack, error.details]));
  };
  for (const kind of ["user", "application-token"] as const) {
    await using b = await bench(kind, { keychain, log, tokenPadding: 3_000 });
    await using core = await b.open();
    const { baseUrl, applicationToken, username, password } = b.service.simulator;
    for (const secret of [applicationToken, password, "wrong-secret"]) secrets.add(secret);
    await note(core.connect("work", baseUrl, { username, password: "wrong-secret", portal: true }));
    await note(core.connect("work", baseUrl, { applicationToken: "wrong-secret" }));
    await note(
      core.connect("work", baseUrl, kind === "user" ? { username, password, portal: false } : { applicationToken }),
    );
    await note(core.connections.list({}));
    await note(core.connections.get({}));
    await note(core.session.get({}));
    for (const step of [5 * 60, 6 * 60]) {
      b.pass(step * minute);
      await note(read(core));
      const { vaultKey } = await core.book.find();
      for (const part of ((await keychain.get(vaultKey)) ?? "").match(/[\w-]{40,}/g) ?? []) secrets.add(part);
    }
    b.service.simulator.setFaults({ rules: [{ kind: "html", rate: 1, on: "authenticate" }] });
    b.pass(5 * 60 * minute);
    await note(read(core));
    await note(core.session.get({}));
    await note(core.session.signOut({}));
    seen.push(core.told);
  }
  const files = readdirSync(scratch.path("")).map((name) => readFileSync(scratch.path(name), "latin1"));
  const everything = [JSON.stringify(seen), log.text(), ...files].join("\n");
  expect([...secrets].filter((secret) => everything.includes(secret))).toEqual([]);
  expect(secrets.size).toBeGreaterThan(8);
});
