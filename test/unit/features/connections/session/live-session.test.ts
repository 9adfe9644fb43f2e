import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import { AppError } from "#shared/failure.ts";
import type { Keychain } from "../../../../../main/core/hosts.ts";
import { createMemoryKeychain } from "../../../../../main/platform/node/keychain-choice.ts";
import { hour, makeSession, minute, serviceUrl, vaultKey } from "../../../../make/live-session.ts";

const signInRequired = (reason: string): object => ({ code: "sign-in-required", details: { reason } });

test("returns a valid token without a call", async () => {
  const { session, service, clock, first } = await makeSession("user");
  await clock.advance(239 * minute);
  expect([await session.token(), service.calls.length]).toEqual([first.authToken, 1]);
});

test("simultaneous callers share one renewal", async () => {
  const { session, service, clock } = await makeSession("user");
  clock.jump(5 * hour);
  const tokens = await Promise.all(Array.from({ length: 50 }, () => session.token()));
  expect([new Set(tokens).size, service.calls.length]).toEqual([1, 2]);
});

test("renews a rejected token once, and a later caller with it gets the newer one without a call", async () => {
  const { session, service, first } = await makeSession("user");
  const renewed = await Promise.all([session.renew(first.authToken), session.renew(first.authToken)]);
  const later = await session.renew(first.authToken);
  expect([new Set([...renewed, later]).size, service.calls.length]).toEqual([1, 2]);
});

test("an application token signs in again and stays stored", async () => {
  const { session, service, first, stored } = await makeSession("application-token");
  const renewed = await session.renew(first.authToken);
  expect([service.calls.length, await stored()]).toEqual([2, { ...first, authToken: renewed, baseUrl: serviceUrl }]);
});

test("the new pair is in the keychain before a caller gets its token", async () => {
  const order: string[] = [];
  const memory = createMemoryKeychain();
  const keychain: Keychain = {
    ...memory,
    set: async (key, value) => {
      await memory.set(key, value);
      order.push(key === vaultKey ? "stored" : "marked");
    },
  };
  const { session, first, stored } = await makeSession("user", keychain);
  await session.renew(first.authToken).then((token) => order.push(token));
  expect(order).toEqual(["stored", "marked", "stored", (await stored())?.authToken]);
});

test("does not resend a refresh token whose answer was lost, and uses the current token until it expires", async () => {
  const { session, service, clock, first } = await makeSession("user");
  service.fault = "lost";
  await clock.advance(230 * minute);
  await expect(session.renewEarly()).rejects.toMatchObject(signInRequired("refresh-lost"));
  expect([await session.token(), (await session.view()).state]).toEqual([first.authToken, "signed-in"]);
  service.fault = undefined;
  await clock.advance(10 * minute);
  await expect(session.token()).rejects.toMatchObject(signInRequired("refresh-lost"));
  expect(service.calls.length).toBe(2);
});

test("a process that crashes during a refresh leaves a mark that the next one reads", async () => {
  const { session, restart, service, clock } = await makeSession("user");
  service.fault = "hangs";
  clock.jump(241 * minute);
  session.token().catch(() => undefined);
  await clock.advance(0);
  service.fault = undefined;
  const next = restart();
  await expect(next.token()).rejects.toMatchObject(signInRequired("refresh-lost"));
  expect([(await next.view()).state, service.calls.length]).toEqual(["signed-out", 2]);
});

test("the next process ignores the mark of a refresh that succeeded", async () => {
  const { session, restart, service, first } = await makeSession("user");
  const renewed = await session.renew(first.authToken);
  const next = restart();
  expect([await next.token(), (await next.view()).reason, service.calls.length]).toEqual([renewed, undefined, 2]);
});

test("an unreachable service leaves the session intact, and the same refresh token is used later", async () => {
  const { session, restart, service, clock } = await makeSession("user");
  clock.jump(241 * minute);
  service.fault = "not-reached";
  await expect(session.token()).rejects.toMatchObject({
    code: "dns-failed",
    details: { kind: "offline", accepted: "no" },
  });
  expect(await session.view()).toMatchObject({ state: "signed-in", reason: "unreachable" });
  service.fault = undefined;
  expect([await restart().token(), service.calls.length]).toEqual([expect.any(String), 3]);
});

test("a refresh rejected before its expiry means a sign-in elsewhere, and is not repeated", async () => {
  const { session, restart, service, first } = await makeSession("user");
  service.endRefreshTokens();
  await expect(session.renew(first.authToken)).rejects.toMatchObject(signInRequired("signed-in-elsewhere"));
  await expect(session.token()).rejects.toMatchObject(signInRequired("signed-in-elsewhere"));
  await expect(restart().token()).rejects.toMatchObject(signInRequired("signed-in-elsewhere"));
  expect(service.calls.length).toBe(2);
});

test("a revoked application token ends the session as rejected", async () => {
  const { session, service, clock } = await makeSession("application-token");
  service.fault = "forbidden";
  clock.jump(5 * hour);
  await expect(session.token()).rejects.toMatchObject(signInRequired("refused"));
  await expect(session.token()).rejects.toMatchObject(signInRequired("refused"));
  expect([(await session.view()).state, service.calls.length]).toEqual(["signed-out", 2]);
});

test("waits for the end of a lock-out: no call before, one after it", async () => {
  const { session, service, clock } = await makeSession("application-token");
  clock.jump(5 * hour);
  service.fault = "locked-out";
  await expect(session.token()).rejects.toMatchObject({
    code: "sign-in-required",
    details: { reason: "locked-out", kind: "offline", accepted: "no" },
  });
  service.fault = undefined;
  await clock.advance(5 * minute - 1);
  await expect(session.token()).rejects.toMatchObject(signInRequired("locked-out"));
  await clock.advance(1);
  expect([await session.token(), service.calls.length]).toEqual([expect.any(String), 3]);
});

test("without tokens there is nothing to wait for at the end of a lock-out", async () => {
  const { session, restart, service, keychain, clock } = await makeSession("application-token");
  clock.jump(5 * hour);
  service.fault = "locked-out";
  await expect(session.token()).rejects.toMatchObject({ details: { kind: "offline" } });
  await keychain.delete(vaultKey);
  const failure = await restart()
    .token()
    .catch((error: unknown) => error as AppError);
  expect(failure).toMatchObject({ code: "sign-in-required", details: { reason: "locked-out" } });
  expect(failure).not.toHaveProperty("details.kind");
});

test("after both lifetimes the session has expired, without a call", async () => {
  const { session, service, clock } = await makeSession("user");
  clock.jump(351 * minute);
  await expect(session.token()).rejects.toMatchObject(signInRequired("expired"));
  expect([await session.view(), service.calls.length]).toEqual([
    { state: "signed-out", reason: "expired", message: codedText("session-expired") },
    1,
  ]);
});

test("a pair that could not be stored is returned to no caller, and stored later without another call", async () => {
  const memory = createMemoryKeychain();
  let isFull = false;
  const keychain: Keychain = {
    ...memory,
    set: (key, value) =>
      isFull && key === vaultKey
        ? Promise.reject(
            new AppError("keychain-unavailable", codedText("keychain-unavailable", { reason: "no secret service" })),
          )
        : memory.set(key, value),
  };
  const { session, service, first, stored } = await makeSession("user", keychain);
  isFull = true;
  await expect(session.renew(first.authToken)).rejects.toMatchObject({ code: "keychain-unavailable" });
  await expect(session.token()).rejects.toMatchObject({ code: "keychain-unavailable" });
  isFull = false;
  const token = await session.token();
  expect([(await stored())?.authToken, service.calls.length]).toEqual([token, 2]);
});

test("a refresh token is not used while it cannot be marked", async () => {
  const memory = createMemoryKeychain();
  const keychain: Keychain = {
    ...memory,
    set: (key, value) =>
      key === vaultKey
        ? memory.set(key, value)
        : Promise.reject(
            new AppError("keychain-unavailable", codedText("keychain-unavailable", { reason: "no secret service" })),
          ),
  };
  const { session, service, first } = await makeSession("user", keychain);
  await expect(session.renew(first.authToken)).rejects.toMatchObject({ code: "keychain-unavailable" });
  expect(service.calls.length).toBe(1);
});

test("signing out removes everything from the keychain, and later calls fail as signed out", async () => {
  const { session, restart, keychain, first } = await makeSession("user");
  await session.renew(first.authToken);
  await session.signOut();
  const left = [await keychain.get(vaultKey), await keychain.get(`${vaultKey}/refreshing`)];
  await expect(restart().token()).rejects.toMatchObject(signInRequired("signed-out"));
  expect(left).toEqual([undefined, undefined]);
});

test("signing out during a renewal restores nothing", async () => {
  const { session, service, clock, stored, first } = await makeSession("application-token");
  service.fault = "hangs";
  const renewing = session.renew(first.authToken).catch((error: unknown) => error);
  await clock.advance(0);
  const signingOut = session.signOut();
  service.release();
  await signingOut;
  await renewing;
  expect([await stored(), (await session.view()).reason]).toEqual([undefined, "signed-out"]);
});

test("an aborted caller leaves the renewal to the others", async () => {
  const { session, service, clock, first } = await makeSession("user");
  service.fault = "hangs";
  const stopper = new AbortController();
  const abortedCall = session.renew(first.authToken, stopper.signal);
  const otherCall = session.renew(first.authToken);
  await clock.advance(0);
  stopper.abort();
  await expect(abortedCall).rejects.toMatchObject({ code: "aborted" });
  service.release();
  expect([await otherCall, service.calls.length]).toEqual([expect.any(String), 2]);
});

test("a keychain that does not answer fails the first use, and the next one retries", async () => {
  const memory = createMemoryKeychain();
  let isLocked = true;
  const keychain: Keychain = {
    ...memory,
    get: (key) =>
      isLocked
        ? Promise.reject(
            new AppError("keychain-unavailable", codedText("keychain-unavailable", { reason: "no secret service" })),
          )
        : memory.get(key),
  };
  const { session, first } = await makeSession("user", keychain);
  await expect(session.token()).rejects.toMatchObject({ code: "keychain-unavailable" });
  isLocked = false;
  expect(await session.token()).toBe(first.authToken);
});
