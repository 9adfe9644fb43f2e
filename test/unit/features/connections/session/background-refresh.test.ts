import { expect, test } from "vitest";
import {
  type BackgroundRefresh,
  startBackgroundRefresh,
} from "../../../../../main/features/connections/session/sessions.ts";
import { createFakeClock } from "../../../../fakes/fake-clock.ts";
import { createFakeLog } from "../../../../fakes/fake-log.ts";
import { hour, makeSession, minute, type SessionBench } from "../../../../make/live-session.ts";

interface Running extends SessionBench {
  readonly refresh: BackgroundRefresh;
  /** Calls after the sign-in. */
  readonly renewals: () => number;
}

async function running(kind: "user" | "application-token" = "user"): Promise<Running> {
  const bench = await makeSession(kind);
  const refresh = startBackgroundRefresh(bench.session, bench);
  return { ...bench, refresh, renewals: () => bench.service.calls.length - 1 };
}

test("renews a session ten minutes before its token ends, and again after the same time", async () => {
  const { clock, renewals } = await running();
  await clock.advance(230 * minute - 1);
  const before = renewals();
  await clock.advance(1);
  const after = renewals();
  await clock.advance(24 * hour - 230 * minute);
  expect([before, after, renewals()]).toEqual([0, 1, 6]);
});

test("a jump of five hours causes one refresh, for any number of simultaneous callers", async () => {
  const { clock, session, renewals, service } = await running();
  await clock.advance(minute);
  clock.jump(5 * hour);
  const tokens = Promise.all(Array.from({ length: 20 }, () => session.token()));
  await clock.advance(minute);
  expect([new Set(await tokens).size, renewals(), service.mostAtOnce]).toEqual([1, 1, 1]);
});

test("a jump of five hours is detected within a minute without a caller", async () => {
  const { clock, renewals, session } = await running();
  await clock.advance(minute);
  clock.jump(5 * hour);
  await clock.advance(minute);
  expect([renewals(), (await session.view()).state]).toEqual([1, "signed-in"]);
});

test("a clock that was set back causes one refresh, as soon as the service can be reached, and the next after the usual time", async () => {
  const { clock, renewals, service } = await running();
  await clock.advance(minute);
  clock.jump(-5 * hour);
  service.fault = "not-reached";
  await clock.advance(2 * minute);
  service.fault = undefined;
  await clock.advance(2 * minute);
  const soon = renewals();
  await clock.advance(220 * minute);
  const before = renewals();
  await clock.advance(15 * minute);
  expect(before).toBe(soon);
  expect(renewals()).toBe(soon + 1);
});

test("a clock that was set back while nobody was signed in causes no refresh after the sign-in", async () => {
  const clock = createFakeClock(10 * hour);
  const tokens: { dueAt?: number } = {};
  let renewals = 0;
  startBackgroundRefresh(
    {
      saveIfChanged: () => Promise.resolve(),
      renewalDueAt: () => Promise.resolve(tokens.dueAt),
      renewEarly: () => Promise.resolve(void (renewals += 1)),
      waitForRenewal: () => Promise.resolve(),
    },
    { clock, log: createFakeLog() },
  );
  await clock.advance(minute);
  clock.jump(-5 * hour);
  await clock.advance(minute);
  tokens.dueAt = clock.now() + hour;
  await clock.advance(5 * minute);
  expect(renewals).toBe(0);
});

test("a jump past 350 minutes ends the session as expired, without a call, and saves that", async () => {
  const { clock, renewals, saved } = await running();
  await clock.advance(minute);
  clock.jump(6 * hour);
  await clock.advance(minute);
  expect([renewals(), saved.length, saved.at(-1)?.refreshExpiresAt]).toEqual([0, 1, expect.any(Number)]);
});

test("an application-token session survives any jump", async () => {
  const { clock, session, renewals } = await running("application-token");
  await clock.advance(minute);
  clock.jump(30 * 24 * hour);
  await clock.advance(minute);
  expect([renewals(), (await session.view()).state]).toEqual([1, "signed-in"]);
});

test("retries an unreachable service after 30 s, 1, 2, 4, 8 and then every 10 minutes", async () => {
  const { clock, service, log } = await running("application-token");
  service.fault = "not-reached";
  await clock.advance(230 * minute + 30 * minute);
  const waits = log.lines
    .filter((line) => line.event === "session.renewal-postponed")
    .map((line) => line.fields["waitMs"]);
  expect(waits).toEqual([30, 60, 120, 240, 480, 600, 600].map((seconds) => seconds * 1000));
});

test("the next attempt finds a service that is reachable again", async () => {
  const { clock, service, session } = await running();
  service.fault = "not-reached";
  await clock.advance(235 * minute);
  const during = await session.view();
  service.fault = undefined;
  await clock.advance(8 * minute);
  expect([during.state, during.reason, await session.view()]).toEqual([
    "signed-in",
    "unreachable",
    { state: "signed-in" },
  ]);
});

test("does not retry final failures in the background: signed in elsewhere, refused, lost", async () => {
  for (const failureMode of ["lost", "forbidden"] as const) {
    const { clock, service, renewals } = await running();
    service.fault = failureMode;
    await clock.advance(24 * hour);
    expect([failureMode, renewals()]).toEqual([failureMode, 1]);
  }
});

test("renews a session after the service has blocked sign-ins for a time", async () => {
  const { clock, service, session, renewals } = await running();
  service.fault = "locked-out";
  await clock.advance(231 * minute);
  const { reason, until = 0 } = (await session.facts()).problem ?? {};
  service.fault = undefined;
  await clock.advance(until - clock.now() - 1);
  const before = renewals();
  await clock.advance(1);
  expect([reason, before, renewals(), await session.view()]).toEqual(["locked-out", 1, 2, { state: "signed-in" }]);
});

test("stopping waits for a renewal in progress and leaves no timer", async () => {
  const { clock, service, refresh, stored, first } = await running();
  service.fault = "hangs";
  await clock.advance(230 * minute);
  const stopping = refresh.stop();
  service.release();
  await stopping;
  await clock.advance(0);
  expect([(await stored())?.authToken === first.authToken, clock.waiting]).toEqual([false, 0]);
});

test("checks the session at once after a sleep, one check at a time", async () => {
  const { clock, refresh, renewals } = await running();
  await clock.advance(minute);
  clock.jump(235 * minute);
  refresh.checkNow();
  refresh.checkNow();
  await clock.advance(0);
  expect(renewals()).toBe(1);
  await refresh.stop();
  refresh.checkNow();
  expect(clock.waiting).toBe(0);
});
