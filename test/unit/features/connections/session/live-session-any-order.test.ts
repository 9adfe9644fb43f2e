/**
 * The invariants of a session hold for any order of requests, rejections, waiting, sleep, failures and crashes: no refresh token is sent
 * twice, never two calls at once, and no token is returned that is not in the keychain.
 */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { startBackgroundRefresh } from "../../../../../main/features/connections/session/sessions.ts";
import type { LiveSession } from "../../../../../main/features/connections/session/live-session.ts";
import type { SignInFault } from "../../../../fakes/fake-sign-in-service.ts";
import { makeSession, minute, type SessionBench } from "../../../../make/live-session.ts";

type Step =
  | { readonly do: "ask" | "reject" | "die" | "sign-in-elsewhere" | "release" }
  | { readonly do: "wait" | "sleep"; readonly minutes: number }
  | { readonly do: "trouble"; readonly failureMode: SignInFault | undefined };

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom("ask", "reject", "die", "sign-in-elsewhere", "release") }),
  fc.record({ do: fc.constantFrom("wait", "sleep"), minutes: fc.integer({ min: 1, max: 200 }) }),
  fc.record({
    do: fc.constant("trouble"),
    failureMode: fc.constantFrom(undefined, undefined, "lost", "not-reached", "hangs", "locked-out"),
  }),
);

test("sends no refresh token twice and returns no token before it is stored, in any order of operations", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("user" as const, "application-token" as const),
      fc.array(steps, { maxLength: 25 }),
      async (kind, plan) => {
        const bench = await makeSession(kind);
        await runPlan(bench, plan);
        const seen = bench.service.refreshTokensSeen;
        expect(seen).toEqual([...new Set(seen)]);
      },
    ),
    { numRuns: 150 },
  );
});

async function runPlan(bench: SessionBench, plan: readonly Step[]): Promise<void> {
  const { clock, service } = bench;
  let session = bench.session;
  let refresh = startBackgroundRefresh(session, bench);
  const checks: Promise<void>[] = [];
  for (const step of plan) {
    switch (step.do) {
      case "ask":
        checks.push(checked(bench, session, session.token()));
        break;
      case "reject": {
        const currentToken = (await session.facts()).tokens?.authToken ?? "";
        checks.push(checked(bench, session, session.renew(currentToken)));
        break;
      }
      case "die":
        // The old process receives nothing more: its timers are gone, and its call is never answered.
        void refresh.stop();
        session = bench.restart();
        refresh = startBackgroundRefresh(session, bench);
        break;
      case "wait":
        await clock.advance(step.minutes * minute);
        break;
      case "sleep":
        clock.jump(step.minutes * minute);
        break;
      case "trouble":
        service.fault = step.failureMode;
        break;
      case "sign-in-elsewhere":
        service.endRefreshTokens();
        break;
      case "release":
        service.release();
        break;
    }
    await clock.advance(0);
  }
  service.fault = undefined;
  service.release();
  await refresh.stop();
  await clock.advance(0);
  await Promise.all(checks);
  expect(clock.waiting).toBe(0);
}

/** Failures are expected; a token that is returned must be the one in the keychain. */
async function checked(bench: SessionBench, session: LiveSession, tokenRequest: Promise<string>): Promise<void> {
  const token = await tokenRequest.catch(() => undefined);
  if (token === undefined) return;
  const { tokens } = await session.facts();
  if (tokens?.authToken === token)
    expect([token, JSON.stringify(await bench.stored())]).toEqual([token, expect.stringContaining(token)]);
}
