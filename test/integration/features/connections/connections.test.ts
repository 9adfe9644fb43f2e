import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import type { Secret } from "#shared/contract/connections/connections.ts";
import { AppError } from "#shared/failure.ts";
import type { Keychain } from "../../../../main/core/hosts.ts";
import { createDecidedKeychain, createMemoryKeychain } from "../../../../main/platform/node/keychain-choice.ts";
import { createFakeClock, type FakeClock } from "../../../fakes/fake-clock.ts";
import { openConnectedCore, type ConnectedCore } from "../../../make/connected-core.ts";
import { openCore, type Core, type CoreOptions } from "../../../make/core.ts";
import { openPracticeService, type PracticeService } from "../../../make/practice-service.ts";
import { countRequests } from "../../../make/service-client.ts";
import { useScratchFolder } from "../../../make/scratch-folder.ts";

const scratch = useScratchFolder();
const minute = 60_000;
const endpointPath = "/api/v1/endpoint?per_page=1";

interface Bench {
  readonly service: PracticeService;
  readonly clock: ReturnType<typeof createFakeClock>;
  readonly keychain: Keychain;
  readonly open: () => Promise<ConnectedCore>;
}

async function bench(
  options: Parameters<typeof openPracticeService>[0] = {},
  keychain = createMemoryKeychain(),
): Promise<Bench> {
  const clock = createFakeClock();
  const service = await openPracticeService(options);
  return { service, clock, keychain, open: () => openConnectedCore({ dataDir: scratch.path(""), clock, keychain }) };
}

/** Sign-ins that arrived at the service; the simulator makes one itself. */
async function signIns({ simulator }: PracticeService): Promise<number> {
  return (await countRequests(simulator, "authenticate")) - 1;
}

/** The whole core, which does not wait for anything on its clock. */
const openWhole = (options: Pick<CoreOptions, "simulator" | "hosts"> = {}): Promise<Core<FakeClock>> =>
  openCore({ ...options, clock: createFakeClock(), connection: false });

function connectWith({ client, simulator }: Core, secret: Secret, baseUrl = simulator.baseUrl) {
  return client.connections.connect({ name: "work", baseUrl, secret });
}

test("a secret goes to another computer over plain http only after a confirmation", async () => {
  await using core = await openWhole();
  const { client } = core;
  const address = "http://127.0.0.1.evil.invalid";
  const request = { name: "work", baseUrl: address, secret: { applicationToken: "token-of-mine" } };
  await expect(client.connections.connect(request)).rejects.toMatchObject({ code: "not-encrypted" });
  // Tests connect to this computer only, so the confirmed attempt fails at the network.
  await expect(client.connections.connect({ ...request, allowUnencrypted: true })).rejects.toMatchObject({
    details: { kind: "offline" },
  });
});

/** Returns the failure of the service or of the connection. */
async function read({ client }: Core, connection?: string): Promise<void> {
  const selection = connection === undefined ? {} : { connection };
  await client.fleet.listLive({ ...selection, collection: "endpoint", limit: 1 });
}

test("a connection that signed in is saved, is the current one, and reaches the service", async () => {
  await using core = await openWhole();
  const { applicationToken, baseUrl } = core.simulator;
  const { connection, session } = await connectWith(core, { applicationToken }, `${baseUrl}/`);
  expect([connection, session]).toMatchObject([
    { name: "work", baseUrl, kind: "application-token", current: true },
    {
      connection: "work",
      state: "signed-in",
      identity: { organisationId: "4401", organisationName: "Fleet Operations" },
    },
  ]);
  await read(core);
  await read(core, "work");
});

test("a connection is available, signed in and usable in the next process, with the detected service variants", async () => {
  const { service, open } = await bench({ accept: { separator: "space" } });
  await using _service = service;
  {
    await using core = await open();
    await core.connect("work", service.simulator.baseUrl, { applicationToken: service.simulator.applicationToken });
    await (await core.gateway.open()).api.request({ method: "GET", path: endpointPath });
  }
  await using core = await open();
  const { api } = await core.gateway.open("work");
  await api.request({ method: "GET", path: endpointPath });
  expect([await signIns(service), api.dialect.separator()]).toEqual([1, { form: "space", isConfirmed: true }]);
});

test("rejected credentials cost one call and leave nothing behind", async () => {
  const { service, open, keychain } = await bench();
  await using _service = service;
  await using core = await open();
  await expect(core.connect("work", service.simulator.baseUrl, { applicationToken: "wrong" })).rejects.toMatchObject({
    code: "sign-in-refused",
  });
  expect([
    await signIns(service),
    await core.connectionStore.all(),
    await core.connectionStore.orphanedVaultKeys(keychain.protection),
  ]).toEqual([1, [], []]);
});

test("a lock-out is not retried before its end, not even by the next process", async () => {
  await using core = await openWhole();
  const { applicationToken } = core.simulator;
  const trySecret = async (secret: string): Promise<string> =>
    connectWith(core, { applicationToken: secret }).then(
      () => "ok",
      (error: AppError) => error.code,
    );
  const codes: string[] = [];
  for (const secret of ["bad", "bad", "bad", "bad", applicationToken]) codes.push(await trySecret(secret));
  const callsBefore = await core.requests("authenticate");
  await core.restart();
  codes.push(await trySecret(applicationToken));
  core.clock.jump(5 * minute);
  codes.push(await trySecret(applicationToken));
  expect([codes, callsBefore, await core.requests("authenticate")]).toEqual([
    ["sign-in-refused", "sign-in-refused", "sign-in-refused", "locked-out", "locked-out", "locked-out", "ok"],
    4,
    5,
  ]);
});

test("a portal account sends the SHA-1 of its password; the password is not stored anywhere", async () => {
  await using core = await openWhole({ simulator: { accept: { password: "sha1" } } });
  const { username, password } = core.simulator;
  const { session } = await connectWith(core, { username, password, portal: true });
  expect(session).toMatchObject({ kind: "user", state: "signed-in", identity: { username } });
});

test("an existing connection preserves its address and its session when a new sign-in fails", async () => {
  await using core = await openWhole();
  const { applicationToken } = core.simulator;
  await core.connect("work", { reconcileAfterMs: 5 });
  const before = await core.client.connections.get({});
  await expect(connectWith(core, { applicationToken: "wrong" })).rejects.toThrow(AppError);
  await expect(connectWith(core, { applicationToken }, "http://127.0.0.1:1")).rejects.toMatchObject({
    code: "connection-refused",
  });
  await read(core);
  expect(await core.client.connections.get({})).toEqual(before);
});

test("an address of another service is another connection, and its former tokens are removed", async () => {
  const { service, open, keychain } = await bench();
  const other = await openPracticeService({ seed: 2 });
  await using _service = service;
  await using _other = other;
  await using core = await open();
  await core.connect("work", service.simulator.baseUrl, { applicationToken: service.simulator.applicationToken });
  const before = await core.connectionStore.find("work");
  const first = await core.gateway.open("work");
  await core.connect("work", other.simulator.baseUrl, { applicationToken: other.simulator.applicationToken });
  const second = await core.gateway.open("work");
  const { status } = await second.api.request({ method: "GET", path: endpointPath });
  expect([second.id === first.id, second.baseUrl, status, await keychain.get(before.vaultKey)]).toEqual([
    false,
    other.simulator.baseUrl,
    200,
    undefined,
  ]);
});

test("a new sign-in with the same address and options preserves the client that others use", async () => {
  const { service, open } = await bench();
  await using _service = service;
  await using core = await open();
  const { baseUrl, applicationToken, username, password } = service.simulator;
  await core.connect("work", baseUrl, { applicationToken });
  const first = await core.gateway.open();
  await core.connect("work", baseUrl, { username, password, portal: false });
  const { status } = await first.api.request({ method: "GET", path: endpointPath });
  expect([(await core.gateway.open()) === first, status]).toEqual([true, 200]);
});

test("an invalid address, or one with another server, is an invalid address", async () => {
  await using core = await openWhole();
  const { applicationToken, baseUrl } = core.simulator;
  for (const wrong of ["nonsense", "ftp://host", `${baseUrl}/elsewhere`, "http://user:pw@host"]) {
    await expect(connectWith(core, { applicationToken }, wrong)).rejects.toMatchObject({ code: "invalid-url" });
  }
});

test("rejects a grace period for lost responses below 10 s before a sign-in, unless the service is on this computer", async () => {
  await using core = await openWhole();
  const { applicationToken, baseUrl } = core.simulator;
  const connect = (to: string, reconcileAfterMs: number): Promise<unknown> =>
    core.client.connections.connect({
      name: "work",
      baseUrl: to,
      secret: { applicationToken },
      options: { reconcileAfterMs },
    });
  const invalidInput = { code: "invalid-input", details: { field: "reconcileAfterMs" } };
  await expect(connect("https://service.example", 9_999)).rejects.toMatchObject(invalidInput);
  await connect(baseUrl, 0);
  // As an earlier version may have saved it.
  core.inDatabase((database) => database.exec("UPDATE connection SET base_url = 'https://service.example'"));
  await core.restart();
  const { options } = await core.client.connections.get({ connection: "work" });
  expect(options.reconcileAfterMs).toBe(10_000);
  const shorter = core.client.connections.setOptions({ connection: "work", options: { reconcileAfterMs: 500 } });
  await expect(shorter).rejects.toMatchObject(invalidInput);
});

test("reports a missing connection, and an unknown connection name", async () => {
  await using core = await openWhole();
  const { connections, session } = core.client;
  await expect(connections.get({})).rejects.toMatchObject({ code: "no-connection" });
  await expect(read(core)).rejects.toMatchObject({ code: "no-connection" });
  await expect(session.get({ connection: "nowhere" })).rejects.toMatchObject({ code: "connection-unknown" });
  await expect(connections.use({ connection: "nowhere" })).rejects.toMatchObject({ code: "connection-unknown" });
});

test("the connection created last is the current one until another is selected", async () => {
  await using core = await openWhole();
  const { connections } = core.client;
  await core.connect("a");
  await core.connect("b");
  const last = (await connections.get({})).name;
  await connections.use({ connection: "a" });
  expect([last, (await connections.list({})).connections.map(({ name, current }) => [name, current])]).toEqual([
    "b",
    [
      ["a", true],
      ["b", false],
    ],
  ]);
});

test("without a keychain nothing is sent, and the connection is not saved", async () => {
  const unavailable = (): Promise<never> =>
    Promise.reject(
      new AppError("keychain-unavailable", codedText("keychain-unavailable", { reason: "no secret service" })),
    );
  const keychain = createDecidedKeychain({
    protection: "system",
    get: unavailable,
    set: unavailable,
    delete: unavailable,
  });
  await using core = await openWhole({ hosts: { keychain } });
  await expect(core.connect("work")).rejects.toMatchObject({ code: "keychain-unavailable" });
  expect(await core.requests("authenticate")).toBe(0);
  expect((await core.client.connections.list({})).connections).toEqual([]);
});

test("the next start removes what a crash left in the keychain between sign-in and database", async () => {
  const { service, open, keychain } = await bench();
  await using _service = service;
  let vaultKey = "";
  {
    await using core = await open();
    const { applicationToken, baseUrl } = service.simulator;
    ({ vaultKey } = await core.sessions.signIn(baseUrl, { kind: "application-token", applicationToken }));
  }
  const before = await keychain.get(vaultKey);
  await using core = await open();
  expect([typeof before, await keychain.get(vaultKey), await core.connectionStore.orphanedVaultKeys("memory")]).toEqual(
    ["string", undefined, []],
  );
});

test("one client per connection, and none after the stop", async () => {
  const { service, open } = await bench();
  await using _service = service;
  const core = await open();
  const { baseUrl, applicationToken } = service.simulator;
  await core.connect("work", baseUrl, { applicationToken });
  const opened = await Promise.all(Array.from({ length: 5 }, () => core.gateway.open("work")));
  await core[Symbol.asyncDispose]();
  expect(new Set(opened).size).toBe(1);
});

test("a change of the options continues the rate limit of the service", async () => {
  await using core = await openWhole();
  const { client } = core;
  await core.connect("work", { ceiling: { requests: 3, seconds: 300 } });
  for (let request = 0; request < 3; request += 1) await read(core);
  const usedUp = { limitedBy: "ceiling", ceiling: { requests: 3, seconds: 300 } };
  expect(await client.connections.governor({})).toMatchObject(usedUp);
  await client.connections.setOptions({ connection: "work", options: { dailyBudget: 1_000 } });
  expect(await client.connections.governor({})).toMatchObject(usedUp);
  await client.connections.setOptions({ connection: "work", options: { ceiling: { requests: 3, seconds: 200 } } });
  expect(await client.connections.governor({})).toMatchObject({ limitedBy: "ceiling", waitingMs: 201_000 });
});

test("after the stop nothing waits for a permit, and no timer keeps the process alive", async () => {
  const { service, open, clock } = await bench();
  await using _service = service;
  const core = await open();
  const { baseUrl, applicationToken } = service.simulator;
  await core.connect("work", baseUrl, { applicationToken }, { ceiling: { requests: 1, seconds: 300 } });
  const { governor, api } = await core.gateway.open("work");
  await governor.acquire("click");
  const waiting = api.call({ method: "GET", path: endpointPath });
  await core[Symbol.asyncDispose]();
  expect([await waiting, clock.waiting]).toMatchObject([{ ok: false, failure: { accepted: "no" } }, 0]);
});
