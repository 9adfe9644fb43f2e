import { codedText } from "#shared/texts/coded-text.ts";
import { describe, expect, test } from "vitest";
import { Sessions } from "../../../../../main/features/connections/session/sessions.ts";
import type { Credentials } from "../../../../../main/features/connections/session/sign-in.ts";
import { AppError } from "#shared/failure.ts";
import type { Keychain } from "../../../../../main/core/hosts.ts";
import { createMemoryKeychain } from "../../../../../main/platform/node/keychain-choice.ts";
import { createFakeClock, type FakeClock } from "../../../../fakes/fake-clock.ts";
import { createFakeLog } from "../../../../fakes/fake-log.ts";
import { createFakeSessionStore, type FakeSessionStore } from "../../../../fakes/fake-session-store.ts";
import {
  applicationToken,
  createFakeSignInService,
  password,
  type FakeSignInService,
} from "../../../../fakes/fake-sign-in-service.ts";
import { hour, minute } from "../../../../make/live-session.ts";

const baseUrl = "https://service.test";
const credentials: Credentials = { kind: "application-token", applicationToken };
const user: Credentials = { kind: "user", username: "u", password, portal: false };

interface Bench {
  readonly sessions: Sessions;
  readonly service: FakeSignInService;
  readonly store: FakeSessionStore;
  readonly clock: FakeClock;
  readonly changedNames: readonly string[];
}

function bench(keychain: Keychain = createMemoryKeychain(), requireWritable: () => void = () => undefined): Bench {
  const clock = createFakeClock();
  const service = createFakeSignInService(clock);
  const store = createFakeSessionStore(clock);
  const changedNames: string[] = [];
  const { authenticate } = service;
  const onChanged = (name: string): number => changedNames.push(name);
  const sessions = new Sessions({
    store,
    clock,
    log: createFakeLog(),
    keychain,
    authenticate,
    requireWritable,
    onChanged,
  });
  return { sessions, service, store, clock, changedNames };
}

/** Signs in and assigns the tokens to connection 1. */
async function connect({ sessions, store }: Bench, as: Credentials): Promise<string> {
  const { vaultKey, identity, record } = await sessions.signIn(baseUrl, as);
  const own = { id: 1, name: "work", baseUrl, kind: as.kind, allowUnencrypted: false };
  store.put({ ...own, identity, vaultKey, session: record });
  return vaultKey;
}

test("rejects an account with a second factor by name, and stores nothing", async () => {
  const { sessions, service, store } = bench();
  service.fault = "mfa";
  await expect(sessions.signIn(baseUrl, user)).rejects.toMatchObject({ code: "mfa-required" });
  expect([service.calls.length, await store.orphanedVaultKeys("memory")]).toEqual([1, []]);
});

test("a lock-out reports its end, and no call is made for that account until then", async () => {
  const { sessions, service, clock } = bench();
  service.fault = "locked-out";
  const until = clock.now() + 5 * minute;
  await expect(sessions.signIn(baseUrl, user)).rejects.toMatchObject({ code: "locked-out", details: { until } });
  service.fault = undefined;
  await expect(sessions.signIn(baseUrl, user)).rejects.toMatchObject({ code: "locked-out", details: { until } });
  expect(service.calls.length).toBe(1);
  await expect(sessions.signIn(baseUrl, credentials)).resolves.toHaveProperty("vaultKey");
});

test("tokens that cannot be stored fail the sign-in and leave no key behind", async () => {
  const memory = createMemoryKeychain();
  const keychain = {
    ...memory,
    set: () =>
      Promise.reject(
        new AppError("keychain-unavailable", codedText("keychain-unavailable", { reason: "no secret service" })),
      ),
  };
  const { sessions, store } = bench(keychain);
  await expect(sessions.signIn(baseUrl, credentials)).rejects.toMatchObject({ code: "keychain-unavailable" });
  expect(await store.orphanedVaultKeys("memory")).toEqual([]);
});

test("a caller that waits for the old session while it is replaced gets the token of the new one", async () => {
  const b = bench();
  const former = await connect(b, user);
  b.clock.jump(5 * hour);
  b.service.fault = "hangs";
  const waiting = b.sessions.authorizer(1, baseUrl).token();
  await b.clock.advance(0);
  b.service.fault = undefined;
  await connect(b, credentials);
  const replaced = b.sessions.replaced(1, former);
  b.service.release();
  await replaced;
  expect([await waiting, (await b.sessions.state()).state]).toEqual([
    await b.sessions.authorizer(1, baseUrl).token(),
    "signed-in",
  ]);
});

test("removes the tokens of a replaced session from their keychain, or later if another one is in use", async () => {
  const memory = createMemoryKeychain();
  const b = bench(memory);
  const former = await connect(b, user);
  const file: Keychain = { ...createMemoryKeychain(), protection: "file" };
  const { authenticate } = b.service;
  const { store, clock } = b;
  const otherSessions = new Sessions({
    store,
    clock,
    log: createFakeLog(),
    keychain: file,
    authenticate,
    requireWritable: () => undefined,
    onChanged: () => undefined,
  });
  await connect({ ...b, sessions: otherSessions }, credentials);
  await otherSessions.replaced(1, former);
  const formerType = typeof (await memory.get(former));
  await b.sessions.start();
  expect([formerType, await memory.get(former)]).toEqual(["string", undefined]);
});

test("selecting a keychain again during a renewal waits for its answer, and so do new callers", async () => {
  const b = bench();
  await connect(b, user);
  b.clock.jump(5 * hour);
  b.service.fault = "hangs";
  const before = b.sessions.authorizer(1, baseUrl).token();
  await b.clock.advance(0);
  const changed = b.sessions.keychainChanged();
  const concurrentToken = b.sessions.authorizer(1, baseUrl).token();
  await b.clock.advance(0);
  b.service.fault = undefined;
  b.service.release();
  await changed;
  const token = await b.sessions.authorizer(1, baseUrl).token();
  expect([await before, await concurrentToken, (await b.sessions.state()).state]).toEqual([token, token, "signed-in"]);
});

test("an authorizer stays the same after a new sign-in", async () => {
  const b = bench();
  const former = await connect(b, user);
  const authorizer = b.sessions.authorizer(1, baseUrl);
  const first = await authorizer.token();
  await connect(b, credentials);
  await b.sessions.replaced(1, former);
  expect([first === (await authorizer.token()), await authorizer.renew(first)]).toEqual([
    false,
    await authorizer.token(),
  ]);
});

test("sends and renews no token over plain HTTP to another computer unless that was confirmed", async () => {
  const b = bench();
  const address = "http://service.example";
  const { vaultKey, identity, record } = await b.sessions.signIn(address, user);
  const own = { id: 1, name: "work", baseUrl: address, kind: "user" as const, identity, vaultKey, session: record };
  b.store.put({ ...own, allowUnencrypted: false });
  const authorizer = b.sessions.authorizer(1, address);
  await expect(authorizer.token()).rejects.toMatchObject({ code: "not-encrypted" });
  await b.clock.advance(5 * hour);
  await expect(authorizer.renew("TOKEN")).rejects.toMatchObject({ code: "not-encrypted" });
  expect(b.service.calls).toHaveLength(1);
  await expect(b.sessions.signOut("work")).resolves.toMatchObject({ state: "signed-out" });

  const confirmed = bench();
  const fresh = await confirmed.sessions.signIn(address, user);
  confirmed.store.put({ ...own, ...fresh, session: fresh.record, allowUnencrypted: true });
  await expect(confirmed.sessions.authorizer(1, address).token()).resolves.toBeTypeOf("string");
});

test("notifies a background renewal, and renews nothing after the stop", async () => {
  const b = bench();
  await connect(b, credentials);
  await b.sessions.authorizer(1, baseUrl).token();
  await b.clock.advance(230 * minute);
  await b.sessions.stop();
  await b.clock.advance(24 * hour);
  expect([b.changedNames, b.service.calls.length, b.clock.waiting]).toEqual([["work"], 2, 0]);
  await expect(b.sessions.authorizer(1, baseUrl).token()).rejects.toMatchObject({ code: "stopped" });
});

test("signing out with another keychain reports where the tokens are, and changes nothing", async () => {
  const file: Keychain = { ...createMemoryKeychain(), protection: "file" };
  const b = bench(file);
  const vaultKey = await connect(b, user);
  const { authenticate } = b.service;
  const { store, clock } = b;
  const keychain = createMemoryKeychain();
  const otherSessions = new Sessions({
    store,
    clock,
    log: createFakeLog(),
    keychain,
    authenticate,
    requireWritable: () => undefined,
    onChanged: () => undefined,
  });
  await expect(otherSessions.signOut()).rejects.toMatchObject({
    code: "other-keychain",
    details: { protection: "file" },
  });
  expect([typeof (await file.get(vaultKey)), (await b.sessions.state()).state]).toEqual(["string", "signed-in"]);
});

describe("where nothing can be written", () => {
  const unwritable = new AppError("disk-full", codedText("disk-full"));
  let writable: boolean;
  const requireWritable = (): void => {
    if (!writable) throw unwritable;
  };

  test("no sign-in is made, and no request is sent", async () => {
    writable = false;
    const { sessions, service } = bench(createMemoryKeychain(), requireWritable);
    await expect(sessions.signIn(baseUrl, user)).rejects.toBe(unwritable);
    await expect(sessions.tryOut(baseUrl, user)).rejects.toBe(unwritable);
    expect(service.calls).toEqual([]);
  });

  test("a refresh token is neither sent nor marked, and renews the session once writing is possible", async () => {
    writable = true;
    const opened = bench(createMemoryKeychain(), requireWritable);
    const { sessions, service, clock } = opened;
    await connect(opened, user);
    const session = sessions.authorizer(1, baseUrl);
    const first = await session.token();
    writable = false;
    await expect(session.renew(first)).rejects.toBe(unwritable);
    await clock.advance(20 * minute);
    expect(service.calls).toHaveLength(1);
    writable = true;
    expect(await session.renew(first)).not.toBe(first);
    expect(service.calls).toHaveLength(2);
    await sessions.stop();
  });
});
