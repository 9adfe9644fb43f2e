import { expect, test } from "vitest";
import { AppError } from "../../../main/failure.ts";
import type { Keychain } from "../../../main/hosts.ts";
import { createMemoryKeychain } from "../../../main/node/keychain-memory.ts";
import { createFakeClock } from "../../fakes/fake-clock.ts";
import { openCore } from "../../make/connected-core.ts";
import type { ConnectedCore } from "../../make/connected-core.ts";
import { openPracticeService } from "../../make/practice-service.ts";
import type { PracticeService } from "../../make/practice-service.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

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
  return { service, clock, keychain, open: () => openCore({ dataDir: scratch.path(""), clock, keychain }) };
}

/** Sign-ins the service has seen; the practice service makes one itself. */
async function signIns({ bare }: PracticeService): Promise<number> {
  const { json } = await bare("GET", "/_simulator/requests");
  return ((json as { readonly operations: Record<string, number> }).operations["authenticate"] ?? 0) - 1;
}

test("a connection that signed in is kept, is the current one, and reaches the service", async () => {
  const { service, open } = await bench();
  await using _service = service;
  await using core = await open();
  const { baseUrl, applicationToken } = service.simulator;
  const answer = await core.connect("work", `${baseUrl}/`, { applicationToken });
  const opened = await core.gateway.open();
  const { status } = await opened.api.request({ method: "GET", path: endpointPath });
  expect([answer.connection, answer.session, opened.name, status]).toMatchObject([
    { name: "work", baseUrl, kind: "application-token", current: true },
    {
      connection: "work",
      state: "signed-in",
      identity: { organisationId: "4401", organisationName: "Fleet Operations" },
    },
    "work",
    200,
  ]);
});

test("a connection is there, signed in and usable in the next process, with what was learned of the service", async () => {
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
  expect([await signIns(service), api.dialect.separator()]).toEqual([1, { form: "space", settled: true }]);
});

test("refused credentials cost one call and leave nothing behind", async () => {
  const { service, open, keychain } = await bench();
  await using _service = service;
  await using core = await open();
  await expect(core.connect("work", service.simulator.baseUrl, { applicationToken: "wrong" })).rejects.toMatchObject({
    code: "sign-in-refused",
  });
  expect([
    await signIns(service),
    await core.connections.list({}),
    await core.book.orphanedVaultKeys(keychain.protection),
  ]).toEqual([1, { connections: [] }, []]);
});

test("a lock-out is not tried again before its time, not even by the next process", async () => {
  const { service, open, clock } = await bench();
  await using _service = service;
  const { baseUrl, applicationToken } = service.simulator;
  const trySecret = async (core: ConnectedCore, secret: string): Promise<string> =>
    core.connect("work", baseUrl, { applicationToken: secret }).then(
      () => "ok",
      (error: AppError) => error.code,
    );
  const codes: string[] = [];
  {
    await using core = await open();
    for (const secret of ["bad", "bad", "bad", "bad", applicationToken]) codes.push(await trySecret(core, secret));
  }
  const callsBefore = await signIns(service);
  await using core = await open();
  codes.push(await trySecret(core, applicationToken));
  clock.jump(5 * minute);
  service.simulator.advance(5 * minute);
  codes.push(await trySecret(core, applicationToken));
  expect([codes, callsBefore, await signIns(service)]).toEqual([
    ["sign-in-refused", "sign-in-refused", "sign-in-refused", "locked-out", "locked-out", "locked-out", "ok"],
    4,
    5,
  ]);
});

test("a portal account sends the SHA-1 of its password; the password is nowhere afterwards", async () => {
  const { service, open } = await bench({ accept: { password: "sha1" } });
  await using _service = service;
  await using core = await open();
  const { baseUrl, username, password } = service.simulator;
  const { session } = await core.connect("work", baseUrl, { username, password, portal: true });
  expect(session).toMatchObject({ kind: "user", state: "signed-in", identity: { username } });
});

test("a name that exists keeps its address and its session when signing in anew fails", async () => {
  const { service, open } = await bench();
  await using _service = service;
  await using core = await open();
  const { baseUrl, applicationToken } = service.simulator;
  await core.connect("work", baseUrl, { applicationToken }, { reconcileAfterMs: 5 });
  const before = await core.connections.get({});
  await expect(core.connect("work", baseUrl, { applicationToken: "wrong" })).rejects.toThrow(AppError);
  await expect(core.connect("work", "http://127.0.0.1:1", { applicationToken })).rejects.toMatchObject({
    code: "connection-refused",
  });
  const { status } = await (await core.gateway.open()).api.request({ method: "GET", path: endpointPath });
  expect([await core.connections.get({}), status]).toEqual([before, 200]);
});

test("a name that leads to another service is another connection, and its former tokens are removed", async () => {
  const { service, open, keychain } = await bench();
  const other = await openPracticeService({ seed: 2 });
  await using _service = service;
  await using _other = other;
  await using core = await open();
  await core.connect("work", service.simulator.baseUrl, { applicationToken: service.simulator.applicationToken });
  const before = await core.book.find("work");
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

test("signing in anew with the same address and options keeps the client that others hold", async () => {
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

test("an address that is not one, or where something else answers, is an invalid address", async () => {
  const { service, open } = await bench();
  await using _service = service;
  await using core = await open();
  const { baseUrl, applicationToken } = service.simulator;
  for (const wrong of ["nonsense", "ftp://host", `${baseUrl}/elsewhere`, "http://user:pw@host"]) {
    await expect(core.connect("work", wrong, { applicationToken })).rejects.toMatchObject({ code: "invalid-url" });
  }
});

test("without a connection, and with a name that nobody has, it says so", async () => {
  const { service, open } = await bench();
  await using _service = service;
  await using core = await open();
  await expect(core.connections.get({})).rejects.toMatchObject({ code: "no-connection" });
  await expect(core.gateway.open()).rejects.toMatchObject({ code: "no-connection" });
  await expect(core.session.get({ connection: "nowhere" })).rejects.toMatchObject({ code: "connection-unknown" });
  await expect(core.connections.use({ connection: "nowhere" })).rejects.toMatchObject({ code: "connection-unknown" });
});

test("the connection made last is the current one until another is chosen", async () => {
  const { service, open } = await bench();
  await using _service = service;
  await using core = await open();
  const { baseUrl, applicationToken } = service.simulator;
  await core.connect("a", baseUrl, { applicationToken });
  await core.connect("b", baseUrl, { applicationToken });
  const last = (await core.connections.get({})).name;
  await core.connections.use({ connection: "a" });
  expect([last, (await core.connections.list({})).connections.map(({ name, current }) => [name, current])]).toEqual([
    "b",
    [
      ["a", true],
      ["b", false],
    ],
  ]);
});

test("without a keychain nothing is sent, and the connection is not kept", async () => {
  const gone = (): Promise<never> => Promise.reject(new AppError("keychain-unavailable", "There is none."));
  const { service, open } = await bench({}, { protection: "system", get: gone, set: gone, delete: gone });
  await using _service = service;
  await using core = await open();
  const { baseUrl, applicationToken } = service.simulator;
  await expect(core.connect("work", baseUrl, { applicationToken })).rejects.toMatchObject({
    code: "keychain-unavailable",
  });
  expect([await signIns(service), (await core.connections.list({})).connections]).toEqual([0, []]);
});

test("what a crash left in the keychain between sign-in and database is removed by the next start", async () => {
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
  expect([typeof before, await keychain.get(vaultKey), await core.book.orphanedVaultKeys("memory")]).toEqual([
    "string",
    undefined,
    [],
  ]);
});

test("one client per connection, and none after the end", async () => {
  const { service, open } = await bench();
  await using _service = service;
  const core = await open();
  const { baseUrl, applicationToken } = service.simulator;
  await core.connect("work", baseUrl, { applicationToken });
  const opened = await Promise.all(Array.from({ length: 5 }, () => core.gateway.open("work")));
  await core[Symbol.asyncDispose]();
  expect(new Set(opened).size).toBe(1);
});

test("after the end nobody waits for a permit, and no timer keeps the process alive", async () => {
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
